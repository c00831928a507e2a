public import ConversationRuntime

/// The stores, by concern.
extension StoredData {
    public var sessions: SQLiteSessions { SQLiteSessions(database: self) }
    public var operators: SQLiteOperators { SQLiteOperators(database: self) }
    public var bookings: SQLiteBookings { SQLiteBookings(database: self) }
    public var payments: SQLitePayments { SQLitePayments(database: self) }
    public var signIns: SQLiteSignIns { SQLiteSignIns(database: self) }
    public var chats: SQLiteWebChats { SQLiteWebChats(database: self) }
    public var content: SQLiteContent { SQLiteContent(database: self) }
    public var results: SQLiteResults { SQLiteResults(database: self) }
    public var versions: SQLiteVersions { SQLiteVersions(database: self) }
    public var copies: SQLiteCopies { SQLiteCopies(database: self) }
    public var retention: SQLiteRetention { SQLiteRetention(database: self) }
    public var sealing: SQLiteResealing { SQLiteResealing(database: self) }
    public var figures: SQLiteFigures { SQLiteFigures(database: self) }

    /// All of them.
    public var stores: Stores {
        Stores(
            sessions: sessions, operators: operators, bookings: bookings, payments: payments, signIns: signIns,
            chats: chats, content: content, results: results, versions: versions, copies: copies, retention: retention,
            sealing: sealing, figures: figures, health: engine)
    }
}
