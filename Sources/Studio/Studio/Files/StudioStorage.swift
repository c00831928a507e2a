import ConversationRuntime
import Expressions

/// Where the texts of a studio are: in the folder of a project, or in the database of a server.
///
/// In both cases they are read from a folder, and every write names what it replaces.
protocol StudioStorage: Sendable {
    /// The texts as they were at the last `refresh`.
    var texts: ProjectTexts { get }

    /// How often changes by others are looked for.
    var interval: TimeLength { get }

    /// Brings the texts up to date with what others have saved.
    func refresh() async throws(StudioRefusal)

    /// Saves a text, and removes its draft.
    ///
    /// - Parameter hash: the hash of the text that it replaces; `nil` for a new file.
    /// - Returns: the new hash.
    /// - Throws: with the status 412 when there is another text by now.
    func save(
        _ text: String, to path: StudioPath, replacing hash: String?, by author: Caller
    ) async throws(StudioRefusal) -> String

    /// What an author has typed and not saved, by path.
    func drafts(by author: Caller) async throws(StudioRefusal) -> [String: Drafts.Draft]

    /// Keeps a draft.
    ///
    /// - Parameter hash: the hash of the draft that it replaces; `nil` when there was none.
    /// - Throws: with the status 412 when there is another one by now.
    func keep(
        _ draft: Drafts.Draft, of path: StudioPath, replacing hash: String?, by author: Caller
    ) async throws(StudioRefusal)

    func removeDraft(of path: StudioPath, by author: Caller) async throws(StudioRefusal)
}

/// The texts of a project on the disk, which one author edits in any number of windows.
struct FolderStorage: StudioStorage {
    let texts: ProjectTexts
    let drafts: Drafts

    let interval = TimeLength(milliseconds: 250)

    /// The folder is what it is.
    func refresh() {}

    func save(
        _ text: String, to path: StudioPath, replacing hash: String?, by author: Caller
    ) throws(StudioRefusal) -> String {
        let new = try texts.write(text, to: path, replacing: hash)
        drafts.remove(path)
        return new
    }

    func drafts(by author: Caller) -> [String: Drafts.Draft] { drafts.all }

    func keep(
        _ draft: Drafts.Draft, of path: StudioPath, replacing hash: String?, by author: Caller
    ) throws(StudioRefusal) {
        try drafts.keep(draft, of: path, replacing: hash)
    }

    func removeDraft(of path: StudioPath, by author: Caller) { drafts.remove(path) }
}
