import Databases
import Files
import Foundation
import GRDB
import SQLStorage

/// An error of reading or writing a database or a file beside it, described for operators.
public struct StorageTrouble: Error, Equatable, CustomStringConvertible {
    public let description: String
    /// Whether a later attempt may succeed: when the disk has space, or another program has finished.
    public let isTemporary: Bool
    /// Whether a change may have taken effect nevertheless, or may do so later.
    public private(set) var isUnknown = false
    /// Whether a change was given up before it was committed, because another one that waits for a standby kept it waiting.
    public private(set) var isGivenUp = false

    /// - Parameter place: the file or folder that was accessed.
    /// - Returns: `nil` for an error that concerns neither a database nor a disk.
    public init?(_ error: any Error, at place: String = "the database") {
        switch error {
        case let error as StorageTrouble: self = error
        case let error as DatabaseError: self.init(error, place)
        case let error as SQLError: self.init(ofServer: error)
        case let error as FileError: self.init(code: error.code, place, "\(error)")
        case let error as POSIXError: self.init(code: error.code.rawValue, place, error.localizedDescription)
        case let error as CocoaError where error.code == .fileWriteOutOfSpace: self.init(code: ENOSPC, place, "")
        default: return nil
        }
    }

    private init(_ error: DatabaseError, _ place: String) {
        isTemporary =
            [.SQLITE_FULL, .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_IOERR].contains(error.resultCode.primaryResultCode)
        description =
            switch error.resultCode.primaryResultCode {
            case .SQLITE_FULL: Self.full(place)
            // The index of the log could not be enlarged, which is how a full disk shows when the file is opened.
            case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: Self.full(place)
            case .SQLITE_BUSY, .SQLITE_LOCKED: "\(place) is locked by another program; try again when it has finished"
            case .SQLITE_IOERR:
                "\(place) cannot be read or written: the disk reports an error (SQLite \(error.extendedResultCode.rawValue))"
            case .SQLITE_READONLY: "\(place) cannot be written; this user has only read permission"
            case .SQLITE_CANTOPEN:
                "\(place) cannot be opened; does this user have read and write permission for it and its folder?"
            case .SQLITE_CORRUPT: "\(place) is damaged; restore a backup"
            case .SQLITE_NOTADB: "\(place) is not a database"
            default: "\(place): \(error)"
            }
    }

    private init(ofServer error: SQLError) {
        isTemporary = [.unavailable, .unknown, .conflict].contains(error.kind)
        description = error.description
        isUnknown = error.kind == .unknown
        isGivenUp = error.kind == .unavailable && error.waitsForStandby
    }

    private init(code: Int32?, _ place: String, _ description: String) {
        let isFull = code == ENOSPC || code == EDQUOT
        self.description = isFull ? Self.full(place) : description
        isTemporary = isFull || code == EIO || code == EMFILE || code == ENFILE
    }

    /// The last system error (`errno`) concerning `place`.
    static func system(_ place: String) -> StorageTrouble {
        let code = errno
        let reason = String(cString: strerror(code))
        let description =
            switch code {
            case EACCES, EPERM, EROFS:
                "\(place): \(reason); give this user read and write permission for it and its folder, or set another `storage.path`"
            case ENOENT, ENOTDIR:
                "\(place): \(reason); its folder cannot be created there, so set another `storage.path`"
            default: "\(place): \(reason)"
            }
        return StorageTrouble(code: code, place, description)
    }

    private static func full(_ place: String) -> String { "no space left on the disk of \(place); free disk space" }
}

extension StorageError {
    init(_ error: any Error, of path: String) {
        self = StorageTrouble(error, at: path).map { StorageError($0, of: path) } ?? .unusable(path, "\(error)")
    }

    init(_ trouble: StorageTrouble, of path: String) {
        self =
            trouble.isTemporary ? .unavailable(path, trouble.description) : .unusable(path, trouble.description)
    }
}
