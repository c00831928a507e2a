import Foundation

/// What tells a saved file from the one before.
public struct FileStamp: Sendable, Equatable {
    private let inode: UInt64
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// `nil` when there is no such file.
    public init?(_ path: String) {
        var info = stat()
        guard stat(path, &info) == 0 else { return nil }
        inode = UInt64(info.st_ino)
        size = Int64(info.st_size)
        seconds = info.st_mtim.tv_sec
        nanoseconds = info.st_mtim.tv_nsec
    }

    /// As a text that another saved file does not have.
    public var text: String { "\(inode)-\(size)-\(seconds)-\(nanoseconds)" }
}
