import GRDB

/// The contents of all tables of a database, but for the audit log, which has what was attempted, too.
struct Tables: Equatable, CustomStringConvertible {
    private let rows: [String: [String]]

    /// - Parameter left: tables to ignore. With the messages that wait, their counters are ignored as well.
    init(_ path: String, without left: Set<String> = []) throws {
        let left = left.union(left.contains("deliveries") ? ["audit", "lanes"] : ["audit"])
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        rows = try queue.read { db in
            let names = try String.fetchAll(
                db,
                sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
            return try Dictionary(
                uniqueKeysWithValues: names.filter { !left.contains($0) }.map { name in
                    (name, try Row.fetchAll(db, sql: "SELECT * FROM \(name)").map(\.description).sorted())
                })
        }
    }

    subscript(table: String) -> [String] { rows[table] ?? [] }

    var names: [String] { rows.keys.sorted() }

    var description: String { rows.map { "\($0.key): \($0.value.count)" }.sorted().joined(separator: ", ") }
}
