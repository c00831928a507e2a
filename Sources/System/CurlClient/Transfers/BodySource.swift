import Foundation

/// The body of a request, read from its source while it is sent.
struct BodySource: ~Copyable {
    /// The size in bytes.
    let count: Int64
    private let origin: Origin
    private var position: Int64 = 0

    private enum Origin {
        case bytes([UInt8])
        case file(descriptor: Int32)
    }

    /// Throws `badRequest` when the file does not exist, before anything is sent.
    init(_ body: HTTPRequest.Body) throws(HTTPFailure) {
        switch body {
        case .bytes(let bytes):
            origin = .bytes(bytes)
            count = Int64(bytes.count)
        case .file(let path):
            (origin, count) = try Self.open(path)
        }
    }

    deinit {
        if case .file(let descriptor) = origin { close(descriptor) }
    }

    /// Fills the front of `buffer` and returns the number of bytes; 0 at the end, `nil` when the file yields less than
    /// its size.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        let wanted = Int(min(Int64(buffer.count), count - position))
        guard wanted > 0, let target = buffer.baseAddress else { return 0 }
        let got =
            switch origin {
            case .bytes(let bytes): Self.copy(bytes, from: Int(position), to: target, wanted)
            case .file(let descriptor): pread(descriptor, target, wanted, off_t(position))
            }
        guard got > 0 else { return nil }
        position += Int64(got)
        return got
    }

    /// Continues reading at `position`, when libcurl must send the body again.
    mutating func seek(to position: Int64) -> Bool {
        guard (0...count).contains(position) else { return false }
        self.position = position
        return true
    }

    private static func copy(_ bytes: [UInt8], from start: Int, to target: UnsafeMutableRawPointer, _ count: Int) -> Int
    {
        bytes.withUnsafeBytes { source in
            UnsafeMutableRawBufferPointer(start: target, count: count).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: source[start..<start + count]))
        }
        return count
    }

    private static func open(_ path: String) throws(HTTPFailure) -> (Origin, Int64) {
        let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw .badRequest("`\(path)` cannot be read: \(String(cString: strerror(errno)))")
        }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .badRequest("`\(path)` is not a file")
        }
        return (.file(descriptor: descriptor), Int64(facts.st_size))
    }
}
