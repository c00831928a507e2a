import GRDB

/// Customer data that outlives conversations. Data of existing conversations is copied.
enum Migration005 {
    static let identifier = "005"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE customers (
                    customer TEXT NOT NULL,
                    business TEXT NOT NULL,
                    channel TEXT NOT NULL,
                    facts TEXT NOT NULL,
                    device TEXT NOT NULL,
                    language TEXT NOT NULL,
                    updated_at INTEGER NOT NULL,
                    PRIMARY KEY (customer, business, channel)
                ) STRICT, WITHOUT ROWID;
                INSERT INTO customers (customer, business, channel, facts, device, language, updated_at)
                    SELECT customer, business, channel, '{}', json_extract(state, '$.device'),
                        json_extract(state, '$.language'), updated_at
                    FROM sessions
                    WHERE json_valid(state) AND json_type(state, '$.device') = 'object'
                        AND json_type(state, '$.language') = 'text';
                """)
    }
}
