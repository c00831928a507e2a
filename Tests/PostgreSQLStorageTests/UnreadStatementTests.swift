import Databases
import Foundation
import PostgreSQLServers
import Testing

@testable import PostgreSQLStorage

/// A server process that stands still reads nothing: what does not fit into the buffer of its socket waits for it.
@Suite(.serialized) struct UnreadStatementTests {
    /// How a statement is sent.
    enum Way: CaseIterable, Sendable {
        case asked, prepared, simple
    }

    /// Far more than the buffer of a socket of this machine.
    private static let large = String(repeating: "ö", count: 4_000_000)
    private static let patience = Duration.seconds(5)
    private static let silence = SQLError(.unavailable, "the server has not answered for 5.0 seconds")

    private static func send(_ way: Way, on connection: PostgreSQLConnection) throws {
        switch way {
        case .asked: _ = try connection.rows("SELECT ?::text", [.text(large)], keepsParsed: false)
        case .prepared: try connection.execute("SELECT ?::text", [.text(large)], keepsParsed: true)
        case .simple: try connection.run("SELECT '\(large)'", within: patience)
        }
    }

    /// Does something while a server process is frozen.
    private static func freezing(_ process: Int32, _ work: () async throws -> Void) async throws {
        try #require(process > 1 && kill(process, SIGSTOP) == 0)
        try await withTaskCancellationHandler {
            defer { kill(process, SIGCONT) }
            try await work()
        } onCancel: {
            // A test that would wait for ever ends as well.
            kill(process, SIGCONT)
        }
    }

    @Test(.timeLimit(.minutes(5)), arguments: Way.allCases)
    func `a statement of which a part is not read is given up like one that is not answered`(_ way: Way) throws {
        let server = try UnreadingServer()
        let connection = try PostgreSQLConnection(server.parameters, patience: Self.patience)
        let error = #expect(throws: SQLError.self) { try Self.send(way, on: connection) }
        #expect(error == Self.silence)
        #expect(!connection.isUsable)
    }

    @Test(
        .enabled(if: TestSchema.server != nil, "there is no PostgreSQL server"), .timeLimit(.minutes(5)),
        arguments: Way.allCases)
    func `a statement that a frozen server process does not read is given up in time`(_ way: Way) async throws {
        var address = try await TestSchema().address
        address.patience = Self.patience
        let connection = try address.connect()
        try await Self.freezing(connection.process) {
            let error = #expect(throws: SQLError.self) { try Self.send(way, on: connection) }
            #expect(error == Self.silence)
            #expect(!connection.isUsable)
        }
    }

    @Test(.enabled(if: TestSchema.server != nil, "there is no PostgreSQL server"), .timeLimit(.minutes(5)))
    func `what a frozen server process does not read is written by another one, once`() async throws {
        var address = try await TestSchema().address
        address.patience = Self.patience
        let engine = PostgreSQLEngine(address, writers: 1, readers: 1)
        let process = try await engine.perform { try Int.fetchOne($0, sql: "SELECT pg_backend_pid()") ?? 0 }
        try await Self.freezing(Int32(process)) {
            try await engine.perform { db in
                try db.execute(
                    sql: "INSERT INTO arrivals (id, channel, received_at, outcome) VALUES ('large', 'c', 1, ?)",
                    arguments: [Self.large])
            }
        }
        let lengths = try await engine.read { db in
            try Int.fetchAll(db, sql: "SELECT length(outcome) FROM arrivals WHERE id = 'large'")
        }
        #expect(lengths == [Self.large.count])
    }

    @Test(
        .enabled(if: TestSchema.server != nil, "there is no PostgreSQL server"), .timeLimit(.minutes(5)),
        arguments: [false, true])
    func `what does not fit into the buffer is sent when the server process reads again`(
        keepsParsed: Bool
    ) async throws {
        let connection = try await TestSchema().address.connect()
        let process = connection.process
        try await Self.freezing(process) {
            connection.whileWaiting = { _ in
                kill(process, SIGCONT)
                return true
            }
            let rows = try connection.rows("SELECT ?::text", [.text(Self.large)], keepsParsed: keepsParsed)
            let isWhole = rows.first.map { $0[0] as String } == Self.large
            #expect(isWhole)
        }
    }
}
