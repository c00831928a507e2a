import GRDB

/// A column that may contain sealed values.
///
/// The columns are taken from the schema, so that one added by a later migration cannot be missed.
struct SealedColumn: Sendable {
    let table: String
    let name: String
    let key: [String]

    /// Every text column of every table, except those of primary keys and the key proof, which is written at the end.
    static func all(_ db: Database) throws -> [SealedColumn] {
        let tables = try String.fetchAll(
            db,
            sql: """
                SELECT name FROM pragma_table_list
                WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite@_%' ESCAPE '@'
                    AND name NOT IN ('grdb_migrations', 'key_proof')
                ORDER BY name
                """)
        return try tables.flatMap { table in
            let columns = try db.columns(in: table)
            let key = columns.filter { $0.primaryKeyIndex > 0 }.sorted { $0.primaryKeyIndex < $1.primaryKeyIndex }
            return columns.filter { $0.type.uppercased() == "TEXT" && $0.primaryKeyIndex == 0 }.map {
                SealedColumn(table: table, name: $0.name, key: key.isEmpty ? ["rowid"] : key.map(\.name))
            }
        }
    }

    /// The value of one row.
    struct Cell: Sendable {
        let key: [DatabaseValue]
        let text: String
    }

    private var keys: String { key.joined(separator: ", ") }
    private var marks: String { key.map { _ in "?" }.joined(separator: ", ") }

    /// Cells with sealed values, ordered by key.
    func cells(after last: Cell?, limit: Int, _ db: Database) throws -> [Cell] {
        let later = last == nil ? "" : "AND (\(keys)) > (\(marks))"
        let sealed = """
            instr(\(name), '"sealed"') > 0 AND json_valid(\(name)) AND json_type(\(name), '$.sealed') = 'text'
            """
        let rows = try Row.fetchAll(
            db, sql: "SELECT \(keys), \(name) FROM \(table) WHERE \(sealed) \(later) ORDER BY \(keys) LIMIT ?",
            arguments: StatementArguments((last?.key ?? []) + [limit.databaseValue]))
        return rows.map { row in Cell(key: key.indices.map { row[$0] }, text: row[key.count]) }
    }

    /// Replaces the value of a cell, if it has not changed.
    func put(_ text: String, in cell: Cell, _ db: Database) throws {
        let place = key.map { "\($0) = ?" }.joined(separator: " AND ")
        try db.execute(
            sql: "UPDATE \(table) SET \(name) = ? WHERE \(place) AND \(name) = ?",
            arguments: StatementArguments([text.databaseValue] + cell.key + [cell.text.databaseValue]))
    }
}
