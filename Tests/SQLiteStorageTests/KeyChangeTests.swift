import ConversationRuntime
import Databases
import Foundation
import JSON
import TestSupport
import Testing

@testable import SQLStorage

/// After a change of `storage.key` the former key opens nothing any more, in any column with sealed data.
@Suite struct KeyChangeTests {
    private static let secret: JSONValue = ["word": "Halibut"]

    /// A column of a table, in the newest layout.
    private struct Column {
        let name: String
        let type: String
        let isKey: Bool
        /// The table whose key it holds.
        let other: String?
    }

    /// Those of other tables' keys come first.
    private static func tables(_ db: Database) throws -> [(name: String, columns: [Column])] {
        let names = try db.tables().filter { !["grdb_migrations", "layouts", "commits", "audit"].contains($0) }
        let tables = try names.map { (name: $0, columns: try columns(of: $0, db)) }
        return tables.sorted { one, other in
            !one.columns.contains { $0.other != nil } && other.columns.contains { $0.other != nil }
        }
    }

    private static func columns(of table: String, _ db: Database) throws -> [Column] {
        let sql =
            db.dialect == .sqlite
            ? """
            SELECT columns.name, columns.type, columns.pk > 0, keys."table" FROM pragma_table_info(?1) AS columns
            LEFT JOIN pragma_foreign_key_list(?1) AS keys ON keys."from" = columns.name ORDER BY columns.cid
            """
            : """
            SELECT columns.column_name, columns.data_type,
                EXISTS (SELECT 1 FROM pg_index, pg_attribute
                    WHERE indrelid = (quote_ident(?1))::regclass AND indisprimary AND attrelid = indrelid
                        AND attnum = ANY (indkey) AND attname = columns.column_name),
                (SELECT confrelid::regclass::text FROM pg_constraint, pg_attribute
                    WHERE contype = 'f' AND conrelid = (quote_ident(?1))::regclass AND attrelid = conrelid
                        AND attnum = conkey[1] AND attname = columns.column_name)
            FROM information_schema.columns AS columns
            WHERE table_schema = current_schema() AND table_name = ?1 ORDER BY ordinal_position
            """
        return try Row.fetchAll(db, sql: sql, arguments: [table]).map {
            Column(name: $0[0], type: ($0[1] as String).uppercased(), isKey: $0[2], other: $0[3])
        }
    }

    /// Returns a row of a table with sealed data in every text column that is not an identifier.
    private static func row(_ columns: [Column], of table: String, _ seal: Seal) -> [SQLValue] {
        columns.map { column in
            if column.type == "TEXT", let other = column.other { return "a key of \(other)".sqlValue }
            return switch (column.type, column.isKey) {
            case ("TEXT", true): "a key of \(table)".sqlValue
            case ("TEXT", false): seal.closed(secret, shown: ["shown": "no"]).text.sqlValue
            case ("BLOB", _), ("BYTEA", _): Data("no secret".utf8).sqlValue
            case (_, let isKey): (isKey || column.other != nil ? 1 : 0).sqlValue
            }
        }
    }

    /// Returns all sealed data in a value.
    private static func sealed(in json: JSONValue) -> [JSONValue] {
        if let items = json.array { return items.flatMap(sealed) }
        guard let object = json.object else { return [] }
        return (object["sealed"]?.string == nil ? [] : [json]) + object.flatMap { sealed(in: $0.value) }
    }

    private static func fill(_ seal: Seal, _ db: Database) throws -> [String] {
        let tables = try tables(db).filter { $0.name != "key_proof" }
        for (table, columns) in tables {
            // A trigger may have made the row.
            try db.execute(sql: "DELETE FROM \(table)")
            let marks = columns.map { _ in "?" }.joined(separator: ", ")
            try db.execute(
                sql: "INSERT INTO \(table) VALUES (\(marks)) ON CONFLICT DO NOTHING",
                arguments: Arguments(row(columns, of: table, seal)))
        }
        return tables.map(\.name)
    }

    @Test(arguments: DatabaseKind.allCases) func `nothing in any table is sealed with the former key when it may go`(
        kind: DatabaseKind
    ) async throws {
        try await kind.place { place in
            let (old, new) = (StorageKey.random(), StorageKey.random())
            do {
                let filled = try await place.open(key: old).perform { try Self.fill(Seal(old), $0) }
                #expect(filled.contains("payments") && filled.count > 20)
            }
            let database = try await place.open(key: new.replacing([old]))
            #expect(try #require(try await database.sealing.sealEverythingAnew()) > 0)
            try await database.read { try Self.expectSealed(with: Seal(new), $0) }
        }
    }

    /// A change of keys must not take the longer, the more schemas of others the database has.
    @Test(.enabled(if: DatabaseKind.allCases.contains(.postgresql), "there is no PostgreSQL server"))
    func `the columns of one schema are found without a look at all others for each`() async throws {
        try await DatabaseKind.postgresql.run { database in
            let (rows, all) = try await database.read { db in
                let plan = try String.fetchAll(
                    db, sql: "EXPLAIN (ANALYZE, FORMAT JSON) \(TableShape.postgresqlColumns)")
                let rows = try JSONValue(parsing: plan.joined()).array?.first?["Plan"].map(Self.rows) ?? 0
                return (rows, try Double.fetchOne(db, sql: "SELECT count(*)::float8 FROM pg_attribute") ?? 0)
            }
            #expect(rows > 200, "of all tables")
            #expect(rows < 2 * all, "each column of the database is looked at a few times at most")
        }
    }

    /// The rows that the nodes of a plan have read.
    private static func rows(_ node: JSONValue) -> Double {
        func number(_ key: String) -> Double { node[key]?.number?.double ?? 0 }
        let own = ["Actual Rows", "Rows Removed by Filter", "Rows Removed by Join Filter"].map(number).reduce(0, +)
        return own * number("Actual Loops") + (node["Plans"]?.array ?? []).map(rows).reduce(0, +)
    }

    private static func expectSealed(with newest: Seal, _ db: Database) throws {
        let tables = try tables(db)
        for (table, columns) in tables {
            let rows = try Row.fetchAll(db, sql: "SELECT * FROM \(table)")
            #expect(!rows.isEmpty, "\(table) has a row")
            for (row, column) in rows.flatMap({ row in columns.indices.map { (row.values[$0], columns[$0]) } }) {
                guard case .text(let text) = row, let json = try? JSONValue(parsing: text) else { continue }
                for value in sealed(in: json) {
                    #expect((try? newest.opened(value)) != nil, "\(table).\(column.name) is left behind")
                }
            }
        }
        let blobs = tables.flatMap { table in
            table.columns.filter { ["BLOB", "BYTEA"].contains($0.type) }.map { "\(table.name).\($0.name)" }
        }
        #expect(
            blobs == ["content_pieces.bytes", "flow_files.content"],
            "what is sealed in a blob must be known to a change of keys")
    }

    @Test(arguments: DatabaseKind.allCases) func `the order of a payment is still read with the new key alone`(
        kind: DatabaseKind
    ) async throws {
        try await kind.place { place in
            let (old, new) = (StorageKey.random(), StorageKey.random())
            let payment = try await place.open(key: old).payments.opened()
            do {
                let database = try await place.open(key: new.replacing([old]))
                #expect(try #require(try await database.sealing.sealEverythingAnew()) == 1)
            }
            let database = try await place.open(key: new)
            #expect(try await database.payments.payment(payment)?.items.isEmpty == false)
        }
    }
}
