import Foundation

/// The room on the disk on which a folder lies, in bytes.
public struct DiskSpace: Sendable, Hashable {
    /// What we may still write.
    public var free: Int
    /// What the whole disk holds.
    public var size: Int

    public init(free: Int, size: Int) {
        self.free = free
        self.size = size
    }

    /// - Returns: `nil` when the system does not say.
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
