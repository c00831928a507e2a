import Databases

/// The columns of a table, and which of them are its primary key.
struct TableShape: Sendable, Hashable {
    /// In alphabetical order, which is the same in both databases.
    let columns: [String]
    let key: [String]
    /// Those of the columns that hold text.
    let texts: [String]

    /// The tables of a database.
    static func all(_ db: Database) throws -> [String: TableShape] {
        let rows = try Row.fetchAll(db, sql: db.dialect == .sqlite ? sqliteColumns : postgresqlColumns)
        return Dictionary(grouping: rows) { $0[0] as String }.mapValues { rows in
            let columns = rows.map { (name: $0[1] as String, type: $0[2] as String, place: $0[3] as Int) }
            let key = columns.filter { $0.place > 0 }.sorted { $0.place < $1.place }
            return TableShape(
                columns: columns.map(\.name).sorted(), key: key.map(\.name),
                texts: columns.filter { $0.type.uppercased() == "TEXT" }.map(\.name).sorted())
        }
    }

    private static let sqliteColumns = """
        SELECT tables.name, columns.name, columns.type, columns.pk
        FROM pragma_table_list AS tables, pragma_table_info(tables.name) AS columns
        WHERE tables.schema = 'main' AND tables.type = 'table' AND tables.name NOT LIKE 'sqlite@_%' ESCAPE '@'
        """
    /// From the catalogs themselves: the views of `information_schema` join those of all schemas, and take seconds in a
    /// database with some hundred schemas of others.
    static let postgresqlColumns = """
        SELECT tables.relname::text, columns.attname::text, format_type(columns.atttypid, NULL),
            COALESCE(array_position(keys.conkey, columns.attnum), 0)::bigint
        FROM pg_class AS tables JOIN pg_namespace AS spaces ON spaces.oid = tables.relnamespace
            JOIN pg_attribute AS columns ON columns.attrelid = tables.oid
            LEFT JOIN pg_constraint AS keys ON keys.conrelid = tables.oid AND keys.contype = 'p'
        WHERE spaces.nspname = current_schema() AND tables.relkind = 'r'
            AND columns.attnum > 0 AND NOT columns.attisdropped
        """
}
