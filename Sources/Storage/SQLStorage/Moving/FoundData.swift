package import Databases
package import Expressions

/// What is found in a database before a move.
package struct FoundData: Sendable, Hashable {
    /// The tables that hold data; the target of a move has none.
    package var filled: [String] = []
    /// The tables of other programs, in alphabetical order.
    package var foreign: [String] = []
    /// Where the data were moved.
    package var target: MovedMark?
    /// Where the data came from.
    package var source: MovedMark?

    package init() {}

    /// - Parameter db: may have an older layout, or none.
    package init(_ db: Database) throws {
        let tables = try TableShape.all(db).keys
        filled = try MovedTable.all.map(\.name).filter { table in
            guard tables.contains(table), !MovedTable.begun.contains(table) else { return false }
            return try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM \(table))") ?? false
        }
        foreign = tables.filter { table in
            !MovedTable.left.contains(table) && !MovedTable.all.contains { $0.name == table }
        }.sorted()
        guard tables.contains("leases") else { return }
        target = try MovedMark.read(.target, db)
        source = try MovedMark.read(.source, db)
    }

    /// The names of the servers that share a database at present.
    package static func servers(at moment: Moment, _ db: Database) throws -> [String] {
        try String.fetchAll(
            db, sql: "SELECT name FROM nodes WHERE until > \(db.dialect.now("?1")) ORDER BY name",
            arguments: [moment.milliseconds])
    }
}
