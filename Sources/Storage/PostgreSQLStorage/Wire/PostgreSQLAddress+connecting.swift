import Databases

/// Connecting to the primary, and to no former one.
extension PostgreSQLAddress {
    /// Opens a connection to the server that takes writes.
    ///
    /// Of several servers libpq takes the first that does. If that one has been replaced by another, which happens when a
    /// former primary starts again, the others are asked.
    ///
    /// - Throws: `SQLError` of kind `unavailable`.
    func connect() throws(SQLError) -> PostgreSQLConnection {
        // A process that has seen no primary yet takes the newest of those that there are.
        if hostCount > 1, primary.newest == nil { look() }
        let first = try open(parameters)
        if primary.admits(first.timeline) { return first }
        let others = hostCount > 1 ? single : []
        for parameters in others {
            if let other = try? open(parameters), primary.admits(other.timeline) { return other }
        }
        throw Self.replaced(first.timeline, by: primary.newest)
    }

    /// Takes note of all servers that take writes.
    private func look() {
        for parameters in single {
            let brief = parameters.filter { $0.keyword != "connect_timeout" } + [("connect_timeout", "2")]
            if let found = try? open(brief) { _ = primary.admits(found.timeline) }
        }
    }

    private func open(_ parameters: [(keyword: String, value: String)]) throws(SQLError) -> PostgreSQLConnection {
        let connection = try PostgreSQLConnection(parameters, hiding: [password ?? ""], patience: patience)
        do {
            try connection.run(
                """
                SET search_path TO "\(schema.replacing("\"", with: "\"\""))"; SET TimeZone TO 'UTC';
                SET synchronous_commit TO on; SET statement_timeout TO '10s';
                SET lock_timeout TO '5s'; SET idle_in_transaction_session_timeout TO '30s';
                SET standard_conforming_strings TO on
                """, within: patience)
        } catch {
            throw error as? SQLError ?? SQLError(.unavailable, "\(error)")
        }
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
