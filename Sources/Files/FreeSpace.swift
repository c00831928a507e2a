import Foundation

/// How much room there is on a disk.
public enum FreeSpace {
    /// The bytes that we may still write where a folder lies; `nil` when nobody knows.
    public static func bytes(at folder: String) -> Int? {
        var info = statvfs()
        guard statvfs(folder, &info) == 0 else { return nil }
        let (bytes, isMore) = UInt64(info.f_bavail).multipliedReportingOverflow(by: UInt64(info.f_frsize))
        return isMore ? Int.max : Int(clamping: bytes)
    }
}
