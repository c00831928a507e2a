/// The tables of the servers that share the database.
extension PostgreSQLTables {
    static let nodes = """
        CREATE TABLE nodes (
            name text COLLATE "C" PRIMARY KEY,
            start text COLLATE "C" NOT NULL,
            version text COLLATE "C" NOT NULL,
            seen_at bigint NOT NULL,
            until bigint NOT NULL
        ) WITH (fillfactor = 50);
        CREATE TABLE leases (
            name text COLLATE "C" PRIMARY KEY,
            owner text COLLATE "C" NOT NULL,
            epoch bigint NOT NULL,
            until bigint NOT NULL
        ) WITH (fillfactor = 50);
        """

    /// The publication whose flows each server has activated.
    static let activations = "ALTER TABLE nodes ADD COLUMN publication bigint"
}
