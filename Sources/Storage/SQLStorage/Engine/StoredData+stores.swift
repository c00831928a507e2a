public import ConversationRuntime

/// The stores, by concern.
extension StoredData {
    public var sessions: SQLSessions { SQLSessions(database: self) }
    public var operators: SQLOperators { SQLOperators(database: self) }
    public var bookings: SQLBookings { SQLBookings(database: self) }
    public var payments: SQLPayments { SQLPayments(database: self) }
    public var signIns: SQLSignIns { SQLSignIns(database: self) }
    public var chats: SQLWebChats { SQLWebChats(database: self) }
    public var content: SQLContent { SQLContent(database: self) }
    public var results: SQLResults { SQLResults(database: self) }
    public var versions: SQLVersions { SQLVersions(database: self) }
    public var copies: SQLCopies { SQLCopies(database: self) }
    public var retention: SQLRetention { SQLRetention(database: self) }
    public var sealing: SQLResealing { SQLResealing(database: self) }
    public var accounts: SQLAccounts { SQLAccounts(database: self) }
    public var drafts: SQLDrafts { SQLDrafts(database: self) }
    public var audit: SQLAudit { SQLAudit(database: self) }
    public var figures: SQLFigures { SQLFigures(database: self) }
    public var nodes: SQLNodes { SQLNodes(database: self) }

    /// All of them.
    public var stores: Stores {
        Stores(
            sessions: sessions, operators: operators, bookings: bookings, payments: payments, signIns: signIns,
            chats: chats, content: content, results: results, versions: versions, copies: copies, retention: retention,
            sealing: sealing, accounts: accounts, drafts: drafts, audit: audit, figures: figures, nodes: nodes,
            health: engine)
    }
}
