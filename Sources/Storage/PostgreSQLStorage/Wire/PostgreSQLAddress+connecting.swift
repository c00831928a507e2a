import Databases

/// Connecting to the primary, and to no former one.
extension PostgreSQLAddress {
    /// Opens a connection to the server that takes writes.
    ///
    /// Of several servers libpq takes the first that does. If that one has been replaced by another, which happens when a
    /// former primary starts again, the others are asked: also when this process has not seen the other one yet.
    ///
    /// - Throws: `SQLError` of kind `unavailable`.
    func connect() throws(SQLError) -> PostgreSQLConnection {
        if let failure = shutdown.recentFailure() { throw failure }
        do throws(SQLError) {
            return try connectAnew()
        } catch {
            shutdown.note(error)
            throw error
        }
    }

    private func connectAnew() throws(SQLError) -> PostgreSQLConnection {
        let first = try open(parameters)
        // What a former primary takes would be lost. Whichever server was promoted instead of it was so before this one started.
        if hostCount > 1, let start = first.serverStart, !primary.isCompared(since: start) {
            look()
            primary.noteComparison(since: start)
        }
        if primary.admits(first.timeline) { return try compared(first) }
        let others = hostCount > 1 ? single : []
        for parameters in others {
            if let other = try? open(parameters), primary.admits(other.timeline) { return try compared(other) }
        }
        throw Self.replaced(first.timeline, by: primary.newest)
    }

    /// Compares what was acknowledged with what the primary holds, before anything is read or written there.
    private func compared(_ connection: PostgreSQLConnection) throws(SQLError) -> PostgreSQLConnection {
        // A standby, which an address may admit, has no timeline of its own and lags behind.
        guard let timeline = connection.timeline else { return connection }
        let asked = witness.newest()
        if asked.isEmpty { return connection }
        let sessions = asked.keys.sorted()
        let places = sessions.map { _ in "?" }.joined(separator: ", ")
        let rows = try connection.answer(
            to: "SELECT slot, number FROM commits WHERE slot IN (\(places))", sessions.map { SQLValue.text($0) })
        if let rows {
            let found = rows.map { ($0[0] as String, $0[1] as Int64) }
            witness.compare(asked, with: Dictionary(uniqueKeysWithValues: found), on: timeline)
        }
        return connection
    }

    /// Takes note of all servers that take writes.
    private func look() {
        for parameters in single {
            if let found = try? open(Self.brief(parameters)) { _ = primary.admits(found.timeline) }
        }
    }

    /// The same with the shortest limit for opening a connection.
    private static func brief(_ parameters: [(keyword: String, value: String)]) -> [(keyword: String, value: String)] {
        parameters.filter { $0.keyword != "connect_timeout" } + [("connect_timeout", ShutdownTimeouts.connecting)]
    }

    private func open(_ parameters: [(keyword: String, value: String)]) throws(SQLError) -> PostgreSQLConnection {
        let connection = try PostgreSQLConnection(
            shutdown.haveBegun ? Self.brief(parameters) : parameters, hiding: [password ?? ""], patience: patience,
            shutdown: shutdown)
        try connection.run(
            """
            SET search_path TO "\(schema.replacing("\"", with: "\"\""))"; SET TimeZone TO 'UTC';
            SET synchronous_commit TO on; SET statement_timeout TO '10s';
            SET lock_timeout TO '5s'; SET idle_in_transaction_session_timeout TO '30s';
            SET standard_conforming_strings TO on
            """, within: patience)
        try connection.readTimeline()
        return connection
    }

    private static func replaced(_ timeline: Int64?, by newest: Int64?) -> SQLError {
        SQLError(
            .unavailable,
            "the server has been replaced as the primary: its timeline is \(timeline ?? 0), and another one has taken writes on timeline \(newest ?? 0); what it took would be lost. Stop it, and make it a standby of the new primary"
        )
    }
}
