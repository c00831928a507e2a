import GRDB

/// One page less for each turn: a server that has the database for itself looks for no lanes that are due.
enum Migration030 {
    static let identifier = "030"

    static func migrate(_ db: Database) throws {
        try db.execute(sql: "DROP INDEX lanes_by_due")
    }
}
