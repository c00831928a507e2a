import Foundation

/// The owner of a file's folder.
///
/// A server runs as its own user, while its operator is often root. Files that root writes among the server's files
/// must belong to the server, which could otherwise neither read nor remove them.
public struct FileOwner: Sendable {
    private let user: uid_t
    private let group: gid_t

    /// The owner of the folder that contains `file`; `nil` when the folder does not exist.
    public init?(beside file: String) {
        var facts = stat()
        guard stat(URL(filePath: file).deletingLastPathComponent().path, &facts) == 0 else { return nil }
        user = facts.st_uid
        group = facts.st_gid
    }

    /// Changes the owner of a file that root has created. Files created by any other user keep their owner.
    ///
    /// Of a link, the owner of the link itself is changed, never that of its target: anyone who can write to the folder
    /// could name any target.
    public func take(_ path: String) throws(FileError) {
        guard geteuid() == 0, user != 0 else { return }
        guard lchown(path, user, group) == 0 else { throw .system(path) }
    }
}
