import Databases
import Foundation
import Testing

@testable import SQLStorage

/// Rows in every table of an SQLite file, made from its schema, so that those of later layouts are filled as well.
enum MovedRows {
    static let count = 3

    private struct Column {
        let name: String
        let type: String
        let mayBeNull: Bool
    }

    /// - Parameter db: the new file. Its key proof is there already.
    static func fill(_ db: Database) throws {
        for table in MovedTable.all.map(\.name) where table != "key_proof" {
            let columns = try columns(of: table, db)
            let marks = columns.map { _ in "?" }.joined(separator: ", ")
            let names = columns.map(\.name).joined(separator: ", ")
            let isSingle = table == "running_flows"
            for number in 1...(isSingle ? 1 : count) {
                try db.execute(
                    sql: "INSERT INTO \(table) (\(names)) VALUES (\(marks))",
                    arguments: Arguments(columns.map { value($0, of: table, number) }))
            }
        }
    }

    private static func columns(of table: String, _ db: Database) throws -> [Column] {
        try Row.fetchAll(
            db, sql: "SELECT name, type, \"notnull\" = 0 AND pk = 0 FROM pragma_table_info(?)", arguments: [table]
        ).map { Column(name: $0[0], type: $0[1], mayBeNull: $0[2]) }
    }

    /// The values of a table that belong together.
    private static func fixed(_ column: String, of table: String, _ number: Int) -> SQLValue? {
        switch (table, column) {
        case (_, "claimed_by"), (_, "claimed_until"), (_, "owner"), (_, "writer"): .null
        case ("lanes", "next"): 3
        case ("lanes", "sent"): 1
        case ("deliveries", "number"): 2
        case ("lanes", "due"), ("deliveries", "next_try"): .integer(Int64(number) * 1_000)
        // The key of another table.
        case (_, "session_id"), (_, "payment"): .integer(Int64(number))
        case (_, "result"): .text("results.id \(number)")
        default: nil
        }
    }

    private static func value(_ column: Column, of table: String, _ number: Int) -> SQLValue {
        if let fixed = fixed(column.name, of: table, number) { return fixed }
        // Each column is null in some row.
        if column.mayBeNull, (number + column.name.count) % count == 0 { return .null }
        switch column.type {
        case "TEXT":
            let tail = number == 2 && column.name != "id" ? " {\"a\\u0000\": \"ü 🙂 \u{10FFFF} \\\\ ' \u{1}\"}" : ""
            return .text("\(table).\(column.name) \(number)\(tail)")
        case "BLOB": return .bytes(Data([0, 1, 255, 0, UInt8(number)]))
        case "INTEGER": return .integer(column.name == "id" ? Int64(number) : Int64.max / 20 - Int64(number))
        default:
            Issue.record("a column of the type \(column.type) is not tried")
            return .null
        }
    }
}
