import Databases

/// Usher's tables on a server.
public enum PostgreSQLSchema {
    /// Creates the schema and the table that records commits, if they are missing.
    public static func make(at address: PostgreSQLAddress) async throws {
        let session = PostgreSQLSession(address)
        try await session.run(
            """
            CREATE SCHEMA IF NOT EXISTS "\(address.schema.replacing("\"", with: "\"\""))";
            CREATE TABLE IF NOT EXISTS commits (
                slot text PRIMARY KEY, number bigint NOT NULL, at timestamptz NOT NULL
            ) WITH (fillfactor = 50)
            """)
    }
}
