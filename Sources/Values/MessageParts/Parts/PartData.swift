public import Foundation

/// A part that contains data instead of a message: the source of a picture or a file, its preview, or an unknown part.
public struct PartData: Sendable, Hashable {
    /// The id of the part; `nil` until it is written.
    public var id: String?
    /// The MIME type, without attributes.
    public var mimeType: String
    /// The content; `nil` when it is external.
    public var body: String?
    /// `base64` when the body is not text.
    public var encoding: String?
    /// The external content, when the body is too large for the part.
    public var content: ContentReference?

    /// Data with the given properties.
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

    /// The data of a `data:` address (RFC 2397) in base64; `nil` for any other address.
    public init?(address: String) {
        guard address.hasPrefix("data:"), let comma = address.firstIndex(of: ",") else { return nil }
        let kind = address[..<comma].dropFirst("data:".count)
        guard kind.hasSuffix(";base64") else { return nil }
        self.init(
            mimeType: String(kind.dropLast(";base64".count)), body: String(address[address.index(after: comma)...]),
            encoding: "base64")
    }

    /// The decoded bytes; `nil` when the content is external or does not match its encoding.
    public var bytes: Data? {
        guard let body else { return nil }
        return encoding?.lowercased() == "base64" ? Data(base64Encoded: body) : Data(body.utf8)
    }

    /// The data as a `data:` address, if the part itself contains the bytes.
    var dataAddress: String? {
        guard let bytes, !mimeType.isEmpty else { return nil }
        return "data:\(mimeType);base64,\(bytes.base64EncodedString())"
    }
}
