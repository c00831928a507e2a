/// The texts on which authors work in the studio of a server: those that are saved, common to all, and those that each
/// has typed.
extension PostgreSQLTables {
    static let drafts = """
        CREATE TABLE flow_texts (
            path text COLLATE "C" PRIMARY KEY,
            content text COLLATE "C" NOT NULL,
            hash text COLLATE "C" NOT NULL,
            base text COLLATE "C" NOT NULL,
            author text COLLATE "C" NOT NULL,
            saved_at bigint NOT NULL
        );
        CREATE TABLE flow_drafts (
            author text COLLATE "C" NOT NULL,
            path text COLLATE "C" NOT NULL,
            content text COLLATE "C" NOT NULL,
            hash text COLLATE "C" NOT NULL,
            base text COLLATE "C",
            base_text text COLLATE "C" NOT NULL,
            PRIMARY KEY (author, path)
        );
        """
}
