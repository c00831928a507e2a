public import Expressions

/// The texts on which authors work in the studio of a server.
///
/// Saved texts are common to all authors, and lie over the version that runs. What an author has typed and not saved is
/// a draft of their own.
public protocol DraftStore: Sendable {
    /// The hashes of all saved texts, by path.
    func textHashes() async throws -> [String: String]

    /// All saved texts, by path.
    func texts() async throws -> [SavedText]

    /// Saves a text if the one that it replaces is still the current one.
    ///
    /// - Parameters:
    ///   - hash: the hash of the saved text that it replaces; `nil` when there is none.
    ///   - author: whose draft of it is deleted, because it is what they save; `nil` keeps all drafts.
    ///   - entry: is added to the audit log with the text.
    /// - Returns: `false` when there is another text by now; nothing is changed then.
    func save(
        _ text: SavedText, replacing hash: String?, removingDraftOf author: String?, recording entry: AuditEntry
    ) async throws -> Bool

    /// Deletes a saved text if its hash is this one.
    func removeText(_ path: String, hash: String) async throws

    /// What an author has typed and not saved, by path.
    func drafts(by author: String) async throws -> [AuthorDraft]

    /// Keeps a draft if the one that it replaces is still the current one, or has the same text.
    ///
    /// - Parameter hash: the hash of the draft that it replaces; `nil` when there is none.
    /// - Returns: `false` when there is another draft by now; nothing is changed then.
    func keep(_ draft: AuthorDraft, replacing hash: String?) async throws -> Bool

    func removeDraft(of path: String, by author: String) async throws
}

/// A text of the flows that authors have saved and not published yet.
public struct SavedText: Sendable, Hashable {
    /// Such as `Flows/booking.yaml`.
    public var path: String
    public var text: String
    /// A hash of its bytes.
    public var hash: String
    /// The published text that it was made of; empty for a new file.
    public var base: String
    /// Who saved it last, as in the audit log.
    public var author: String
    public var savedAt: Moment

    public init(path: String, text: String, hash: String, base: String, author: String, savedAt: Moment) {
        self.path = path
        self.text = text
        self.hash = hash
        self.base = base
        self.author = author
        self.savedAt = savedAt
    }
}

/// What an author has typed in a file and not saved yet.
public struct AuthorDraft: Sendable, Hashable {
    public var path: String
    /// As in the audit log.
    public var author: String
    public var text: String
    public var hash: String
    /// The hash of the text that it was made of; `nil` for a new file.
    public var base: String?
    /// That text.
    public var baseText: String

    public init(path: String, author: String, text: String, hash: String, base: String?, baseText: String) {
        self.path = path
        self.author = author
        self.text = text
        self.hash = hash
        self.base = base
        self.baseText = baseText
    }
}
