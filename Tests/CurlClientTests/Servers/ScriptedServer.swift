import Foundation

/// A server that plays a script to each connection, byte for byte, on a thread of its own.
final class ScriptedServer: Sendable {
    let port: Int
    private let listener: Int32
    private let log = ServerLog()

    typealias Script = @Sendable (ScriptedConnection) throws -> Void

    /// How many connections have come so far.
    var connections: Int { log.connections }

    /// Every request that has come whole, in order.
    var received: [ReceivedRequest] { log.requests }

    init(_ script: @escaping Script) throws {
        (listener, port) = try Self.listen()
        let thread = Thread { [listener, log] in
            while case let descriptor = accept(listener, nil, nil), descriptor >= 0 {
                log.addConnection()
                Self.play(script, to: descriptor, log: log)
            }
        }
        thread.start()
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// Answers every request of a connection with the same bytes.
    static func answering(_ answer: String) throws -> ScriptedServer {
        try ScriptedServer { connection in
            while try connection.receive() != nil { connection.send(answer) }
        }
    }

    func url(_ path: String = "/", scheme: String = "http", host: String = "127.0.0.1") -> String {
        "\(scheme)://\(host):\(port)\(path)"
    }

    private static func play(_ script: @escaping Script, to descriptor: Int32, log: ServerLog) {
        Thread {
            let connection = ScriptedConnection(descriptor, writingTo: log)
            do {
                try script(connection)
            } catch {
                connection.send("HTTP/1.1 500 \(error)\r\nContent-Length: 0\r\n\r\n")
            }
        }.start()
    }

    private static func listen() throws -> (descriptor: Int32, port: Int) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isReady = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isReady, Foundation.listen(descriptor, 512) == 0 else { throw ScriptTrouble("no port could be bound") }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// A port that nobody listens on, at least a moment ago.
    static func freePort() throws -> Int {
        let (descriptor, port) = try listen()
        close(descriptor)
        return port
    }
}

struct ScriptTrouble: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
