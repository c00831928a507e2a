import Foundation
import PostgreSQLServers
import TestSupport
import Testing

/// Operators' commands while commits wait for a standby that is missing.
@Suite(.enabled(if: PostgreSQLServer.programs != nil, "there is no PostgreSQL server"), .serialized)
struct WaitingCommandTests {
    @Test(.timeLimit(.minutes(10)))
    func `commands that read work, and one that changes something says why it ends`() async throws {
        let server = try await PostgreSQLServer()
        let project = try OperatedProject()
        let environment = ["USHER_STORAGE_URL": server.url]
        let list = ["sessions", "list"]
        try await Program.run(list, environment: environment, in: project.folder).expectEnd(with: 0)
        try await server.set(["synchronous_standby_names = 'standby_1'"])
        try await poll { try await server.query("SHOW synchronous_standby_names") == ["standby_1"] }

        try await Program.run(list, environment: environment, in: project.folder).expectEnd(with: 0)
        #expect(try await server.query("SELECT act FROM audit") == ["session.list", "session.list"])

        let change = try await Program.run(
            ["tokens", "add", "deploy", "--role", "author"], environment: environment, in: project.folder)
        change.expectEnd(with: 75)
        #expect(change.errors.hasPrefix("usher: commits wait for a standby in "), "\(change.errors)")
    }
}
