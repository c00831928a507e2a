import GRDB

/// How much viewers have downloaded of content embedded in web chat messages; deleted with its conversation.
enum Migration015 {
    static let identifier = "015"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE downloads ADD COLUMN chat TEXT;
                CREATE INDEX downloads_by_chat ON downloads (chat) WHERE chat IS NOT NULL;
                """)
    }
}
