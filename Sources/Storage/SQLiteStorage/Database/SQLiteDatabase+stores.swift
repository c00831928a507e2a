public import ConversationRuntime
public import SQLStorage

/// The stores, by concern.
extension SQLiteDatabase {
    public var sessions: SQLSessions { data.sessions }
    public var operators: SQLOperators { data.operators }
    public var bookings: SQLBookings { data.bookings }
    public var payments: SQLPayments { data.payments }
    public var signIns: SQLSignIns { data.signIns }
    public var chats: SQLWebChats { data.chats }
    public var content: SQLContent { data.content }
    public var results: SQLResults { data.results }
    public var versions: SQLVersions { data.versions }
    public var copies: SQLCopies { data.copies }
    public var retention: SQLRetention { data.retention }
    public var sealing: SQLResealing { data.sealing }
    public var accounts: SQLAccounts { data.accounts }
    public var drafts: SQLDrafts { data.drafts }
    public var audit: SQLAudit { data.audit }
    public var figures: SQLFigures { data.figures }
    public var nodes: SQLNodes { data.nodes }

    /// All of them.
    public var stores: Stores { data.stores }
}
