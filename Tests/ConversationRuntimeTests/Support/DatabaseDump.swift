import Foundation
import GRDB

@testable import SQLiteStorage

/// A database of an older layout as SQL, with the data of a newer one as far as the older layout can hold it.
struct DatabaseDump {
    let text: String

    init(ofLayout layout: String, filledFrom source: String) throws {
        let database = try DatabaseQueue()
        try Migrations.migrator.migrate(database, upTo: layout)
        text = try database.writeWithoutTransaction { db in
            try db.execute(sql: "ATTACH ? AS source", arguments: [source])
            try Self.fill(db)
            return try Self.dump(db)
        }
    }

    private static func tables(_ db: Database) throws -> [String] {
        try String.fetchAll(
            db,
            sql: "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
    }

    private static func columns(of table: String, in schema: String, _ db: Database) throws -> [String] {
        try String.fetchAll(db, sql: "SELECT name FROM pragma_table_info(?, ?)", arguments: [table, schema])
    }

    private static func fill(_ db: Database) throws {
        for table in try tables(db) where table != "grdb_migrations" && table != "chat_revision" {
            let newer = try columns(of: table, in: "source", db)
            let common = try columns(of: table, in: "main", db).filter(newer.contains).joined(separator: ", ")
            guard !common.isEmpty else { continue }
            try db.execute(sql: "INSERT INTO main.\(table) (\(common)) SELECT \(common) FROM source.\(table)")
        }
    }

    private static func dump(_ db: Database) throws -> String {
        var lines = try String.fetchAll(
            db,
            sql: "SELECT sql FROM main.sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid")
        for table in try tables(db) {
            let values = try columns(of: table, in: "main", db).map { "quote(\($0))" }.joined(separator: " || ', ' || ")
            lines += try String.fetchAll(
                db, sql: "SELECT 'INSERT INTO \(table) VALUES (' || \(values) || ')' FROM main.\(table)")
        }
        return lines.map { $0 + ";\n" }.joined()
    }
}
