import Expressions
import Files
import Foundation

/// A file beside the database whose modification time is that of the last backup: `usher.sqlite.last-backup`.
struct BackupMarker {
    private let path: String

    init(of database: String) { path = database + ".last-backup" }

    /// `nil` when there has been no backup.
    var lastBackup: Moment? {
        let marker = try? FileManager.default.attributesOfItem(atPath: path)
        guard let made = marker?[.modificationDate] as? Date else { return nil }
        return Moment(milliseconds: Int(made.timeIntervalSince1970 * 1_000))
    }

    /// Records that there is a backup. If this fails, the backup is still valid, but looks older to operators.
    ///
    /// Root may run this in a folder to which other users can write, so links are not followed.
    func touch() {
        let descriptor = open(path, O_CREAT | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        _ = futimens(descriptor, nil)
        close(descriptor)
        try? FileOwner(beside: path)?.take(path)
    }
}
