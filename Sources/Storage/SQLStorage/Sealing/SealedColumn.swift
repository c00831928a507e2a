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
        let rows = try Row.fetchAll(db, sql: db.dialect == .sqlite ? sqliteColumns : postgresqlColumns)
        let tables = Dictionary(grouping: rows.map(Column.init), by: \.table).sorted { $0.key < $1.key }
        return tables.flatMap { table, columns in
            let key = columns.filter { $0.place > 0 }.sorted { $0.place < $1.place }.map(\.name)
            return columns.filter { $0.type.uppercased() == "TEXT" && $0.place == 0 }.map {
                SealedColumn(table: table, name: $0.name, key: key.isEmpty ? ["rowid"] : key)
            }
        }
    }

    /// A column of a table, with its place in the primary key from 1, or 0.
    private struct Column {
        let table: String
        let name: String
        let type: String
        let place: Int

        init(row: Row) { (table, name, type, place) = (row[0], row[1], row[2], row[3]) }
    }

    private static let sqliteColumns = """
        SELECT tables.name, columns.name, columns.type, columns.pk
        FROM pragma_table_list AS tables, pragma_table_info(tables.name) AS columns
        WHERE tables.schema = 'main' AND tables.type = 'table' AND tables.name NOT LIKE 'sqlite@_%' ESCAPE '@'
            AND tables.name NOT IN ('grdb_migrations', 'key_proof', 'audit')
        ORDER BY tables.name, columns.cid
        """
    private static let postgresqlColumns = """
        SELECT columns.table_name, columns.column_name, columns.data_type,
            COALESCE((SELECT parts.ordinal_position FROM information_schema.key_column_usage AS parts
                JOIN information_schema.table_constraints AS keys
                    USING (constraint_schema, constraint_name, table_name)
                WHERE parts.table_schema = current_schema() AND parts.table_name = columns.table_name
                    AND parts.column_name = columns.column_name AND keys.constraint_type = 'PRIMARY KEY'), 0)
        FROM information_schema.columns AS columns
        WHERE columns.table_schema = current_schema()
            AND columns.table_name NOT IN ('commits', 'layouts', 'key_proof', 'audit')
        ORDER BY columns.table_name, columns.ordinal_position
        """

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
