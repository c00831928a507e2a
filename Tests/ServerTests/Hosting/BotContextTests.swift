import Channels
import CurlClient
import Foundation
import JSON
import TestSupport
import Testing

@testable import Server

/// What the bots of a server share, and what each has of its own.
@Suite struct BotContextTests {
    @Test func `no bot waits for the requests of another`() async throws {
        let context = ServerContext(client: CurlClient(), clock: SystemClock(), logger: LogRecorder().logger)
        let main = context.part(of: .main)
        let folders = try ["barber", "clinic"].map { context.part(of: try #require(BotName($0))) }
        #expect(main.client === context.client)
        #expect(folders.allSatisfy { $0.client !== context.client })
        #expect(folders[0].client !== folders[1].client)
        for client in [context.client] + folders.map(\.client) { await client.shutdown() }
    }

    @Test(arguments: ["/admin/api/sessions", "/admin/api/queues", "/admin/api/results", "/metrics", "/health/ready"])
    func `a server with one bot knows no other, and that one by its name`(_ path: String) async throws {
        try await TestServer.run { server in
            for (name, status) in [("main", 200), ("nope", 404), ("", 404)] {
                var request = HTTPRequest.patient("GET", "\(server.url)\(path)?bot=\(name)")
                request.headers = [HTTPHeader(name: "Authorization", value: "Bearer \(Account.operatorToken)")]
                let answer = try await server.client.send(request)
                #expect(answer.status == status, "\(name): \(answer)")
                if status == 200 { continue }
                let reason = try JSONValue(parsing: answer.body)["error"]?["reason"]
                #expect(reason == "this server has no bot of this name")
            }
        }
    }
}
