import ConversationRuntime
import Expressions
public import JSON
public import MessageParts

/// A file as one viewer sees it.
public struct ContentView: Sendable, Hashable {
    public var id: String
    public var conversation: String
    public var sender: String
    public var name: String
    public var kind: String
    public var size: Int
    /// The number of bytes stored on the server.
    public var received: Int
    public var status: TransferStatus
    /// The progress of the transfer that matters to the viewer: upload or download.
    public var progress: TransferProgress
    /// Whether it is fetched automatically.
    public var isAutomatic: Bool
    /// The address to which the sender uploads the missing bytes.
    public var uploadURL: String?
    public var download: ContentLinks.Link?
    /// The message that holds the content itself; `nil` for files.
    public var message: MessageAddress?

    /// The prefix of content references in parts.
    public static let prefix = "layer:///content/"

    /// The reference by which a part names it.
    public var reference: ContentReference {
        var reference = ContentReference(
            id: Self.prefix + id, size: size, downloadURL: download?.address,
            expiration: download?.expiration.iso, refreshURL: ContentLinks.refresh(id, of: message))
        reference.status = status
        reference.isAutomatic = isAutomatic
        return reference
    }

    public var json: JSONValue {
        [
            "id": .string(Self.prefix + id), "conversation": .string(conversation), "sender": .string(sender),
            "name": .string(name), "mime_type": .string(kind), "size": .int(size), "received": .int(received),
            "status": .string(status.rawValue), "automatic": .bool(isAutomatic), "progress": progress.json,
            "upload_url": uploadURL.map { .string($0) } ?? .null,
            "download_url": download.map { .string($0.address) } ?? .null,
            "expiration": download.map { .string($0.expiration.iso) } ?? .null,
            "refresh_url": .string(ContentLinks.refresh(id, of: message)),
        ]
    }
}

extension TransferProgress {
    var json: JSONValue {
        ["total": .int(total), "completed": .int(completed), "fraction": .number(JSONNumber(fraction))]
    }
}

extension AggregateProgress {
    public var json: JSONValue {
        ["total": .int(total), "completed": .int(completed), "fraction": .number(JSONNumber(fraction))]
    }
}
