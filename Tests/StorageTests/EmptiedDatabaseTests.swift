import Databases
import Storage
import Testing

@testable import PostgreSQLStorage
@testable import SQLStorage

/// What a PostgreSQL server says of the servers of a bot that are connected to a database without tables.
@Suite(.enabled(if: MoveWorld.address != nil, "there is no PostgreSQL server"))
struct EmptiedDatabaseTests {
    /// The data as a server has them, with a connection that stays open.
    private func serve(_ place: StoragePlace, as node: String) async throws -> StoredData {
        var use = StorageUse(isServer: true, key: nil)
        use.node = node
        let data = try place.open(use)
        try await read(data)
        return data
    }

    private func read(_ data: StoredData) async throws {
        #expect(try await data.read { try Int.fetchOne($0, sql: "SELECT 1") } == 1)
    }

    @Test func `servers whose tables were removed are named, and commands are not`() async throws {
        try await MoveWorld.run { world in
            let named = { try world.server.facts()?.serversWithoutTables }
            guard case .server(let url, _) = world.server else { return }
            let address = try PostgreSQLAddress(url.text, node: ConnectionName.move)
            let command = PostgreSQLEngine(address, writers: 1, readers: 1)
            try await command.run("SET statement_timeout TO 0")
            #expect(try named() == [], "no server is connected yet")
            let servers = [try await serve(world.server, as: "web-2"), try await serve(world.server, as: "web-1")]
            #expect(try named() == [], "the tables are there")

            try await command.run("DROP TABLE layouts")
            #expect(try named() == ["web-1", "web-2"])
            try await command.run("CREATE SCHEMA bot_barber; CREATE TABLE bot_barber.layouts (number bigint)")
            #expect(try named() == [], "they may be servers of the other bot")
            for data in servers { try await read(data) }
        }
    }
}
