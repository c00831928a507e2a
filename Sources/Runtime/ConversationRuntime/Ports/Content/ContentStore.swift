public import Channels
public import Expressions
public import Foundation

/// Keeps files of customers for a while, outside the database and never whole in memory.
public protocol ContentStore: Sendable {
    /// An existing folder for files under way, on the same disk. Whatever a crash leaves in it is gone at the next start.
    var workFolder: String { get }

    /// What is known of a file; `nil` when it is not here, or no longer.
    func content(_ id: String) async throws -> StoredContent?

    /// The files that customers have sent in a conversation, the oldest first.
    func contents(of conversation: ConversationKey, limit: Int) async throws -> [StoredContent]

    /// The files that a customer has sent, in whatever conversations, the oldest first. What others have sent in theirs is
    /// not among them.
    func contents(sentBy customer: String) async throws -> [StoredContent]

    /// Checks that a file could be kept, before it is fetched.
    ///
    /// - Parameters:
    ///   - bytes: its size, as far as it is known.
    ///   - largest: bytes that it may turn out to have.
    /// - Throws: `ContentError` when there is no room for it, or what the database throws.
    func checkRoom(for bytes: Int, largest: Int, in conversation: ConversationKey) async throws

    /// Takes over the file at `path`: afterwards it is kept whole, or it is gone and nothing is kept.
    ///
    /// A file that is here already under the same id stays as it is, and is what is given back.
    /// - Throws: `ContentError`, or what the database throws.
    func keep(_ content: NewContent, from path: String) async throws -> StoredContent

    /// Reads a file, a piece at a time.
    ///
    /// - Throws: `ContentError` when it cannot be read or is not what was kept, and what `take` throws.
    func read(_ content: StoredContent, _ take: (Data) async throws -> Void) async throws

    /// Forgets files whose time is over. Returns how many.
    func forgetContent(at moment: Moment, limit: Int) async throws -> Int
}

/// A file that is to be kept.
public struct NewContent: Sendable, Hashable {
    /// The id by which flows and people know it.
    public var id: String
    public var conversation: ConversationKey
    /// As the customer called it; never the name of a file on our disk.
    public var name: String
    /// The MIME type.
    public var kind: String
    public var storedAt: Moment
    public var expiresAt: Moment
    /// Whether it is sealed with `storage.key`.
    public var isPrivate: Bool
    /// The conversation of the web chat that it was sent in, and by whom; `nil` on other channels.
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

/// A file that is kept.
public struct StoredContent: Sendable, Hashable {
    public var content: NewContent
    /// Bytes.
    public var size: Int
    /// SHA-256 in hexadecimal digits.
    public var checksum: String
    /// What it is called on our disk.
    public var file: String

    /// What anybody may see of its name.
    public var shownName: String { content.isPrivate ? "(private)" : content.name }

    public init(_ content: NewContent, size: Int, checksum: String, file: String) {
        self.content = content
        self.size = size
        self.checksum = checksum
        self.file = file
    }
}

/// Why a file could not be kept or read.
public enum ContentError: Error, Equatable, CustomStringConvertible {
    /// Another conversation has a file of this id.
    case taken
    /// The customer has been erased meanwhile, or was never here.
    case noConversation
    /// It is private, and there is no `storage.key`.
    case noKey
    /// What lies on the disk is not what was kept.
    case damaged
    /// Bytes between what lies here and what comes are missing.
    case gap(received: Int)
    /// More bytes come than were announced.
    case tooLong
    /// The customer's files would have more bytes together than they may.
    case noRoom
    /// The files of the conversation would have more bytes together than they may.
    case conversationFull(limit: Int)
    /// All files would have more bytes together than they may.
    case totalReached(limit: Int)
    /// The disk would have less free space than has to stay free.
    case noDiskSpace
    /// Another request has begun to write the same file, and goes on with it.
    case superseded
    case disk(String)

    public var description: String {
        switch self {
        case .taken: "another conversation has a file of this id"
        case .noConversation: "there is no such conversation"
        case .noKey: "the file is private, and there is no `storage.key`"
        case .damaged: "the file is damaged, or was sealed with another `storage.key`"
        case .gap(let received): "the next byte that is wanted is number \(received)"
        case .tooLong: "more bytes come than were announced"
        case .noRoom: "there is no room for more files of this customer"
        case .conversationFull(let limit): "the files of a conversation have \(limit) bytes together at most"
        case .totalReached(let limit): "all files together have \(limit) bytes at most (`content.quota`)"
        case .noDiskSpace: "the disk has no room for files (`content.free_space`)"
        case .superseded: "another request goes on with this file"
        case .disk(let reason): reason
        }
    }
}
