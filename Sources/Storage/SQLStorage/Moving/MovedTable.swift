import Databases

/// A table whose rows a move takes to another database.
package struct MovedTable: Sendable, Hashable {
    package let name: String
    /// What a row of it is for operators; `nil` for tables that are only counted together.
    package let title: String?
    /// What takes the place of a column that only means something to the servers of one database.
    let replaced: [String: String]
    /// The number of rows in memory at a time.
    let page: Int

    private init(_ name: String, _ title: String? = nil, replacing replaced: [String: String] = [:], page: Int = 500) {
        self.name = name
        self.title = title
        self.replaced = replaced
        self.page = page
    }

    /// A claim ends with its database: the first server of the other one finds what was claimed.
    private static let unclaimed = ["claimed_by": "NULL", "claimed_until": "NULL"]

    /// Messages of a lane may be tried when the first of them may; no server sends them at present.
    private static let free = [
        "owner": "NULL",
        "due": """
        CASE WHEN sent + 1 < next THEN COALESCE((SELECT next_try FROM deliveries
            WHERE deliveries.session_id = lanes.session_id AND number = sent + 1), 0) END
        """,
    ]

    /// All of them. Rows are written in this order, so that those that others refer to come first.
    package static let all = [
        MovedTable("sessions", "conversations"),
        MovedTable("history", "turns in histories"),
        MovedTable("deliveries", "messages waiting"),
        MovedTable("lanes", replacing: free),
        MovedTable("timers", "timers", replacing: unclaimed),
        MovedTable("calls", "calls waiting", replacing: unclaimed),
        MovedTable("bubbles"),
        MovedTable("arrivals"),
        MovedTable("dead_letters", "dead letters"),
        MovedTable("notices"),
        MovedTable("customers", "customers"),
        MovedTable("key_proof"),
        MovedTable("queue_waits"),
        MovedTable("bookings", "bookings"),
        MovedTable("content", "files"),
        MovedTable("uploads", "uploads under way", replacing: ["writer": "NULL"]),
        MovedTable("content_pieces", page: 16),
        MovedTable("content_drafts"),
        MovedTable("downloads"),
        MovedTable("chat_customers", "customers of the web chat"),
        MovedTable("chat_conversations", "web chats"),
        MovedTable("chat_participants"),
        MovedTable("chat_messages", "messages of web chats"),
        MovedTable("chat_owners"),
        MovedTable("flow_versions", "versions of the flows"),
        MovedTable("flow_files", page: 16),
        MovedTable("publications", "publications"),
        MovedTable("running_flows"),
        MovedTable("sign_ins", "sign-ins under way"),
        MovedTable("tokens", "tokens"),
        MovedTable("payments", "payments"),
        MovedTable("payment_sheets"),
        MovedTable("payment_attempts"),
        MovedTable("payment_trail"),
        MovedTable("results", "results"),
        MovedTable("result_numbers"),
        MovedTable("result_notices"),
        MovedTable("accounts", "accounts"),
        MovedTable("account_sessions"),
        MovedTable("api_tokens", "API tokens"),
        MovedTable("audit", "entries of the audit log"),
        MovedTable("flow_texts", "texts of authors"),
        MovedTable("flow_drafts"),
    ]

    /// The tables that belong to one database: its layout, its servers and what they have committed. The sum of the sizes of
    /// all files is kept by the database itself.
    package static let left: Set = ["grdb_migrations", "layouts", "commits", "nodes", "leases", "content_total"]

    /// The tables that a start writes into an empty database. What a move brings takes their place.
    static let begun: Set = ["key_proof", "running_flows", "flow_files", "flow_versions"]
}
