import Foundation

/// Distinguishes a saved file from its previous version.
public struct FileStamp: Sendable, Equatable {
    private let inode: UInt64
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// `nil` when the file does not exist.
    public init?(_ path: String) {
        var info = stat()
        guard stat(path, &info) == 0 else { return nil }
        inode = UInt64(info.st_ino)
        size = Int64(info.st_size)
        seconds = info.st_mtim.tv_sec
        nanoseconds = info.st_mtim.tv_nsec
    }

    /// A text that no other saved version of the file has.
    public var text: String { "\(inode)-\(size)-\(seconds)-\(nanoseconds)" }
}
