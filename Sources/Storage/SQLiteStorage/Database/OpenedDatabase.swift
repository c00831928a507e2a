import ConversationRuntime
import Foundation
import GRDB
import SQLStorage
import Synchronization

/// The files of a database that a store has open: whether their names still refer to them, and whether they are
/// undamaged.
///
/// A process that has a file open continues to write to it after it was moved, deleted or replaced, and no later start
/// finds what was written then.
final class OpenedDatabase: Sendable {
    /// Identifies a file independently of its name.
    private struct Identity: Equatable {
        let device: UInt64
        let inode: UInt64
    }

    private struct State {
        var isGone = false
        var damage: String?
    }

    private let path: String
    private let files: [(path: String, identity: Identity)]
    private let state = Mutex(State())

    /// - Parameter path: the path at which the database was opened.
    init(_ path: String) throws(StorageError) {
        self.path = path
        // SQLite keeps the log beside the file itself, even when it was opened through a link.
        let log = URL(filePath: path).resolvingSymlinksInPath().path + "-wal"
        guard case .success(let identity?) = Self.identity(of: path) else {
            throw .unusable(path, "it was moved or deleted while it was being opened")
        }
        if case .success(let identityOfLog?) = Self.identity(of: log) {
            files = [(path, identity), (log, identityOfLog)]
        } else {
            files = [(path, identity)]
        }
    }

    /// Checks that what was written will be found at the next start.
    ///
    /// - Throws: `StoreTrouble.gone`, from then on each time, or why the check is not possible at present.
    func check() throws {
        let wasGone = state.withLock(\.isGone)
        if try wasGone || files.contains(where: { try Self.identity(of: $0.path).get() != $0.identity }) {
            state.withLock { $0.isGone = true }
            throw StoreTrouble.gone(
                "the database \(path) was moved, deleted or replaced while the server had it open; restore the file, "
                    + "and restart the server")
        }
    }

    /// Records that the file is damaged, if `error` indicates that.
    func note(_ error: any Error) {
        guard let error = error as? DatabaseError, error.isDamage else { return }
        state.withLock { $0.damage = $0.damage ?? error.message ?? "\(error.resultCode)" }
    }

    /// The damage found in the file; `nil` while there is none.
    var damage: String? { state.withLock(\.damage) }

    /// `nil` when the file does not exist.
    private static func identity(of path: String) -> Result<Identity?, StorageError> {
        var facts = stat()
        if stat(path, &facts) == 0 {
            return .success(Identity(device: UInt64(facts.st_dev), inode: UInt64(facts.st_ino)))
        }
        if errno == ENOENT || errno == ENOTDIR { return .success(nil) }
        return .failure(.unusable(path, String(cString: strerror(errno))))
    }
}
