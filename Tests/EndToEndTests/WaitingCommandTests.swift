import Foundation
import PostgreSQLServers
import TestSupport
import Testing

/// Operators' commands, and starts, while commits wait for a standby that is missing.
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
        #expect(change.errors.contains("it is not known whether the transaction took effect"), "\(change.errors)")
        #expect(change.errors.contains("`usher tokens revoke deploy`"), "\(change.errors)")
    }

    @Test(.timeLimit(.minutes(10)))
    func `where another server may be the primary, a command changes nothing, and one that reads warns`() async throws {
        let server = try await PostgreSQLServer()
        let project = try OperatedProject()
        let hosts = server.url.replacing("host=\(server.folder.path)", with: "host=\(server.folder.path),/nowhere")
        var environment = ["USHER_STORAGE_URL": hosts]
        let list = try await Program.run(["sessions", "list"], environment: environment, in: project.folder)
        list.expectEnd(with: 0)
        #expect(list.errors.contains("/nowhere:\(server.port) cannot be reached"), "\(list.errors)")

        let change = ["tokens", "add", "deploy", "--role", "author"]
        let refused = try await Program.run(change, environment: environment, in: project.folder)
        refused.expectEnd(with: 75)
        #expect(refused.output == "" && refused.errors.contains("nothing was changed: /nowhere"), "\(refused.errors)")
        #expect(try await server.query("SELECT name FROM api_tokens") == [])

        environment["USHER_STORAGE_ACCEPT_LOSS"] = "true"
        try await Program.run(change, environment: environment, in: project.folder).expectEnd(with: 0)
    }

    @Test(.timeLimit(.minutes(10)))
    func `a server that starts meanwhile says why it does not, and is to be started again`() async throws {
        let server = try await PostgreSQLServer()
        let project = try TemporaryProject()
        let environment = [
            "USHER_STORAGE_URL": server.url, "USHER_STORAGE_KEY": String(repeating: "A", count: 43) + "=",
            "USHER_APPLE_MSP_ID": "msp", "USHER_APPLE_SECRET": String(repeating: "A", count: 44),
            "USHER_SERVER_PORT": "0",
        ]
        // It creates the tables.
        var without = environment
        without["USHER_STORAGE_KEY"] = nil
        try await Program.run(["sessions", "list"], environment: without, in: project.url).expectEnd(with: 0)
        try await server.set(["synchronous_standby_names = 'standby_1'"])
        try await poll { try await server.query("SHOW synchronous_standby_names") == ["standby_1"] }
        let start = try RunningProgram(["serve"], environment: environment, in: project.url)
        let isExplained = await start.errors.wait(for: "server not started yet, the database does not respond")
        #expect(isExplained, "\(start.errors.text)")
        await start.expectEnd(with: 75)
    }
}
