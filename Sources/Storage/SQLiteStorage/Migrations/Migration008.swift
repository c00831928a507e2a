import GRDB

/// What a channel may disclose about a message's conversation: the language, and the entry link's intent and group.
enum Migration008 {
    static let identifier = "008"

    static func migrate(_ db: Database) throws {
        try db.execute(sql: "ALTER TABLE deliveries ADD COLUMN context TEXT")
    }
}
