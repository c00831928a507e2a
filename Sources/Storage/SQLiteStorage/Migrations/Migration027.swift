import GRDB

/// The agent who has a conversation with people.
enum Migration027 {
    static let identifier = "027"

    static func migrate(_ db: Database) throws {
        try db.execute(sql: "ALTER TABLE sessions ADD COLUMN assignee TEXT")
    }
}
