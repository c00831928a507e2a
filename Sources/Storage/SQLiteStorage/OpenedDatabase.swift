import ConversationRuntime
import Foundation
import GRDB
import Synchronization

/// The files of a database that a store has open: whether their names still lead to them, and whether they are sound.
///
/// A process that has a file open goes on writing to it after it was moved, deleted or replaced, and no later start finds
/// what was written then.
final class OpenedDatabase: Sendable {
    /// What tells one file from all others, whatever they are called.
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

    /// - Parameter path: where the database was opened.
    init(_ path: String) throws(StorageError) {
        self.path = path
        // SQLite keeps the log beside the file itself, also when it was opened by a link.
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

    /// Makes sure that what was written is found at the next start.
    ///
    /// - Throws: `StoreTrouble.gone`, from then on each time, or why nothing can be said of it just now.
    func check() throws {
        let wasGone = state.withLock(\.isGone)
        if try wasGone || files.contains(where: { try Self.identity(of: $0.path).get() != $0.identity }) {
            state.withLock { $0.isGone = true }
            throw StoreTrouble.gone(
                "the database \(path) was moved, deleted or replaced while the server had it open; put the file back, "
                    + "and start the server again")
        }
    }

    /// Notes that the file was found to be damaged, if this is what `error` says.
    func note(_ error: any Error) {
        guard let error = error as? DatabaseError, error.isDamage else { return }
        state.withLock { $0.damage = $0.damage ?? error.message ?? "\(error.resultCode)" }
    }

    /// How the file was found to be damaged; `nil` as long as it was not.
    var damage: String? { state.withLock(\.damage) }

    /// `nil` when there is no such file.
    private static func identity(of path: String) -> Result<Identity?, StorageError> {
        var facts = stat()
        if stat(path, &facts) == 0 {
            return .success(Identity(device: UInt64(facts.st_dev), inode: UInt64(facts.st_ino)))
        }
        if errno == ENOENT || errno == ENOTDIR { return .success(nil) }
        return .failure(.unusable(path, String(cString: strerror(errno))))
    }
}
