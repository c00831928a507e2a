/// A part at its position in the tree of a message.
public struct PartNode: Sendable, Hashable {
    /// The part itself.
    public var part: MessagePart
    /// The parsed MIME type of the part, with its attributes.
    public var type: MIMEType
    /// The id that other parts refer to: its `node-id`, as the first senders wrote it, otherwise the end of its id.
    public var id: String?
    /// The role below its parent, such as `carousel-item`.
    public var role: String?
    /// The parts below it, in order.
    public var children: [PartNode] = []
    /// The index among the parts of the message, from 0.
    public let index: Int

    init(_ part: MessagePart, index: Int) {
        self.part = part
        self.index = index
        type = MIMEType(parsing: part.mimeType)
        id = (type["node-id"]?.lastPathSegment).nonEmpty ?? part.ownID
        role = type["role"]
    }

    /// The node id of the parent; senders write the whole id or its end.
    var parent: String? { type["parent-node-id"]?.lastPathSegment }

    /// The position among its siblings; parts without one come last.
    var order: Double? { type["item-order"].flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil } }
}

extension MessagePart {
    /// The end of its id. If that is only the index of the part, its address contains the id.
    fileprivate var ownID: String? {
        let end = (url?.lastPathSegment).nonEmpty
        guard let own = (id?.lastPathSegment).nonEmpty else { return end }
        let isNumber = own.count < 8 && own.allSatisfy(\.isNumber)
        return isNumber ? end ?? own : own
    }
}

extension String {
    /// The text after the last slash.
    var lastPathSegment: String { split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? "" }
}
