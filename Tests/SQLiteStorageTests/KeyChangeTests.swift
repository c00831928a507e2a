import ConversationRuntime
import Foundation
import GRDB
import JSON
import TestSupport
import Testing

@testable import SQLStorage
@testable import SQLiteStorage

/// After a change of `storage.key` the former key opens nothing any more, in any column with sealed data.
@Suite struct KeyChangeTests {
    private static let secret: JSONValue = ["word": "Halibut"]

    /// Returns the columns by table, in the newest layout.
    private static func tables(_ db: Database) throws -> [(name: String, columns: [ColumnInfo])] {
        try String.fetchAll(
            db,
            sql: """
                SELECT name FROM sqlite_schema
                WHERE type = 'table' AND name NOT LIKE 'sqlite@_%' ESCAPE '@' AND name <> 'grdb_migrations' ORDER BY name
                """
        ).map { ($0, try db.columns(in: $0)) }
    }

    private static func queue(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Returns a row of a table with sealed data in every text column that is not an identifier.
    private static func row(
        _ columns: [ColumnInfo], of table: String, _ seal: Seal, _ db: Database
    ) throws -> [DatabaseValue] {
        let others = try db.foreignKeys(on: table)
        return columns.map { column in
            if column.type == "TEXT", let other = others.first(where: { $0.originColumns == [column.name] }) {
                return "a key of \(other.destinationTable)".databaseValue
            }
            return switch (column.type.uppercased(), column.primaryKeyIndex > 0) {
            case ("TEXT", true): "a key of \(table)".databaseValue
            case ("TEXT", false): seal.closed(secret, shown: ["shown": "no"]).text.databaseValue
            case ("BLOB", _): Data("no secret".utf8).databaseValue
            case (_, let isKey): (isKey ? 1 : 0).databaseValue
            }
        }
    }

    /// Returns all sealed data in a value.
    private static func sealed(in json: JSONValue) -> [JSONValue] {
        if let items = json.array { return items.flatMap(sealed) }
        guard let object = json.object else { return [] }
        return (object["sealed"]?.string == nil ? [] : [json]) + object.flatMap { sealed(in: $0.value) }
    }

    @Test func `nothing in any table is sealed with the former key when it may go`() async throws {
        try await TemporaryFolder.run { folder in
            let (old, new) = (StorageKey.random(), StorageKey.random())
            do { _ = try SQLiteDatabase(path: folder.database, key: old) }
            let queue = try Self.queue(folder.database)
            let filled = try await queue.write { db in
                let tables = try Self.tables(db).filter { $0.name != "key_proof" }
                for (table, columns) in tables {
                    let marks = columns.map { _ in "?" }.joined(separator: ", ")
                    try db.execute(
                        sql: "INSERT OR REPLACE INTO \(table) VALUES (\(marks))",
                        arguments: StatementArguments(Self.row(columns, of: table, Seal(old), db)))
                }
                return tables.map(\.name)
            }
            #expect(filled.contains("payments") && filled.count > 20)
            let database = try SQLiteDatabase(path: folder.database, key: new.replacing([old]))
            #expect(try #require(try await database.sealing.sealEverythingAnew()) > 0)
            let newest = Seal(new)
            try await queue.read { db in
                for (table, columns) in try Self.tables(db) {
                    let rows = try Row.fetchAll(db, sql: "SELECT * FROM \(table)")
                    #expect(!rows.isEmpty, "\(table) has a row")
                    for (row, column) in rows.flatMap({ row in columns.map { (row, $0) } }) {
                        guard let text = String.fromDatabaseValue(row[column.name]),
                            let json = try? JSONValue(parsing: text)
                        else { continue }
                        for value in Self.sealed(in: json) {
                            #expect((try? newest.opened(value)) != nil, "\(table).\(column.name) is left behind")
                        }
                    }
                }
                let blobs = try Self.tables(db).flatMap { table in
                    table.columns.filter { $0.type.uppercased() == "BLOB" }.map { "\(table.name).\($0.name)" }
                }
                #expect(blobs == ["flow_files.content"], "what is sealed in a blob must be known to a change of keys")
            }
        }
    }

    @Test func `the order of a payment is still read with the new key alone`() async throws {
        try await TemporaryFolder.run { folder in
            let (old, new) = (StorageKey.random(), StorageKey.random())
            let payment: PaymentID
            do { payment = try await SQLiteDatabase(path: folder.database, key: old).payments.opened() }
            do {
                let database = try SQLiteDatabase(path: folder.database, key: new.replacing([old]))
                #expect(try #require(try await database.sealing.sealEverythingAnew()) == 1)
            }
            let database = try SQLiteDatabase(path: folder.database, key: new)
            #expect(try await database.payments.payment(payment)?.items.isEmpty == false)
        }
    }
}
