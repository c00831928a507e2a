import ConversationRuntime
import Databases
import Expressions
import Foundation
import Storage
import Testing

@testable import PostgreSQLStorage
@testable import SQLStorage

/// A move that is refused or fails leaves a PostgreSQL database as it found it, also without tables.
@Suite(.enabled(if: MoveWorld.address != nil, "there is no PostgreSQL server"))
struct MoveUntouchedTests {
    private struct Interrupted: Error {}

    private func fill(_ world: MoveWorld) async throws {
        try await world.open(world.file).perform { try MovedRows.fill($0) }
    }

    @Test func `an empty database stays without tables, whatever the reason`() async throws {
        try await MoveWorld.run { world in
            try await fill(world)
            #expect(await world.refusal(world.file, world.server, key: .random()) != nil)
            #expect(try await world.tablesOnServer() == [], "another key")
            #expect(await world.refusal(world.file, world.server, hasKey: false) != nil)
            #expect(try await world.tablesOnServer() == [], "no key")
            do {
                let served = try world.open(world.file)
                #expect(await world.refusal(world.file, world.server)?.isTemporary == true)
                #expect(try await world.tablesOnServer() == [], "a file in use")
                withExtendedLifetime(served) {}
            }
            for end in ["sessions", "target"] {
                let error = await world.refusal(world.file, world.server) { if $0 == end { throw Interrupted() } }
                #expect(error != nil)
                #expect(try await world.tablesOnServer() == [], "interrupted at \(end)")
            }
            try await world.change(
                world.file, "UPDATE chat_customers SET name = 'A' || char(0) WHERE id = ?", ["chat_customers.id 3"])
            #expect(await world.refusal(world.file, world.server)?.description.contains("U+0000") == true)
            #expect(try await world.tablesOnServer() == [], "a text that cannot be stored")
            try await world.change(
                world.file, "UPDATE chat_customers SET name = 'A' WHERE id = ?", ["chat_customers.id 3"])
            let before = try await world.dump(world.file)
            try await world.move(world.file, world.server)
            #expect(try await world.dump(world.server) == before)
        }
    }

    @Test func `empty tables that were there before stay`() async throws {
        try await MoveWorld.run { world in
            try await fill(world)
            _ = try world.open(world.server)
            let tables = try await world.tablesOnServer().sorted()
            #expect(await world.refusal(world.file, world.server, key: .random()) != nil)
            #expect(try await world.tablesOnServer().sorted() == tables)
        }
    }

    private func layout(_ world: MoveWorld) async throws -> Int? {
        guard case .server(let url, _) = world.server else { return nil }
        return try await PostgreSQLEngine(PostgreSQLAddress(url.text), writers: 1, readers: 1).read { db in
            try Int.fetchOne(db, sql: "SELECT MAX(number) FROM layouts")
        }
    }

    @Test func `tables of an earlier layout are migrated by the move that succeeds, and by no other`() async throws {
        try await MoveWorld.run { world in
            guard case .server(let url, _) = world.server else { return }
            try await fill(world)
            let steps = Array(PostgreSQLStep.all.dropLast())
            try await PostgreSQLSchema(PostgreSQLAddress(url.text), steps: steps).make()
            let interrupted = await world.refusal(world.file, world.server) { _ in throw Interrupted() }
            #expect(interrupted != nil)
            #expect(try await layout(world) == steps.count)
            try await world.runOnServer("INSERT INTO chat_owners (name, customer) VALUES ('chat', 'ana')")
            #expect(await world.refusal(world.file, world.server)?.description.contains("is not empty") == true)
            #expect(try await layout(world) == steps.count)
            try await world.runOnServer("DELETE FROM chat_owners")
            try await world.move(world.file, world.server)
            #expect(try await layout(world) == PostgreSQLStep.all.count)
        }
    }

    /// As a server does that starts on the same database at the same moment.
    @Test func `tables that another program creates meanwhile are used`() async throws {
        try await MoveWorld.run { world in
            guard case .server(let url, _) = world.server else { return }
            let address = try PostgreSQLAddress(url.text)
            let connection = try address.connect()
            try connection.begin(.look)
            try await PostgreSQLSchema(address).make()
            try PostgreSQLSchema(address).make(within: connection)
            connection.rollback()
            #expect(try await layout(world) == PostgreSQLStep.all.count)
        }
    }
}
