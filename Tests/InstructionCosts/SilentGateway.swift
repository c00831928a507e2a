import Foundation

/// A server that answers every request with 200 and nothing else, one connection at a time, in as few instructions as can be:
/// they count for the request, too.
final class SilentGateway: Sendable {
    let address: String

    /// - Throws: `Unexpected` when no port can be had.
    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &place) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                bind(listener, place, length) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, place, &length) == 0
            }
        }
        guard isListening else { throw Unexpected("no port can be had: \(String(cString: strerror(errno)))") }
        address = "http://127.0.0.1:\(UInt16(bigEndian: place.sin_port))"
        Thread.detachNewThread { Self.serve(listener) }
    }

    private static func serve(_ listener: Int32) {
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { return }
            answer(connection)
            close(connection)
        }
    }

    /// Answers the requests of a connection until it is closed.
    private static func answer(_ connection: Int32) {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        var filled = 0
        while true {
            let count = buffer.withUnsafeMutableBytes { bytes in
                read(connection, bytes.baseAddress?.advanced(by: filled), bytes.count - filled - 1)
            }
            guard count > 0 else { return }
            filled += count
            buffer[filled] = 0
            while let length = requestLength(buffer), length <= filled {
                filled -= length
                buffer.withUnsafeMutableBytes { bytes in
                    guard let start = bytes.baseAddress else { return }
                    memmove(start, start + length, filled)
                }
                let reply: StaticString = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"
                guard write(connection, reply.utf8Start, reply.utf8CodeUnitCount) > 0 else { return }
            }
        }
    }

    /// The length of the first request in the buffer, which ends with a zero; `nil` while its head is incomplete.
    private static func requestLength(_ buffer: [UInt8]) -> Int? {
        buffer.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                let end = strstr(start, "\r\n\r\n")
            else { return nil }
            let head = UnsafePointer(start).distance(to: UnsafePointer(end)) + 4
            guard let field = strstr(start, "Content-Length: "),
                UnsafePointer(start).distance(to: UnsafePointer(field)) < head
            else { return head }
            return head + atol(field + 16)
        }
    }
}
