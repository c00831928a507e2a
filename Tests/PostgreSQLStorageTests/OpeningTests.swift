import Databases
import Foundation
import SQLStorage
import Testing

@testable import PostgreSQLStorage

/// Opening a database, alone and together with others.
@Suite(.enabled(if: TestSchema.server != nil, "there is no PostgreSQL server"))
struct OpeningTests {
    private static func address(_ schema: String = TestSchema.newName()) throws -> PostgreSQLAddress {
        try PostgreSQLAddress(try #require(TestSchema.server), schema: schema, node: "test")
    }

    private static func open(
        _ address: PostgreSQLAddress, key: StorageKey? = nil, isServer: Bool = true
    ) async throws -> PostgreSQLDatabase {
        try await PostgreSQLDatabase(address, key: key, files: "", isServer: isServer, writers: 1, readers: 1)
    }

    private static func layouts(_ address: PostgreSQLAddress) async throws -> [Int64] {
        try await PostgreSQLEngine(address, writers: 1, readers: 1).read { db in
            try Int64.fetchAll(db, sql: "SELECT number FROM layouts ORDER BY number")
        }
    }

    private static func error(_ work: () async throws -> Void) async -> PostgreSQLOpeningError? {
        do {
            try await work()
            Issue.record("it was opened")
        } catch let error as PostgreSQLOpeningError {
            return error
        } catch {
            Issue.record(error)
        }
        return nil
    }

    @Test func `servers that start at the same moment create the tables once`() async throws {
        let (address, key) = (try Self.address(), StorageKey.random())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { try await Self.open(address, key: key).probe() } }
            try await group.waitForAll()
        }
        #expect(try await Self.layouts(address) == PostgreSQLStep.all.map(\.number))
    }

    @Test(arguments: ["sessions", "arrivals", "commits"])
    func `tables of another program keep their names`(table: String) async throws {
        let address = try Self.address()
        try await PostgreSQLSession(address).run(
            "CREATE SCHEMA \"\(address.schema)\"; CREATE TABLE \(table) (number bigint); CREATE TABLE invoices (number bigint)"
        )
        let error = await Self.error { try await Self.open(address).probe() }
        #expect(error == .otherTables(address.place, table: table))
        #expect(error?.isTemporary == false)
        let tables = try await PostgreSQLSession(address).value { db in
            try String.fetchAll(
                db, sql: "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1")
        }
        #expect(tables == ["invoices", table].sorted())
    }

    @Test(arguments: [
        #"too many connections for role "usher""#, #"too many connections for database "usher""#,
        "remaining connection slots are reserved for non-replication superuser connections",
        "sorry, too many clients already",
    ])
    func `a server that has as many connections as it may is tried again`(reason: String) {
        let error = SQLError(.unavailable, "connection to server at \"db\" failed: FATAL:  \(reason)")
        guard case .unreachable("db", _) = PostgreSQLOpeningError(error, at: "db") else {
            Issue.record("\(reason) is no reason to give up")
            return
        }
    }

    @Test func `where only standbys are left, one is to be promoted`() {
        let reason = "connection to server at \"db-2\" failed: session is read-only"
        let error = PostgreSQLOpeningError(SQLError(.unavailable, reason), at: "db-1, db-2")
        #expect(error.isTemporary)
        #expect(
            error.description.hasPrefix(
                "no PostgreSQL server of db-1, db-2 takes writes: \(reason); if the primary is lost, promote"))
    }

    @Test func `a password with a character that means something else is explained`() {
        #expect(PostgreSQLOpeningError.badAddress("x").description.contains("`%` in the password as `%40`"))
    }

    // MARK: Layouts

    private static let newest = Int64(PostgreSQLStep.all.count)
    /// All layouts of this version.
    private static let known = PostgreSQLStep.all.map(\.number)

    /// Adds a column, as a later version may.
    private static let next = PostgreSQLStep(
        newest + 1, usableFrom: 1, "ALTER TABLE lanes ADD COLUMN note text; CREATE INDEX lanes_by_note ON lanes (note)")
    private static let later = PostgreSQLStep(newest + 2, "ALTER TABLE lanes DROP COLUMN due")

    @Test func `tables of an older layout are migrated step by step, once, also by several servers`() async throws {
        let address = try Self.address()
        let database = try await Self.open(address)
        try await database.perform { db in
            try db.execute(sql: "INSERT INTO lanes (session_id, next, sent, epoch) VALUES (7, 2, 1, 0)")
        }
        let steps = PostgreSQLStep.all + [Self.next]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { try await PostgreSQLSchema(address, steps: steps).make() } }
            try await group.waitForAll()
        }
        #expect(try await Self.layouts(address) == Self.known + [Self.newest + 1])
        let lanes = try await database.read { try Row.fetchAll($0, sql: "SELECT session_id, note FROM lanes") }
        #expect(lanes == [Row([7, nil])])
    }

    @Test func `a layout that only adds something is used by the version before, too`() async throws {
        let address = try Self.address()
        try await PostgreSQLSchema(address, steps: PostgreSQLStep.all + [Self.next]).make()
        try await Self.open(address).probe()
        try await Self.open(address, isServer: false).probe()
    }

    @Test func `a layout that needs a newer version is refused, and nothing is changed`() async throws {
        let address = try Self.address()
        try await PostgreSQLSchema(address, steps: PostgreSQLStep.all + [Self.next, Self.later]).make()
        for isServer in [true, false] {
            let error = await Self.error { _ = try await Self.open(address, isServer: isServer) }
            #expect(error == .tooNew(layout: Self.newest + 2, known: Self.newest))
            #expect(error?.description.contains("run that version") == true)
        }
        #expect(try await Self.layouts(address) == Self.known + [Self.newest + 1, Self.newest + 2])
    }

    @Test func `a command does not migrate the tables of a server that may be running`() async throws {
        let address = try Self.address()
        _ = try await Self.open(address)
        let schema = PostgreSQLSchema(address, steps: PostgreSQLStep.all + [Self.next])
        let error = await Self.error { try await schema.make(mayMigrate: false) }
        #expect(error == .tooOld(layout: Self.newest, wanted: Self.newest + 1))
        #expect(try await Self.layouts(address) == Self.known)
    }

    @Test func `a step that fails changes nothing, and is made at the next start`() async throws {
        let address = try Self.address()
        _ = try await Self.open(address)
        let broken = PostgreSQLStep(
            Self.newest + 1, "ALTER TABLE lanes ADD COLUMN note text; ALTER TABLE nowhere ADD COLUMN x text")
        await #expect(throws: SQLError.self) {
            try await PostgreSQLSchema(address, steps: PostgreSQLStep.all + [broken]).make()
        }
        #expect(try await Self.layouts(address) == Self.known)
        try await PostgreSQLSchema(address, steps: PostgreSQLStep.all + [Self.next]).make()
        #expect(try await Self.layouts(address) == Self.known + [Self.newest + 1])
    }

    // MARK: Keys

    @Test func `another key is refused before anything is sealed with it`() async throws {
        let address = try Self.address()
        let (first, second) = (StorageKey.random(), StorageKey.random())
        _ = try await Self.open(address, key: first)
        #expect(await Self.error { _ = try await Self.open(address, key: second) } == .wrongKey)
        _ = try await Self.open(address)
        _ = try await Self.open(address, key: second.replacing([first]))
        #expect(await Self.error { _ = try await Self.open(address, key: second) } == .formerKeyMissing)
        #expect(await Self.error { _ = try await Self.open(address, key: first) } == .wrongKey)
        _ = try await Self.open(address, key: second.replacing([first]))
    }

    @Test func `a database that does not store every character is refused`() async throws {
        let server = try #require(TestSchema.server)
        let name = TestSchema.newName()
        try await PostgreSQLEngine.patient(server).run(
            "CREATE DATABASE \(name) ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
        let address = try PostgreSQLAddress(server.replacing("/postgres?", with: "/\(name)?"))
        let error = await Self.error { _ = try await Self.open(address) }
        #expect(error?.description.contains("LATIN1") == true)
    }

    // MARK: Addresses

    @Test func `a server that is not there, and a database that it does not have, are named`() async throws {
        let server = try #require(TestSchema.server)
        let nowhere = try PostgreSQLAddress("postgresql://usher:geheim@127.0.0.1:1/shop")
        let none = try PostgreSQLAddress(server.replacing("/postgres?", with: "/no_such_shop?"), password: "geheim")
        let stranger = try PostgreSQLAddress(
            server.replacing("user=postgres", with: "user=no_such_user"), password: "geheim")
        let unreachable = await Self.error { _ = try await Self.open(nowhere) }
        #expect(unreachable?.isTemporary == true)
        #expect(unreachable?.description.contains("127.0.0.1:1, database shop cannot be reached") == true)
        let missing = await Self.error { _ = try await Self.open(none) }
        #expect(missing?.isTemporary == false)
        #expect(missing?.description.contains("createdb") == true)
        let refused = await Self.error { _ = try await Self.open(stranger) }
        #expect(refused?.isTemporary == false)
        #expect(refused?.description.contains("no_such_user") == true)
        for error in [unreachable, missing, refused] {
            let text = error?.description ?? ""
            #expect(text.contains("storage.url") && !text.contains("geheim") && !text.contains("\n"), "\(text)")
        }
    }

    @Test(arguments: [
        "postgresql://usher:geheim@host:not-a-port/shop?geheim", "postgresql://u:geheim@[host/x", "geheim",
        "password=geheim what",
    ]) func `an address that cannot be read is refused without what it says`(url: String) throws {
        let error = #expect(throws: PostgreSQLOpeningError.self) { _ = try PostgreSQLAddress(url) }
        let text = error?.description ?? ""
        #expect(text.contains("storage.url") && !text.contains("geheim"), "\(text)")
    }
}

