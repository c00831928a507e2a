public import Foundation

/// Reads a file in pieces, so that files of any size need little memory.
public struct FilePieces: ~Copyable {
    /// The size of the file in bytes when it was opened.
    public let size: Int
    private let path: String
    private let length: Int
    private let descriptor: Int32

    /// - Parameters:
    ///   - length: the size of every piece but the last, in bytes.
    ///   - start: the offset of the first piece.
    public init(of path: String, length: Int = 256 * 1024, from start: Int = 0) throws(FileError) {
        precondition(length > 0 && start >= 0, "pieces have to hold something, and files begin at 0")
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .system(path) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
            start == 0 || lseek(descriptor, off_t(start), SEEK_SET) == off_t(start)
        else {
            close(descriptor)
            throw FileError("`\(path)` is not a file")
        }
        self.path = path
        self.length = length
        self.descriptor = descriptor
        size = Int(facts.st_size)
    }

    deinit { close(descriptor) }

    /// The next piece; `nil` at the end.
    public mutating func next() throws(FileError) -> Data? {
        var piece = Data(count: length)
        var filled = 0
        while filled < length {
            let count = piece.withUnsafeMutableBytes { buffer in
                read(descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(path) }
            if count == 0 { break }
            filled += count
        }
        if filled == 0 { return nil }
        if filled < length { piece.removeLast(length - filled) }
        return piece
    }
}
