import CurlClient
import Foundation
import Testing

/// Where the system allows few open files, a server takes fewer connections, and says so.
@Suite struct OpenFileTests {
    private let project: TemporaryProject

    init() throws { project = try TemporaryProject() }

    /// A server whose shell has said how many files it may have open.
    private func start(_ limit: String) throws -> RunningProgram {
        let command = "\(limit) && exec '\(try Program.path)' dev --port 0 --simulator-port 0"
        return try RunningProgram(["-c", command], of: "/bin/sh", in: project.url)
    }

    /// Where it answers, once it does.
    private func url(of server: RunningProgram) async throws -> String {
        guard await server.output.wait(for: "Stop with Ctrl-C"),
            let url = server.output.text.firstMatch(of: #/server +(http://\S+)/#)
        else { throw ProgramFailure(server.errors.text) }
        return String(url.1)
    }

    @Test func `more connections than files may be open do not keep a server from working`() async throws {
        let server = try start("ulimit -n 300")
        let url = try await url(of: server)
        #expect(server.errors.text.contains("`server.max_connections` is 150 instead of 10000"))
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

    @Test func `a limit that a shell gives is raised as far as it may be`() async throws {
        let server = try start("ulimit -Sn 300")
        _ = try await url(of: server)
        #expect(!server.errors.text.contains("max_connections"))
    }
}
