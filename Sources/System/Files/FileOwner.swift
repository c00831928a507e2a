import Foundation

/// Who owns the folder of a file.
///
/// A server has a user of its own, and who looks after it is often root. What root writes among the files of the server
/// has to belong to the server, which could neither read nor remove it otherwise.
public struct FileOwner: Sendable {
    private let user: uid_t
    private let group: gid_t

    /// The owner of the folder that holds `file`; `nil` when there is no such folder.
    public init?(beside file: String) {
        var facts = stat()
        guard stat(URL(filePath: file).deletingLastPathComponent().path, &facts) == 0 else { return nil }
        user = facts.st_uid
        group = facts.st_gid
    }

    /// Gives what root has made to the owner. What anybody else makes is their own, and stays so.
    ///
    /// A link is given itself, never what it names: whoever may write here could name anything.
    public func take(_ path: String) throws(FileError) {
        guard geteuid() == 0, user != 0 else { return }
        guard lchown(path, user, group) == 0 else { throw .system(path) }
    }
}
