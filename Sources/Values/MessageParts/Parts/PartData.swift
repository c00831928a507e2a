public import Foundation

/// A part that is no message but bytes: the source of a picture or a file, its preview, or something unknown.
public struct PartData: Sendable, Hashable {
    public var id: String?
    /// Without attributes.
    public var mimeType: String
    public var body: String?
    public var encoding: String?
    public var content: ContentReference?

    public init(
        id: String? = nil, mimeType: String, body: String?, encoding: String? = nil, content: ContentReference? = nil
    ) {
        self.id = id
        self.mimeType = mimeType
        self.body = body
        self.encoding = encoding
        self.content = content
    }

    init(_ node: PartNode) {
        self.init(
            id: node.id, mimeType: node.type.type, body: node.part.body, encoding: node.part.encoding,
            content: node.part.content)
    }

    /// The bytes that an address itself has (RFC 2397), in base64; `nil` for any other address.
    public init?(address: String) {
        guard address.hasPrefix("data:"), let comma = address.firstIndex(of: ",") else { return nil }
        let kind = address[..<comma].dropFirst("data:".count)
        guard kind.hasSuffix(";base64") else { return nil }
        self.init(
            mimeType: String(kind.dropLast(";base64".count)), body: String(address[address.index(after: comma)...]),
            encoding: "base64")
    }

    /// The bytes; `nil` when they are kept elsewhere or are not written as they say.
    public var bytes: Data? {
        guard let body else { return nil }
        return encoding?.lowercased() == "base64" ? Data(base64Encoded: body) : Data(body.utf8)
    }

    /// As an address that shows it, where the part itself has the bytes.
    var dataAddress: String? {
        guard let bytes, !mimeType.isEmpty else { return nil }
        return "data:\(mimeType);base64,\(bytes.base64EncodedString())"
    }
}
