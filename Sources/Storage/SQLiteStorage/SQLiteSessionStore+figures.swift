public import ConversationRuntime
public import Expressions
import Files
import Foundation
import GRDB

extension SQLiteSessionStore: FigureStore {
    /// The number of dead letters.
    public func deadLetterCount() async throws -> Int {
        try await read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM dead_letters") ?? 0 }
    }

    public func handoverFigures() async throws -> HandoverFigures {
        try await read { db in
            let row = try Row.fetchOne(
                db, sql: "SELECT COUNT(*), MIN(updated_at) FROM sessions WHERE status = 'with-person'")
            return HandoverFigures(
                count: row?[0] ?? 0, oldest: (row?[1] as Int?).map { Moment(milliseconds: $0) })
        }
    }

    public func waitingDeskNotices() async throws -> Int {
        try await read {
            try Int.fetchOne(
                $0, sql: "SELECT COUNT(*) FROM calls WHERE action = ?", arguments: [DeskNotice.storedName]) ?? 0
        }
    }

    public var freeDisk: Int? {
        DiskSpace(at: URL(filePath: pool.path).deletingLastPathComponent().path)?.free
    }

    public var lastBackup: Moment? {
        let marker = try? FileManager.default.attributesOfItem(atPath: backupMarker)
        guard let made = marker?[.modificationDate] as? Date else { return nil }
        return Moment(milliseconds: Int(made.timeIntervalSince1970 * 1_000))
    }

    /// A file beside the database whose modification time is that of the last backup.
    private var backupMarker: String { pool.path + ".last-backup" }

    /// Records that there is a backup. If this fails, the backup is still valid, but looks older to operators.
    func noteBackup() { BackupMarker.touch(backupMarker) }
}

private enum BackupMarker {
    /// Root may run this in a folder to which other users can write, so links are not followed.
    static func touch(_ path: String) {
        let descriptor = open(path, O_CREAT | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        _ = futimens(descriptor, nil)
        close(descriptor)
        try? FileOwner(beside: path)?.take(path)
    }
}
