import Databases

/// Usher's tables on a server.
enum PostgreSQLSchema {
    /// The layout of the tables that this program knows.
    static let newest: Int64 = 1

    /// Creates the schema and its tables, if they are missing.
    static func make(at address: PostgreSQLAddress) async throws {
        let session = PostgreSQLSession(address)
        let name = "\"\(address.schema.replacing("\"", with: "\"\""))\""
        // Two servers may start at the same time: one creates, and the other waits.
        try await session.run(
            """
            CREATE SCHEMA IF NOT EXISTS \(name);
            CREATE TABLE IF NOT EXISTS layouts (number bigint PRIMARY KEY, made_at timestamptz NOT NULL DEFAULT now());
            CREATE TABLE IF NOT EXISTS commits (
                slot text PRIMARY KEY, number bigint NOT NULL, at timestamptz NOT NULL
            ) WITH (fillfactor = 50);
            """)
        try await session.run(
            """
            BEGIN;
            LOCK TABLE layouts IN EXCLUSIVE MODE;
            DO $do$ BEGIN
                IF NOT EXISTS (SELECT 1 FROM layouts) THEN
                    EXECUTE $tables$ \(PostgreSQLTables.all) $tables$;
                    INSERT INTO layouts (number) VALUES (\(newest));
                END IF;
            END $do$;
            COMMIT
            """)
    }
}
