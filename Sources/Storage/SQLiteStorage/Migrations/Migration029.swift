import GRDB

/// The publication whose flows each of the servers that share the database has activated.
enum Migration029 {
    static let identifier = "029"

    static func migrate(_ db: Database) throws {
        try db.execute(sql: "ALTER TABLE nodes ADD COLUMN publication INTEGER")
    }
}
