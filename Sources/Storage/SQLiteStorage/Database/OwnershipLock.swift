import Files
import Foundation
import SQLStorage

/// Ensures that one server owns a database file: a lock on a file beside it, which the system releases when the process
/// ends, for whatever reason. Through symbolic links it is the same lock.
final class OwnershipLock: Sendable {
    private let descriptor: Int32

    /// - Throws: `StorageError.inUse` when another process holds the lock.
    init(database path: String) throws(StorageError) {
        let place = RealPath.of(path) + ".lock"
        let file = open(place, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw StorageError(.system(place), of: path) }
        try? FileOwner(beside: path)?.take(place)
        guard Self.isTaken(file) else {
            close(file)
            throw .inUse(path)
        }
        // Assigned last: once all properties are set, `deinit` runs even when `init` throws, and would close the
        // descriptor a second time, when it may already belong to another file.
        descriptor = file
    }

    /// Takes the lock, retrying because a command that checks for a server holds it for a few milliseconds, which must
    /// not prevent a start.
    private static func isTaken(_ file: Int32) -> Bool {
        for _ in 0..<10 {
            if flock(file, LOCK_EX | LOCK_NB) == 0 { return true }
            usleep(2_000)
        }
        return false
    }

    deinit {
        // Closing alone is not enough: a child process that is just being started also has the descriptor, until it
        // executes its program.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
