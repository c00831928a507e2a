import Foundation

/// Makes sure that one server owns a database file: a lock on a file beside it, which the system takes back when the
/// process ends, however it ends.
final class OwnershipLock: Sendable {
    private let descriptor: Int32

    /// - Throws: `StorageError.inUse` when another process holds the lock.
    init(database path: String) throws(StorageError) {
        let file = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .unusable(path, String(cString: strerror(errno))) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(file)
            throw .inUse(path)
        }
        // Last: once all is set, `deinit` runs also when `init` throws, and would close the file a second time, which may be
        // somebody else's by then.
        descriptor = file
    }

    deinit {
        // Not by closing alone: a program that is being started just now has the file too, until it has begun.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}

/// Why a database cannot be used.
public enum StorageError: Error, Equatable, CustomStringConvertible {
    case inUse(String)
    case unusable(String, String)
    /// Written by a newer version of Usher.
    case tooNew(String)
    /// Its private answers were sealed with another key.
    case wrongKey(String)
    /// Some of its private answers are still sealed with a key of before.
    case formerKeyMissing(String)

    public var description: String {
        switch self {
        case .inUse(let path):
            "\(path) is in use by another server; stop that one, or give this one another `storage.path`"
        case .unusable(let path, let reason): "\(path) cannot be used as a database: \(reason)"
        case .wrongKey(let path):
            "the private answers in \(path) were sealed with another `storage.key`; set that one, in `storage.former_keys` "
                + "if `storage.key` is to take its place"
        case .formerKeyMissing(let path):
            "not everything private in \(path) is sealed with the new `storage.key` yet; leave the key of before in "
                + "`storage.former_keys` until the log says that it can go"
        case .tooNew(let path): "\(path) was written by a newer version of Usher; run that version"
        }
    }
}
