import Foundation

/// A connection on which a test writes HTTP byte by byte, including requests that no client would send.
final class RawConnection: Sendable {
    private let descriptor: Int32

    init(port: Int) async throws { descriptor = try await Self.connected(to: port) }

    deinit { close(descriptor) }

    /// Returns a socket connected to a port of this machine.
    ///
    /// It connects on a separate thread: when many connect at once it can take a minute, and the few threads of Swift's
    /// tasks, including the server's, must not be blocked.
    static func connected(to port: Int) async throws -> Int32 {
        try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result { try connectedNow(to: port) }) }.start()
        }
    }

    private static func connectedNow(to port: Int) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Trouble("no socket: \(String(cString: strerror(errno)))") }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else {
            let reason = String(cString: strerror(errno))
            close(descriptor)
            throw Trouble("no connection to port \(port): \(reason)")
        }
        return descriptor
    }

    /// Sends what `write` writes and returns the first line of the response, or `nil` when there is none.
    ///
    /// - Parameter isWhole: whether the connection stays open for the response.
    func exchange(isWhole: Bool = true, _ write: @escaping @Sendable (RawConnection) -> Void) async -> String? {
        await withCheckedContinuation { continuation in
            Thread { [self] in
                write(self)
                if !isWhole { shutdown(descriptor, Int32(SHUT_WR)) }
                continuation.resume(returning: firstLine())
            }.start()
        }
    }

    /// Sends a text, and returns all that arrives until the server closes the connection.
    ///
    /// - Parameter isWhole: whether more could follow.
    func everything(for text: String, isWhole: Bool = true) async -> String {
        await withCheckedContinuation { continuation in
            Thread { [self] in
                send(text)
                if !isWhole { shutdown(descriptor, Int32(SHUT_WR)) }
                var answer: [UInt8] = []
                var buffer = [UInt8](repeating: 0, count: 65_536)
                while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 {
                    answer += buffer[..<count]
                }
                continuation.resume(returning: String(decoding: answer, as: UTF8.self))
            }.start()
        }
    }

    /// Returns whether all of the text was sent; `false` when the server has closed the connection.
    @discardableResult
    func send(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private func firstLine() -> String? {
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while !answer.contains(UInt8(ascii: "\n")) {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            answer += buffer[..<count]
        }
        return String(decoding: answer.prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    }
}
