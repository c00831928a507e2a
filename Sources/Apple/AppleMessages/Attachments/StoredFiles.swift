import Foundation
public import JSON

/// A local file to be sent to a customer.
public struct StoredBytes: Sendable, Hashable {
    /// The path on the local disk.
    public var path: String
    /// The name shown to the customer.
    public var name: String
    /// The MIME type.
    public var kind: String

    public init(path: String, name: String, kind: String) {
        self.path = path
        self.name = name
        self.kind = kind
    }
}

/// A file in Apple's store, ready for use in a message.
public struct UploadedFile: Sendable, Hashable {
    public var name: String
    /// The MIME type.
    public var kind: String
    /// The size in bytes; encryption does not change it.
    public var size: Int
    public var key: String
    public var url: String
    public var owner: String
    /// The signature that Apple's store returned, in base64.
    public var signature: String

    /// A member of a message's `attachments`; Apple's samples write the size as a string.
    public var json: JSONValue {
        [
            "name": .string(name), "mimeType": .string(kind), "size": .string(String(size)), "key": .string(key),
            "url": .string(url), "owner": .string(owner), "signature-base64": .string(signature),
        ]
    }
}

/// The location of a customer's file in Apple's store, and what is needed to decrypt it.
public struct FileSource: Sendable, Hashable {
    public var url: String
    public var owner: String
    /// Hex digits after `00`; `nil` when the bytes are not encrypted.
    public var key: String?
    public var signature: [UInt8]
    /// The size in bytes according to the message; `nil` when the message does not give it.
    public var size: Int?
    /// The MIME type, if it is known.
    public var kind: String?

    /// Reads a file source from an entry of `attachments` or from an `interactiveDataRef` of a posted message; `nil`
    /// when it names no file.
    ///
    /// - Parameters:
    ///   - json: an object with `url`, `owner`, `key`, and the signature as `signature-base64` or, in hex, as
    ///     `signature`.
    ///   - size: the size according to the message, if it was parsed already.
    public init?(_ json: JSONValue, size: Int? = nil, kind: String? = nil) {
        guard let url = json["url"]?.string, let owner = json["owner"]?.string,
            let signature = Self.signature(json)
        else { return nil }
        self.url = url
        self.owner = owner
        self.signature = signature
        key = json["key"]?.string
        self.size = size ?? json["size"]?.int ?? json["size"]?.string.flatMap { Int($0) }
        self.kind = kind
    }

    private static func signature(_ json: JSONValue) -> [UInt8]? {
        if let text = json["signature-base64"]?.string, let bytes = Data(base64Encoded: text) { return Array(bytes) }
        return json["signature"]?.string.flatMap { [UInt8](hex: $0) }
    }
}
