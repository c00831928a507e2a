import Databases

/// A column that may contain sealed values.
///
/// The columns are taken from the schema, so that one added by a later migration cannot be missed.
struct SealedColumn: Sendable {
    let table: String
    let name: String
    let key: [String]

    /// Every text column of every table, except those of primary keys, of the audit log, whose entries nothing changes,
    /// and of the key proof, which is written at the end.
    static func all(_ db: Database) throws -> [SealedColumn] {
        let tables = try TableShape.all(db).filter { !unchanged.contains($0.key) }
        return tables.sorted { $0.key < $1.key }.flatMap { table, shape in
            shape.texts.filter { !shape.key.contains($0) }.map {
                SealedColumn(table: table, name: $0, key: shape.key.isEmpty ? ["rowid"] : shape.key)
            }
        }
    }

    private static let unchanged: Set = ["grdb_migrations", "commits", "layouts", "key_proof", "audit"]

    /// The value of one row.
    struct Cell: Sendable {
        let key: [SQLValue]
        let text: String
    }

    private var keys: String { key.joined(separator: ", ") }
    private var marks: String { key.map { _ in "?" }.joined(separator: ", ") }

    /// Cells with sealed values, ordered by key.
    func cells(after last: Cell?, limit: Int, _ db: Database) throws -> [Cell] {
        let later = last == nil ? "" : "AND (\(keys)) > (\(marks))"
        let holds = #"instr(\#(name), '"sealed"') > 0"#
        // What is no JSON is left out by the reader; PostgreSQL could not test it without an error.
        let sealed =
            db.dialect == .sqlite
            ? "\(holds) AND json_valid(\(name)) AND json_type(\(name), '$.sealed') = 'text'" : holds
        let rows = try Row.fetchAll(
            db, sql: "SELECT \(keys), \(name) FROM \(table) WHERE \(sealed) \(later) ORDER BY \(keys) LIMIT ?",
            arguments: Arguments((last?.key ?? []) + [limit.sqlValue]))
        return rows.map { row in Cell(key: key.indices.map { row[$0] }, text: row[key.count]) }
    }

    /// Replaces the value of a cell, if it has not changed.
    func put(_ text: String, in cell: Cell, _ db: Database) throws {
        let place = key.map { "\($0) = ?" }.joined(separator: " AND ")
        try db.execute(
            sql: "UPDATE \(table) SET \(name) = ? WHERE \(place) AND \(name) = ?",
            arguments: Arguments([text.sqlValue] + cell.key + [cell.text.sqlValue]))
    }
}
