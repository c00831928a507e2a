import Foundation
import PostgreSQLServers
import TestSupport
import Testing

/// A server whose PostgreSQL server stands still: nothing passes between them, and no connection ends.
@Suite(.enabled(if: PostgreSQLServer.programs != nil, "there is no PostgreSQL server"), .serialized)
struct FrozenDatabaseTests {
    /// Far more than what waits for an answer has, and far less than without a limit.
    private static let stopLimit = Duration.seconds(120)

    @Test(.timeLimit(.minutes(10)), arguments: [true, false])
    func `a server whose database stands still is soon not ready, and ends in time`(isKnown: Bool) async throws {
        let primary = try await PostgreSQLServer()
        let database = try await TestDatabase(on: primary.url)
        let proxy = try WireProxy(to: "\(primary.folder.path)/.s.PGSQL.\(primary.port)")
        defer { proxy.stop() }
        let url =
            "postgresql:///\(database.databaseName)?host=127.0.0.1&port=\(proxy.port)&user=postgres&sslmode=disable"
            + "&gssencmode=disable"
        try await World.with(seed: 9) { world in
            let server = try await world.startServer(
                with: ["USHER_STORAGE_URL": url, "USHER_STORAGE_NODE": "node-0"])
            let ready = "http://127.0.0.1:\(world.serverPort)/health/ready"
            await poll { (try? await SeveralBots.send("GET", ready))?.status == 200 }
            proxy.freeze()
            if isKnown {
                await poll { (try? await SeveralBots.send("GET", ready))?.status == 503 }
                #expect(await server.errors.wait(for: "it has answered nothing for more than four seconds"))
            }
            let stopped = ContinuousClock.now
            server.stop()
            #expect(await server.errors.wait(for: "stopped accepting connections"))
            #expect(server.errors.text.contains("server is stopping"))
            await server.expectEnd(with: 0)
            #expect(stopped.duration(to: .now) < Self.stopLimit)
        }
        try await database.remove()
    }
}
