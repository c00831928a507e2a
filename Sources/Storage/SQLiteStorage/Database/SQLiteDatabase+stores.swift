public import ConversationRuntime

/// The stores, by concern.
extension SQLiteDatabase {
    public var sessions: SQLiteSessions { data.sessions }
    public var operators: SQLiteOperators { data.operators }
    public var bookings: SQLiteBookings { data.bookings }
    public var payments: SQLitePayments { data.payments }
    public var signIns: SQLiteSignIns { data.signIns }
    public var chats: SQLiteWebChats { data.chats }
    public var content: SQLiteContent { data.content }
    public var results: SQLiteResults { data.results }
    public var versions: SQLiteVersions { data.versions }
    public var copies: SQLiteCopies { data.copies }
    public var retention: SQLiteRetention { data.retention }
    public var sealing: SQLiteResealing { data.sealing }
    public var figures: SQLiteFigures { data.figures }

    /// All of them.
    public var stores: Stores { data.stores }
}
