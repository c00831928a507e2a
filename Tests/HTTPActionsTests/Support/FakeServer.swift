import Foundation
import Synchronization

/// An HTTP server on this machine that answers one request after another with prepared responses, and records the
/// requests.
final class FakeServer: Sendable {
    /// The response to one request.
    enum Answer: Sendable {
        case status(Int, String, headers: [String] = [])
        /// No response until the client gives up.
        case silence
        /// Closes the connection.
        case hangUp

        static func ok(_ body: String) -> Answer { .status(200, body) }
    }

    private struct State {
        var answers: [Answer]
        var requests: [ReceivedRequest] = []
    }

    let port: Int
    private let state: Mutex<State>

    /// All requests that have arrived completely, in order.
    var requests: [ReceivedRequest] { state.withLock(\.requests) }

    /// - Parameter answers: one for each request; the last one repeats.
    init(_ answers: Answer...) throws {
        state = Mutex(State(answers: answers))
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listens = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard listens, listen(listener, 64) == 0 else { throw Trouble("nobody can listen on this machine") }
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread { [self] in
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                Thread { self.serve(LittleConnection(connection)) }.start()
            }
        }.start()
    }

    private func serve(_ connection: LittleConnection) {
        while let request = connection.receive() {
            switch next(request) {
            case .status(let status, let body, let headers):
                let head = ["HTTP/1.1 \(status) OK", "Content-Length: \(body.utf8.count)"] + headers
                connection.send(head.joined(separator: "\r\n") + "\r\n\r\n" + body)
            case .silence: return connection.waitUntilClientCloses()
            case .hangUp: return
            }
        }
    }

    private func next(_ request: ReceivedRequest) -> Answer {
        state.withLock { state in
            state.requests.append(request)
            return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
        }
    }
}

/// A request as it arrived.
struct ReceivedRequest: Sendable {
    let head: String
    let body: String

    /// The method and the address: `GET /slots?service=Brakes`.
    var line: String { head.components(separatedBy: " HTTP/1.1").first ?? "" }

    func header(_ name: String) -> String? {
        head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix("\(name.lowercased()):") }
            .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }
}

/// The server's end of one connection; it is closed when the object is released.
private final class LittleConnection: Sendable {
    private let descriptor: Int32
    private let unread = Mutex<[UInt8]>([])

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    func receive() -> ReceivedRequest? {
        unread.withLock { unread in
            while true {
                if let end = unread.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound {
                    let head = ReceivedRequest(head: String(decoding: unread[..<end], as: UTF8.self), body: "")
                    let whole = end + (Int(head.header("Content-Length") ?? "0") ?? 0)
                    if unread.count >= whole {
                        defer { unread.removeFirst(whole) }
                        return ReceivedRequest(
                            head: head.head, body: String(decoding: unread[end..<whole], as: UTF8.self))
                    }
                }
                guard let more = read() else { return nil }
                unread += more
            }
        }
    }

    func send(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    func waitUntilClientCloses() { while read() != nil {} }

    private func read() -> ArraySlice<UInt8>? {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count > 0 ? buffer[..<count] : nil
    }
}

/// The reason why a test could not be set up.
struct Trouble: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
