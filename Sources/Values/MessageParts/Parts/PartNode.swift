/// A part at its place in the tree of a message.
public struct PartNode: Sendable, Hashable {
    public var part: MessagePart
    public var type: MIMEType
    /// By which other parts name it: its `node-id`, as the first senders wrote it, else the end of its id.
    public var id: String?
    /// What it is to its parent, such as `carousel-item`.
    public var role: String?
    /// Where it stands among the parts below it.
    public var children: [PartNode] = []
    /// Its place among the parts of the message, from 0.
    public let index: Int

    init(_ part: MessagePart, index: Int) {
        self.part = part
        self.index = index
        type = MIMEType(parsing: part.mimeType)
        id = (type["node-id"]?.lastPathSegment).nonEmpty ?? part.ownID
        role = type["role"]
    }

    /// The node id of the part above; senders write the whole id or its end.
    var parent: String? { type["parent-node-id"]?.lastPathSegment }

    /// Where it stands among its siblings; `nil` comes last.
    var order: Double? { type["item-order"].flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil } }
}

extension MessagePart {
    /// The end of its id. Where that is only the number of the part, its address knows the id.
    fileprivate var ownID: String? {
        let end = (url?.lastPathSegment).nonEmpty
        guard let own = (id?.lastPathSegment).nonEmpty else { return end }
        let isNumber = own.count < 8 && own.allSatisfy(\.isNumber)
        return isNumber ? end ?? own : own
    }
}

extension String {
    /// What stands behind the last slash.
    var lastPathSegment: String { split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? "" }
}
