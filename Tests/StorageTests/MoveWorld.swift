import ConversationRuntime
import Databases
import Expressions
import Foundation
import SQLiteStorage
import Storage
import Testing

@testable import PostgreSQLStorage
@testable import SQLStorage

/// Monday, 2 March 2026, 10:00 in Berlin.
let tenOClock = Moment(seconds: 1_772_442_000)

/// A folder for files, and an empty database on the server of `.ci/with-postgresql`.
struct MoveWorld: Sendable {
    let folder: URL
    let server: StoragePlace
    let key: StorageKey

    var file: StoragePlace { .file(folder.appending(path: "usher.sqlite").path) }
    /// The file that data come back to.
    var back: StoragePlace { .file(folder.appending(path: "back.sqlite").path) }

    /// The address of the server; `nil` where there is none.
    static let address = ProcessInfo.processInfo.environment["USHER_POSTGRESQL"]

    static func run(_ body: (MoveWorld) async throws -> Void) async throws {
        let address = try #require(address)
        let folder = FileManager.default.temporaryDirectory.appending(path: "usher-move-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let name = "move_\(UUID().uuidString.lowercased().prefix(13).replacing("-", with: "_"))"
        // Creating and dropping a database waits for the disk, which other tests keep busy.
        var patient = try PostgreSQLAddress(address)
        patient.patience = .seconds(600)
        let engine = PostgreSQLEngine(patient, writers: 1, readers: 1)
        try await engine.run("SET statement_timeout TO 0")
        try await engine.run("CREATE DATABASE \(name)")
        let url = try #require(StorageURL(address.replacing("///postgres?", with: "///\(name)?")))
        let outcome: Result<Void, any Error>
        do {
            try await body(MoveWorld(folder: folder, server: .server(url, files: folder.path), key: .random()))
            outcome = .success(())
        } catch {
            outcome = .failure(error)
        }
        try await engine.run("DROP DATABASE \(name) WITH (FORCE)")
        try outcome.get()
    }

    func open(_ place: StoragePlace, isServer: Bool = true) throws -> StoredData {
        try place.open(StorageUse(isServer: isServer, key: key))
    }

    /// Moves with the key of the world.
    @discardableResult func move(
        _ source: StoragePlace, _ target: StoragePlace, key: StorageKey? = nil, hasKey: Bool = true,
        passing: @escaping @Sendable (String) throws -> Void = { _ in }
    ) async throws(MoveError) -> MoveReport {
        let use = StorageUse(isServer: true, key: hasKey ? key ?? self.key : nil)
        return try await StorageMove(from: source, to: target, use, at: tenOClock).run(passing: passing)
    }

    /// What a refused move says.
    func refusal(
        _ source: StoragePlace, _ target: StoragePlace, key: StorageKey? = nil, hasKey: Bool = true,
        passing: @escaping @Sendable (String) throws -> Void = { _ in }
    ) async -> MoveError? {
        do throws(MoveError) {
            try await move(source, target, key: key, hasKey: hasKey, passing: passing)
            return nil
        } catch {
            return error
        }
    }

    /// The rows of all tables that are moved, in order.
    func dump(_ place: StoragePlace) async throws -> [String: [Row]] {
        let data = try open(place, isServer: false)
        return try await data.read { db in
            let shapes = try TableShape.all(db)
            return try MovedTable.all.reduce(into: [:]) { dump, table in
                let shape = try #require(shapes[table.name])
                dump[table.name] = try Row.fetchAll(
                    db,
                    sql: """
                        SELECT \(shape.columns.joined(separator: ", ")) FROM \(table.name)
                        ORDER BY \(shape.key.joined(separator: ", "))
                        """)
            }
        }
    }

    /// Whether a database holds nothing. The proof of the key is written by those who look.
    func isEmpty(_ place: StoragePlace) async throws -> Bool {
        try await dump(place).allSatisfy { $0.key == "key_proof" || $0.value.isEmpty }
    }

    /// The names of the files in the folder that a database has for them.
    func files(of place: StoragePlace) -> [String] {
        let name = if case .file(let path) = place { URL(filePath: path).lastPathComponent } else { "files" }
        let path = folder.appending(path: "content/\(name)").path
        return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter { $0 != "work" }.sorted()
    }

    /// Changes a database as a command does.
    func change(_ place: StoragePlace, _ statement: String, _ arguments: Arguments = []) async throws {
        try await open(place, isServer: false).perform { try $0.execute(sql: statement, arguments: arguments) }
    }

    /// Runs a statement on the server, which creates no tables of Usher's.
    func runOnServer(_ statement: String) async throws {
        guard case .server(let url, _) = server else { return }
        try await PostgreSQLEngine(PostgreSQLAddress(url.text), writers: 1, readers: 1).run(statement)
    }

    /// The names of all tables on the server.
    func tablesOnServer() async throws -> [String] {
        guard case .server(let url, _) = server else { return [] }
        return try await PostgreSQLEngine(PostgreSQLAddress(url.text), writers: 1, readers: 1).read { db in
            try String.fetchAll(
                db,
                sql: "SELECT relname::text FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace")
        }
    }

    /// Adds Ana's session.
    static let session = """
        INSERT INTO sessions (channel, customer, business, revision, status, flow, step, version, state, started_at, updated_at)
        VALUES ('apple', 'ana', 'b', 1, 'ended', 'main', 'first', '1', '{}', 1, 1)
        """

    /// The first value of a query.
    func value(_ place: StoragePlace, _ query: String) async throws -> Int {
        try await open(place, isServer: false).read { try Int.fetchOne($0, sql: query) ?? 0 }
    }
}
