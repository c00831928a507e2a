import ChildProcess
import Foundation
import TestSupport
import Testing

/// The tables of a server's PostgreSQL database are removed while it runs.
@Suite(.enabled(if: TestDatabase.isPossible, "there is no PostgreSQL server"))
struct EmptiedDatabaseTests {
    @Test(.timeLimit(.minutes(5))) func `doctor names the servers of an emptied database, wherever they run`()
        async throws
    {
        let database = try await TestDatabase()
        try await World.with(seed: 23) { world in
            let server = try await world.startServer(
                with: ["USHER_STORAGE_URL": database.url, "USHER_STORAGE_NODE": "node-0"])
            // A transaction of the server may have precedence.
            await poll {
                (try? await database.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")) != nil
            }
            // As on another machine: where the settings say that the server listens, nothing answers.
            let doctor = try await world.run(
                "doctor", with: ["USHER_STORAGE_URL": database.url, "USHER_SERVER_PORT": "\(try freePort())"])
            #expect(doctor.status == 1, "\(doctor)")
            #expect(doctor.output.contains("servers are connected to it (node-0): was it emptied?"), "\(doctor)")
            #expect(try await database.rows("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == ["0"])
            server.kill()
            _ = await server.status()
        }
        try await database.remove()
    }
}
