/// The status and headers of a response, collected line by line as they arrive.
struct ResponseHead {
    private(set) var status = 0
    private(set) var headers: [HTTPHeader] = []
    private var size = 0

    /// The maximum size of a head, so that a server cannot exhaust the memory with one.
    static let limit = 256 << 10

    /// Adds one line, including its line break. A status line starts a new head, as after 103 Early Hints.
    mutating func take(_ line: UnsafeRawBufferPointer) throws(HTTPFailure) {
        if line.starts(with: "HTTP/".utf8) {
            headers.removeAll(keepingCapacity: true)
            status = Self.status(in: line)
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            headers.append(HTTPHeader(name: Self.text(line[..<colon]), value: Self.text(line[(colon + 1)...])))
        }
        size += line.count
        guard size <= Self.limit else { throw .tooLarge(limit: Self.limit) }
    }

    /// The number after the version: `HTTP/1.1 200 OK`.
    private static func status(in line: UnsafeRawBufferPointer) -> Int {
        let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
        return parts.count > 1 ? Int(text(parts[1])) ?? 0 : 0
    }

    private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        var bytes = bytes
        while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
        return String(decoding: UnsafeRawBufferPointer(rebasing: bytes), as: UTF8.self)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
    }
}
