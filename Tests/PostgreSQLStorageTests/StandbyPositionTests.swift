import Foundation
import PostgreSQLServers
import TestSupport
import Testing

/// How operators compare standbys before they promote one of them.
@Suite(.enabled(if: PostgreSQLServer.programs != nil, "there is no PostgreSQL server"), .serialized)
struct StandbyPositionTests {
    /// The statement of the page about several machines.
    private static func statement() throws -> String {
        let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(contentsOf: repository.appending(path: "Docs/Scaling.md"), encoding: .utf8)
        let found = try #require(page.firstMatch(of: /psql -Atc '(SELECT [^']*pg_last_wal[^']*)'/))
        return String(found.1)
    }

    @Test func `a standby that was restarted after the primary went has a position`() async throws {
        let primary = try await PostgreSQLServer()
        let standby = try await PostgreSQLServer.standby(of: primary, named: "standby_1")
        try await primary.query("CREATE TABLE notes AS SELECT generate_series(1, 1000) AS id")
        try await poll { try await standby.query("SELECT to_regclass('notes') IS NOT NULL") == ["t"] }
        let applied = try #require(try await standby.query("SELECT pg_last_wal_replay_lsn()").first)

        await primary.crash()
        await standby.crash()
        try await standby.start()
        let statement = try Self.statement()
        try await poll { try await standby.query("SELECT (\(statement)) >= '\(applied)'") == ["t"] }
        await standby.crash()
    }
}
