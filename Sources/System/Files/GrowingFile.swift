public import Foundation

/// A file that grows over several sessions. However one ends, the bytes already written are kept.
public struct GrowingFile: ~Copyable {
    private let path: String
    private let descriptor: Int32

    /// Opens the file, or creates one that only its owner can read.
    public init(_ path: String) throws(FileError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .system(path) }
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// The size in bytes of a file that may not exist yet.
    public static func size(of path: String) -> Int {
        var facts = stat()
        return lstat(path, &facts) == 0 ? Int(facts.st_size) : 0
    }

    /// Writes bytes at an offset; there must be no gap between the end of the file and them.
    public func write(_ bytes: Data, at place: Int) throws(FileError) {
        let isWritten = bytes.withUnsafeBytes { put($0, at: place) }
        guard isWritten else { throw .system(path) }
    }

    private func put(_ bytes: UnsafeRawBufferPointer, at place: Int) -> Bool {
        var written = 0
        while written < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
            let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(place + written))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }

    /// Whether the file has these bytes at an offset.
    public func holds(_ bytes: Data, at place: Int) throws(FileError) -> Bool {
        var held = Data(count: bytes.count)
        let count = held.withUnsafeMutableBytes { fill($0, from: place) }
        guard let count else { throw .system(path) }
        return count == bytes.count && held == bytes
    }

    /// Returns the number of bytes read, which is smaller at the end of the file; `nil` when it cannot be read.
    private func fill(_ buffer: UnsafeMutableRawBufferPointer, from place: Int) -> Int? {
        var filled = 0
        while filled < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let count = pread(descriptor, rest.baseAddress, rest.count, off_t(place + filled))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// Waits until everything is on disk.
    public func makeLasting() throws(FileError) {
        guard fsync(descriptor) == 0 else { throw .system(path) }
    }
}
