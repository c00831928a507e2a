public import JSON

/// One part of a rich message in its transfer format: a MIME type with attributes, and a body or a reference to
/// external content.
public struct MessagePart: Sendable, Hashable {
    /// The id, such as `layer:///messages/<uuid>/parts/<uuid>`; senders may choose it, so that parts can refer to each
    /// other.
    public var id: String?
    /// The MIME type with its attributes, as written.
    public var mimeType: String
    /// The content of the part; `nil` when it is external or empty.
    public var body: String?
    /// `base64` when the body is not text.
    public var encoding: String?
    /// The external content, when the body is larger than 2 KB.
    public var content: ContentReference?
    /// Another address of the part; in some captures, only this contains the part's own id.
    public var url: String?

    /// A part with the given properties.
    public init(
        id: String?, mimeType: String, body: String?, encoding: String? = nil, content: ContentReference? = nil,
        url: String? = nil
    ) {
        self.id = id
        self.mimeType = mimeType
        self.body = body
        self.encoding = encoding
        self.content = content
        self.url = url
    }
}

/// A reference to external content of a message.
public struct ContentReference: Sendable, Hashable {
    /// The id of the content.
    public var id: String
    /// The size in bytes.
    public var size: Int?
    /// The address for downloads until `expiration`.
    public var downloadURL: String?
    /// The time at which `downloadURL` expires, in ISO 8601.
    public var expiration: String?
    /// The address at which a new download address can be requested.
    public var refreshURL: String?
    /// The status of the transfer, for the participant to whom the part is addressed.
    public var status: TransferStatus?
    /// Whether clients download the content automatically; `nil` when this is not specified.
    public var isAutomatic: Bool?

    /// A reference with the given properties.
    public init(
        id: String, size: Int? = nil, downloadURL: String? = nil, expiration: String? = nil, refreshURL: String? = nil
    ) {
        self.id = id
        self.size = size
        self.downloadURL = downloadURL
        self.expiration = expiration
        self.refreshURL = refreshURL
    }
}

extension MessagePart: JSONRepresentable {
    /// The part in its transfer format.
    public var json: JSONValue {
        var object = JSONObject()
        object.set("id", id.map { .string($0) })
        object["mime_type"] = .string(mimeType)
        object.set("body", body.map { .string($0) })
        object.set("encoding", encoding.map { .string($0) })
        object.set("content", content?.json)
        object.set("url", url.map { .string($0) })
        return .object(object)
    }

    /// Reads a part in its transfer format. A body that is not a string but JSON, as some tools write it, is read as
    /// the text of that JSON.
    ///
    /// - Throws: `JSONError` when it is not an object or the reference to external content is not valid.
    public init(json: JSONValue) throws(JSONError) {
        guard json.object != nil else { throw JSONError("a part is an object") }
        let body = json["body"].flatMap { $0.isNull ? nil : $0.string ?? $0.text }
        self.init(
            id: json["id"]?.string, mimeType: json["mime_type"]?.string ?? "", body: body,
            encoding: json["encoding"]?.string, content: try json.optional("content"), url: json["url"]?.string)
    }
}

extension ContentReference: JSONRepresentable {
    /// The reference in its transfer format.
    public var json: JSONValue {
        var object: JSONObject = ["id": .string(id)]
        object.set("size", size.map { .int($0) })
        object.set("download_url", downloadURL.map { .string($0) })
        object.set("expiration", expiration.map { .string($0) })
        object.set("refresh_url", refreshURL.map { .string($0) })
        object.set("status", status.map { .string($0.rawValue) })
        object.set("automatic", isAutomatic.map { .bool($0) })
        return .object(object)
    }

    /// Reads a reference in its transfer format.
    ///
    /// - Throws: `JSONError` when the id is missing.
    public init(json: JSONValue) throws(JSONError) {
        self.init(
            id: try json.string("id"), size: json["size"]?.int, downloadURL: json["download_url"]?.string,
            expiration: json["expiration"]?.string, refreshURL: json["refresh_url"]?.string)
        status = json["status"]?.string.flatMap(TransferStatus.init)
        isAutomatic = json["automatic"]?.bool
    }
}
