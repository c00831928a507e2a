public import Channels
public import Expressions
public import Foundation

/// Stores customers' files for a limited time, outside the database and never whole in memory.
public protocol ContentStore: Sendable {
    /// An existing folder for temporary files, on the same disk. Whatever a crash leaves in it is deleted at the next
    /// start.
    var workFolder: String { get }

    /// The metadata of a file; `nil` when it is not stored, or no longer.
    func content(_ id: String) async throws -> StoredContent?

    /// The files that customers have sent in a conversation, oldest first.
    func contents(of conversation: ConversationKey, limit: Int) async throws -> [StoredContent]

    /// The files that a customer has sent in any conversation, oldest first. Files that others have sent in the
    /// customer's conversations are not included.
    func contents(sentBy customer: String) async throws -> [StoredContent]

    /// Checks that a file could be stored, before it is fetched.
    ///
    /// - Parameters:
    ///   - bytes: its size, as far as it is known.
    ///   - largest: the maximum size in bytes that it may turn out to have.
    /// - Throws: `ContentError` when there is no space for it, or what the database throws.
    func checkRoom(for bytes: Int, largest: Int, in conversation: ConversationKey) async throws

    /// Takes over the file at `path`: afterwards it is stored whole, or it is deleted and nothing is stored.
    ///
    /// A file that is already stored under the same id is left unchanged and returned.
    /// - Throws: `ContentError`, or what the database throws.
    func keep(_ content: NewContent, from path: String) async throws -> StoredContent

    /// Reads a file in pieces.
    ///
    /// - Throws: `ContentError` when it cannot be read or differs from what was stored, and what `take` throws.
    func read(_ content: StoredContent, _ take: (Data) async throws -> Void) async throws

    /// Deletes expired files. Returns the number deleted.
    func forgetContent(at moment: Moment, limit: Int) async throws -> Int
}

/// A file to be stored.
public struct NewContent: Sendable, Hashable {
    /// The id by which flows and people refer to it.
    public var id: String
    public var conversation: ConversationKey
    /// The customer's file name; never used as a file name on our disk.
    public var name: String
    /// The MIME type.
    public var kind: String
    public var storedAt: Moment
    public var expiresAt: Moment
    /// Whether it is sealed with `storage.key`.
    public var isPrivate: Bool
    /// The web chat conversation in which it was sent, and its sender; `nil` on other channels.
    public var chat: String?
    public var sender: String?

    public init(
        id: String, conversation: ConversationKey, name: String, kind: String, storedAt: Moment, expiresAt: Moment,
        isPrivate: Bool = false, chat: String? = nil, sender: String? = nil
    ) {
        self.id = id
        self.conversation = conversation
        self.name = name
        self.kind = kind
        self.storedAt = storedAt
        self.expiresAt = expiresAt
        self.isPrivate = isPrivate
        self.chat = chat
        self.sender = sender
    }
}

/// A stored file.
public struct StoredContent: Sendable, Hashable {
    public var content: NewContent
    /// In bytes.
    public var size: Int
    /// SHA-256 in hexadecimal digits.
    public var checksum: String
    /// Its file name on our disk.
    public var file: String

    /// Its name, hidden when the file is private.
    public var shownName: String { content.isPrivate ? "(private)" : content.name }

    public init(_ content: NewContent, size: Int, checksum: String, file: String) {
        self.content = content
        self.size = size
        self.checksum = checksum
        self.file = file
    }
}

/// Why a file could not be stored or read.
public enum ContentError: Error, Equatable, CustomStringConvertible {
    /// Another conversation has a file with this id.
    case taken
    /// The customer has been erased meanwhile, or never existed.
    case noConversation
    /// The file is private, and there is no `storage.key`.
    case noKey
    /// The content on disk differs from what was stored.
    case damaged
    /// Bytes are missing between those received and those sent now.
    case gap(received: Int)
    /// Bytes that are sent again differ from those received before.
    case differs
    /// More bytes are sent than were announced.
    case tooLong
    /// The customer's files would exceed their total size limit.
    case noRoom
    /// The files of the conversation would exceed their total size limit.
    case conversationFull(limit: Int)
    /// All files together would exceed the total size limit.
    case totalReached(limit: Int)
    /// The disk would have less free space than must stay free.
    case noDiskSpace
    /// Another request has started writing the same file and continues with it.
    case superseded
    case disk(String)

    public var description: String {
        switch self {
        case .taken: "another conversation has a file with this id"
        case .noConversation: "there is no such conversation"
        case .noKey: "the file is private, and `storage.key` is not set"
        case .damaged: "the file is damaged, or was sealed with another `storage.key`"
        case .gap(let received): "the upload continues at byte \(received)"
        case .differs: "the bytes differ from those that were received before; cancel the upload to begin another one"
        case .tooLong: "more bytes were sent than announced"
        case .noRoom: "the limit of files of this customer is reached"
        case .conversationFull(let limit): "the limit of \(limit) bytes for files of a conversation is reached"
        case .totalReached(let limit): "the limit of \(limit) bytes for all files is reached (`content.quota`)"
        case .noDiskSpace: "the disk has too little free space for files (`content.free_space`)"
        case .superseded: "another request continues this upload"
        case .disk(let reason): reason
        }
    }
}
