import GRDB

/// The agent who has a conversation with people.
enum Migration028 {
    static let identifier = "028"

    static func migrate(_ db: Database) throws {
        try db.execute(sql: "ALTER TABLE sessions ADD COLUMN assignee TEXT")
    }
}
