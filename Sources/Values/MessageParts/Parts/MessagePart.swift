public import JSON

/// One part of a rich message as it travels: a MIME type with attributes, and a body or a reference to content that is kept
/// elsewhere.
public struct MessagePart: Sendable, Hashable {
    /// Such as `layer:///messages/<uuid>/parts/<uuid>`; senders may choose it, so that parts can name each other.
    public var id: String?
    /// The MIME type with its attributes, as written.
    public var mimeType: String
    public var body: String?
    /// `base64` where the body is no text.
    public var encoding: String?
    /// Where the body is kept when it is larger than 2 KB.
    public var content: ContentReference?
    /// Another address of the part; some captures have the part's own id only here.
    public var url: String?

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

/// Content that travels beside a message.
public struct ContentReference: Sendable, Hashable {
    public var id: String
    /// Bytes.
    public var size: Int?
    /// Where it can be fetched until `expiration`, an ISO 8601 time.
    public var downloadURL: String?
    public var expiration: String?
    /// Where a new download address is asked for.
    public var refreshURL: String?
    /// How far it has come, for whoever the part was written for.
    public var status: TransferStatus?
    /// Whether it is to be fetched without being asked for; `nil` where nobody says.
    public var isAutomatic: Bool?

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

    /// A body that is not a string but JSON itself, as some tools write it, is taken as the text of that JSON.
    public init(json: JSONValue) throws(JSONError) {
        guard json.object != nil else { throw JSONError("a part is an object") }
        let body = json["body"].flatMap { $0.isNull ? nil : $0.string ?? $0.text }
        self.init(
            id: json["id"]?.string, mimeType: json["mime_type"]?.string ?? "", body: body,
            encoding: json["encoding"]?.string, content: try json.optional("content"), url: json["url"]?.string)
    }
}

extension ContentReference: JSONRepresentable {
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

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            id: try json.string("id"), size: json["size"]?.int, downloadURL: json["download_url"]?.string,
            expiration: json["expiration"]?.string, refreshURL: json["refresh_url"]?.string)
        status = json["status"]?.string.flatMap(TransferStatus.init)
        isAutomatic = json["automatic"]?.bool
    }
}
