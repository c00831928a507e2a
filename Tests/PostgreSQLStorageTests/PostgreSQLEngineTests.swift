import Concurrency
import Databases
import Foundation
import PostgreSQLStorage
import Testing

/// Transactions on a real server.
@Suite(.enabled(if: TestSchema.server != nil, "there is no PostgreSQL server"))
struct PostgreSQLEngineTests {
    private let engine: PostgreSQLEngine
    /// Distinguishes the connections of this test.
    private let node = UUID().uuidString

    init() async throws {
        let schema = try await TestSchema(node: node)
        engine = schema.engine(writers: 3)
        try await engine.perform { db in
            try db.execute(sql: "CREATE TABLE notes (id bigint PRIMARY KEY, words text, amount double precision)")
        }
    }

    @Test func `what is written is read with its types`() async throws {
        try await engine.perform { db in
            try db.execute(
                sql: "INSERT INTO notes (id, words, amount) VALUES (?, ?, ?)",
                arguments: [Int64.max, "Grüße, 'Ana' \\ 🙂", 2.5])
            try db.execute(sql: "INSERT INTO notes (id) VALUES (?)", arguments: [-1])
        }
        let rows = try await engine.read { db in
            try Row.fetchAll(db, sql: "SELECT id, words, amount FROM notes WHERE id <> ? ORDER BY id", arguments: [0])
        }
        #expect(
            rows == [
                Row([.integer(-1), .null, .null]), Row([.integer(.max), .text("Grüße, 'Ana' \\ 🙂"), .real(2.5)]),
            ])
        let sums = try await engine.read { db in
            try Row.fetchOne(
                db,
                sql:
                    "SELECT COUNT(*), SUM(id), EXISTS (SELECT 1 FROM notes), MAX(id) FROM notes WHERE id < ?1 OR id < ?1",
                arguments: [0])
        }
        #expect(sums == Row([.integer(1), .integer(-1), .integer(1), .integer(-1)]))
    }

    @Test func `changes are counted, and rows come back from a change`() async throws {
        let counts = try await engine.perform { db in
            try db.execute(sql: "INSERT INTO notes (id) VALUES (1), (2), (3)")
            let inserted = db.changesCount
            try db.execute(sql: "UPDATE notes SET words = 'x' WHERE id > ?", arguments: [1])
            let changed = db.changesCount
            let ids = try Int64.fetchAll(db, sql: "DELETE FROM notes WHERE id = 3 RETURNING id")
            try db.execute(sql: "DELETE FROM notes WHERE id = 9")
            return [inserted, changed, ids.count, db.changesCount]
        }
        #expect(counts == [3, 2, 1, 0])
    }

    @Test func `work that fails changes nothing, and work beside it is kept`() async throws {
        let results = await withTaskGroup(of: (Int, Bool).self) { group in
            for number in 0..<40 {
                group.addTask { [engine] in
                    do {
                        try await engine.perform { db in
                            try db.execute(sql: "INSERT INTO notes (id) VALUES (?)", arguments: [number])
                            // Every fifth breaks the key, after it has written.
                            if number % 5 == 0 {
                                try db.execute(sql: "INSERT INTO notes (id) VALUES (?)", arguments: [number])
                            }
                        }
                        return (number, true)
                    } catch { return (number, (error as? SQLError)?.kind != .constraint) }
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(results.allSatisfy { $0.value == ($0.key % 5 != 0) })
        let kept = try await engine.read { try Int.fetchSet($0, sql: "SELECT id FROM notes") }
        #expect(kept == Set((0..<40).filter { $0 % 5 != 0 }))
    }

    @Test func `an error that work throws itself rolls it back`() async throws {
        struct Refusal: Error {}
        await #expect(throws: Refusal.self) {
            try await engine.perform { db in
                try db.execute(sql: "INSERT INTO notes (id) VALUES (1)")
                throw Refusal()
            }
        }
        #expect(try await engine.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM notes") } == 0)
    }

    @Test func `concurrent read and write of the same row loses no change`() async throws {
        try await engine.perform { try $0.execute(sql: "INSERT INTO notes (id, words) VALUES (1, '0')") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<60 {
                group.addTask { [engine] in
                    try await engine.perform { db in
                        let text = try String.fetchOne(db, sql: "SELECT words FROM notes WHERE id = 1") ?? ""
                        try db.execute(
                            sql: "UPDATE notes SET words = ? WHERE id = 1", arguments: ["\((Int(text) ?? 0) + 1)"])
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await engine.read { try String.fetchOne($0, sql: "SELECT words FROM notes WHERE id = 1") } == "60")
    }

    @Test func `however many disturb each other, each is committed in the end`() async throws {
        // Each reads what all others write, so that of those that run at the same moment one can be committed.
        let schema = try await TestSchema(node: node)
        let engines = (0..<4).map { _ in schema.engine(writers: 4) }
        try await engines[0].perform { try $0.execute(sql: "CREATE TABLE counts (id bigint PRIMARY KEY)") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<160 {
                group.addTask {
                    try await engines[number % 4].perform { db in
                        _ = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM counts")
                        try db.execute(sql: "INSERT INTO counts (id) VALUES (?)", arguments: [number])
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await engines[0].read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM counts") } == 160)
    }

    /// Two transactions that read rows of a small table by its key and write others are as independent as in a large one.
    @Test func `connections that write find rows by an index, also of a small table`() async throws {
        let plan = { @Sendable (db: Database) in
            try String.fetchAll(db, sql: "EXPLAIN SELECT words FROM notes WHERE id = 1").joined()
        }
        try await engine.perform { try $0.execute(sql: "INSERT INTO notes (id) VALUES (1)") }
        try await engine.perform { try $0.execute(sql: "ANALYZE notes") }
        #expect(try await engine.perform(plan).contains("Index Scan"))
        #expect(try await engine.read(plan).contains("Seq Scan"))
    }

    @Test func `a text with U+0000 is refused`() async throws {
        await #expect(throws: SQLError.self) {
            try await engine.perform {
                try $0.execute(sql: "INSERT INTO notes (id, words) VALUES (1, ?)", arguments: ["a\u{0}b"])
            }
        }
    }

    @Test func `a table that is missing is named with what to do, without the statement`() async throws {
        let error = await #expect(throws: SQLError.self) {
            try await engine.perform { try $0.execute(sql: "INSERT INTO arrivals_of_nowhere (id) VALUES (1)") }
        }
        #expect(
            error?.description
                == "tables are missing in the database: relation \"arrivals_of_nowhere\" does not exist. If an empty "
                + "database has replaced another one, stop the servers and restore a backup (Docs/Scaling.md, Backup) (SQLSTATE 42P01)"
        )
        try await engine.perform { try $0.execute(sql: "INSERT INTO notes (id) VALUES (1)") }
    }

    @Test func `connections that the server ends are replaced`() async throws {
        try await engine.perform { try $0.execute(sql: "INSERT INTO notes (id) VALUES (1)") }
        for number in 2...6 {
            // Ends all connections of this test but the one that asks.
            _ = try? await engine.read { db in
                try Row.fetchAll(
                    db,
                    sql: """
                        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                        WHERE pid <> pg_backend_pid() AND application_name = ?
                        """, arguments: ["usher \(node)"])
            }
            try await engine.perform { try $0.execute(sql: "INSERT INTO notes (id) VALUES (?)", arguments: [number]) }
        }
        #expect(try await engine.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM notes") } == 6)
    }
}
