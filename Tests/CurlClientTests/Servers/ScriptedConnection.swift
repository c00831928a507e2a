import Foundation

/// The server's end of one connection; it is closed when the script releases it.
final class ScriptedConnection {
    /// 1 for the first connection that the server accepted.
    let number: Int
    private let descriptor: Int32
    private let log: ServerLog
    private var unread: [UInt8] = []

    init(_ descriptor: Int32, number: Int, writingTo log: ServerLog) {
        self.number = number
        self.descriptor = descriptor
        self.log = log
    }

    deinit {
        close(descriptor)
    }

    /// Returns the next request with its body, or `nil` when the client has closed the connection.
    func receive() throws -> ReceivedRequest? {
        guard let end = try readHead() else { return nil }
        var request = ReceivedRequest(head: String(decoding: unread[..<end], as: UTF8.self))
        unread.removeFirst(end)
        let length = Int(request.header("Content-Length") ?? "0") ?? 0
        while unread.count < length {
            guard readMore() else { throw ScriptTrouble("the body ended too early") }
        }
        request.body = Array(unread[..<length])
        unread.removeFirst(length)
        log.add(request)
        return request
    }

    /// Returns whether all of the text was sent; `false` when the client has closed the connection.
    @discardableResult
    func send(_ text: String) -> Bool {
        send(Array(text.utf8))
    }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    func waitUntilClientCloses() {
        while readMore() { unread = [] }
    }

    /// Makes the connection end with a reset (RST) instead of a regular close (FIN).
    func endAbruptly() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }

    private func readHead() throws -> Int? {
        let ending = Array("\r\n\r\n".utf8)
        while true {
            if let range = unread.firstRange(of: ending) { return range.upperBound }
            guard readMore() else {
                if unread.isEmpty { return nil }
                throw ScriptTrouble("the head ended too early")
            }
        }
    }

    private func readMore() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count > 0 { unread += buffer[..<count] }
        return count > 0
    }
}

struct ReceivedRequest: Sendable {
    let head: String
    var body: [UInt8] = []

    var line: String { lines[0] }
    var headerLines: [String] { Array(lines.dropFirst()) }
    private var lines: [String] { head.components(separatedBy: "\r\n").filter { !$0.isEmpty } }

    func header(_ name: String) -> String? {
        headerLines.first { $0.lowercased().hasPrefix("\(name.lowercased()):") }
            .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }
}
