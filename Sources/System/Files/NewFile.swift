public import Foundation

/// A file that appears under its name atomically, and that only its owner can read.
///
/// It is written under a temporary name beside the final one, and is removed unless `keep()` renames it.
public struct NewFile: ~Copyable {
    /// Bytes written so far.
    public private(set) var size = 0
    private let path: String
    private let temporaryPath: String
    private let descriptor: Int32

    public init(_ path: String) throws(FileError) {
        var name = Array("\(path).XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { throw .system(path) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        self.path = path
        self.descriptor = descriptor
        temporaryPath = name.withUnsafeBufferPointer { $0.baseAddress.map(String.init(cString:)) ?? "" }
    }

    deinit {
        close(descriptor)
        unlink(temporaryPath)
    }

    public mutating func write(_ bytes: Data) throws(FileError) {
        let isWritten = bytes.withUnsafeBytes { put($0) }
        guard isWritten else { throw .system(path) }
    }

    public mutating func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
        guard put(bytes) else { throw .system(path) }
    }

    private mutating func put(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        size += bytes.count
        return true
    }

    /// Renames the file to its final path, replacing any existing file.
    ///
    /// - Parameter lasting: whether its bytes must be on disk before its name, so that a power failure leaves all or
    ///   nothing.
    public consuming func keep(lasting: Bool = false) throws(FileError) {
        if lasting, fsync(descriptor) != 0 { throw .system(path) }
        guard Foundation.rename(temporaryPath, path) == 0 else { throw .system(path) }
        if lasting { try Self.makeNamesLasting(beside: path) }
    }

    /// Renames a file within its folder, durably.
    public static func rename(_ path: String, to newPath: String) throws(FileError) {
        guard Foundation.rename(path, newPath) == 0 else { throw .system(newPath) }
        try makeNamesLasting(beside: newPath)
    }

    /// Gives a file a second name, durably. A file that has this name already is replaced.
    ///
    /// - Returns: `false` where a file has one name: between disks, and on some file systems.
    public static func link(_ path: String, to newPath: String) throws(FileError) -> Bool {
        unlink(newPath)
        guard Foundation.link(path, newPath) == 0 else {
            if [EXDEV, EPERM, EMLINK, EOPNOTSUPP].contains(errno) { return false }
            throw .system(newPath)
        }
        try makeNamesLasting(beside: newPath)
        return true
    }

    /// A new name is on disk when its folder is.
    private static func makeNamesLasting(beside path: String) throws(FileError) {
        let folder = open(URL(filePath: path).deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw .system(path) }
        defer { close(folder) }
        guard fsync(folder) == 0 else { throw .system(path) }
    }
}
