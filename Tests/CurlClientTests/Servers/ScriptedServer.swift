import Foundation

/// A server that plays a script on each connection, byte for byte, on its own thread.
///
/// It serves until the tests end, so that no test has to keep a reference to it.
final class ScriptedServer: Sendable {
    let port: Int
    private let log = ServerLog()

    typealias Script = @Sendable (ScriptedConnection) throws -> Void

    /// The number of connections so far.
    var connections: Int { log.connections }

    /// All requests that have arrived completely, in order.
    var received: [ReceivedRequest] { log.requests }

    init(_ script: @escaping Script) throws {
        let (listener, port) = try bindPort()
        guard listen(listener, 512) == 0 else { throw ScriptTrouble("nobody can listen on port \(port)") }
        self.port = port
        let thread = Thread { [log] in
            while case let descriptor = accept(listener, nil, nil), descriptor >= 0 {
                Self.play(script, to: descriptor, number: log.addConnection(), log: log)
            }
        }
        thread.start()
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

    private static func play(_ script: @escaping Script, to descriptor: Int32, number: Int, log: ServerLog) {
        Thread {
            let connection = ScriptedConnection(descriptor, number: number, writingTo: log)
            do {
                try script(connection)
            } catch {
                connection.send("HTTP/1.1 500 \(error)\r\nContent-Length: 0\r\n\r\n")
            }
        }.start()
    }
}

struct ScriptTrouble: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
