import Foundation

/// The space on the disk of a folder, in bytes.
public struct DiskSpace: Sendable, Hashable {
    /// The space still available to this process.
    public var free: Int
    /// The size of the whole disk.
    public var size: Int

    public init(free: Int, size: Int) {
        self.free = free
        self.size = size
    }

    /// - Returns: `nil` when the system does not report it.
    public init?(at folder: String) {
        var info = statvfs()
        guard statvfs(folder, &info) == 0 else { return nil }
        let bytes = { (blocks: UInt64) in
            let (bytes, isMore) = blocks.multipliedReportingOverflow(by: UInt64(info.f_frsize))
            return isMore ? Int.max : Int(clamping: bytes)
        }
        self.init(free: bytes(UInt64(info.f_bavail)), size: bytes(UInt64(info.f_blocks)))
    }
}