/// How errors of an opening are described, without a server.
@Suite struct OpeningErrorTests {
    @Test func `a user who may connect and not create tables is to be the owner`() {
        let denied = SQLError(.other, "ERROR:  permission denied for database notmine (SQLSTATE 42501)")
        let error = PostgreSQLOpeningError(denied, at: "db, database notmine")
        #expect(!error.isTemporary && !error.description.contains("pg_hba.conf"), "\(error)")
        #expect(error.description.contains("may not create tables in the PostgreSQL database db, database notmine"))
        #expect(error.description.contains("OWNER TO") && error.description.contains("GRANT CREATE ON DATABASE"))
    }

    @Test func `a user who may not connect is to be admitted`() {
        let reason = "FATAL:  permission denied for database \"shop\"; DETAIL:  User does not have CONNECT privilege."
        let refused = SQLError(.unavailable, reason)
        #expect(PostgreSQLOpeningError(refused, at: "db").description.contains("pg_hba.conf"))
    }

    @Test func `a database that is missing is named once`() {
        let missing = SQLError(.unavailable, "FATAL:  database \"nope\" does not exist")
        let error = PostgreSQLOpeningError(missing, at: "db, database nope")
        #expect(error.description.hasPrefix("there is no such PostgreSQL database (db, database nope): FATAL"))
    }
}
