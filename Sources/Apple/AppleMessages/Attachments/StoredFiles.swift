import Foundation
public import JSON

/// A file of ours that is to go to a customer.
public struct StoredBytes: Sendable, Hashable {
    /// Where it lies on our disk.
    public var path: String
    /// What the customer sees it called.
    public var name: String
    /// The MIME type.
    public var kind: String

    public init(path: String, name: String, kind: String) {
        self.path = path
        self.name = name
        self.kind = kind
    }
}

/// A file that Apple keeps for us, ready for a message.
public struct UploadedFile: Sendable, Hashable {
    public var name: String
    /// The MIME type.
    public var kind: String
    /// Bytes; encrypting does not change them in number.
    public var size: Int
    public var key: String
    public var url: String
    public var owner: String
    /// As Apple's store gave it, base64.
    public var signature: String

    /// A member of a message's `attachments`; Apple's samples write the size as a text.
    public var json: JSONValue {
        [
            "name": .string(name), "mimeType": .string(kind), "size": .string(String(size)), "key": .string(key),
            "url": .string(url), "owner": .string(owner), "signature-base64": .string(signature),
        ]
    }
}

/// Where a file that a customer sent lies in Apple's store, and what opens it.
public struct FileSource: Sendable, Hashable {
    public var url: String
    public var owner: String
    /// Hex after `00`; `nil` when the bytes are not encrypted.
    public var key: String?
    public var signature: [UInt8]
    /// Bytes as the message says; `nil` when it does not.
    public var size: Int?
    /// The MIME type, if it is known.
    public var kind: String?

    /// Reads what stands in `attachments` or in an `interactiveDataRef` of a posted message; `nil` when it names no file.
    ///
    /// - Parameters:
    ///   - json: with `url`, `owner`, `key`, and the signature as `signature-base64` or, in hex, as `signature`.
    ///   - size: what the message says, where it was read already.
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
