import CurlClient
import Foundation
import Testing

/// Under a low limit of open files, a server accepts fewer connections, and logs this.
@Suite struct OpenFileTests {
    private let project: TemporaryProject

    init() throws { project = try TemporaryProject() }

    /// Starts a server whose shell has set the limit of open files.
    private func start(_ limit: String) throws -> RunningProgram {
        let command = "\(limit) && exec '\(try Program.path)' dev --port 0 --simulator-port 0"
        return try RunningProgram(["-c", command], of: "/bin/sh", in: project.url)
    }

    /// Returns the server's URL, once it answers.
    private func url(of server: RunningProgram) async throws -> String {
        guard await server.output.wait(for: "Stop with Ctrl-C"),
            let url = server.output.text.firstMatch(of: #/server +(http://\S+)/#)
        else { throw ProgramFailure(server.errors.text) }
        return String(url.1)
    }

    @Test func `more connections than files may be open do not keep a server from working`() async throws {
        let server = try start("ulimit -n 300")
        let url = try await url(of: server)
        #expect(server.errors.text.contains("limit=300") && server.errors.text.contains("used=150"))
        let client = CurlClient(connectionsPerHost: 400)
        let answers = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<400 {
                group.addTask {
                    var request = HTTPRequest("GET", "\(url)/health/live")
                    request.headers = [HTTPHeader(name: "Connection", value: "close")]
                    (request.connectTimeout, request.timeout) = (.seconds(120), .seconds(300))
                    return try await client.send(request).status
                }
            }
            return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        await client.shutdown()
        #expect(answers == [200: 400])
        #expect(!server.errors.text.contains("Too many open files"))
    }

    @Test func `a hundred connections that stay open do not end a server that may have 64 files open`() async throws {
        let server = try start("ulimit -n 64")
        let url = try await url(of: server)
        let port = try #require(URL(string: url)?.port)
        for _ in 0..<2 {
            let connections = try (0..<100).map { _ in try IdleConnection(to: port) }
            // The first connections get a response, while the others wait.
            #expect(connections[0].hasAnswer())
            for connection in connections { connection.close() }
            let client = CurlClient(patience: .seconds(300))
            var request = HTTPRequest("GET", "\(url)/health/live")
            (request.connectTimeout, request.timeout) = (.seconds(120), .seconds(300))
            #expect(try await client.send(request).status == 200)
            await client.shutdown()
        }
        #expect(server.errors.text.contains("limit=64"))
        server.stop()
        await server.expectEnd(with: 0)
    }

    @Test func `a limit that a shell gives is raised as far as it may be`() async throws {
        let server = try start("ulimit -Sn 300")
        _ = try await url(of: server)
        #expect(!server.errors.text.contains("max_connections"))
    }
}

/// A connection with one request, which then stays open.
private struct IdleConnection {
    private let socket: Int32

    init(to port: Int) throws {
        socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard socket >= 0, result == 0 else { throw ProgramFailure("no connection to port \(port): \(errno)") }
        let request = Array("GET /health/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8)
        guard send(socket, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
            throw ProgramFailure("nothing could be asked: \(errno)")
        }
    }

    /// Waits for the beginning of a response.
    func hasAnswer() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 12)
        return recv(socket, &bytes, bytes.count, 0) == bytes.count && bytes.starts(with: "HTTP/1.1 200".utf8)
    }

    func close() { _ = Foundation.close(socket) }
}
