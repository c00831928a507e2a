package import Databases
package import Expressions
package import SQLStorage

/// What a move needs of a database.
extension PostgreSQLDatabase {
    /// Runs `work` in one transaction, while other connections only read. It may last as long as it needs, but for a commit
    /// that waits for a standby which does not come. Tables that are missing, or have an older layout, are made in it, so
    /// that nothing of them remains when it fails.
    ///
    /// - Parameter onDelay: receives the reason when the commit waits for a standby.
    /// - Throws: what `work` throws, `PostgreSQLOpeningError`, or `SQLError`; of kind `conflict` when others use the tables at
    ///   present, and `unknown` when the commit was given up.
    package static func holding<Outcome>(
        _ address: PostgreSQLAddress, onDelay: (@Sendable (String) -> Void)? = nil,
        _ work: (Database) throws -> Outcome
    ) throws -> Outcome {
        let watch = CommitWatch(address, onDelay)
        var address = address
        address.patience = .seconds(86_400)
        let connection = try address.connect()
        try connection.run("SET statement_timeout TO 0; SET idle_in_transaction_session_timeout TO 0")
        try connection.begin(.look)
        do {
            let db = Database(connection)
            try PostgreSQLSchema(address).make(within: connection)
            let tables = (MovedTable.all.map(\.name) + ["nodes", "leases"]).joined(separator: ", ")
            _ = try Row.fetchAll(db, sql: "LOCK TABLE \(tables) IN SHARE ROW EXCLUSIVE MODE")
            let outcome = try work(db)
            try watch.commit(connection)
            return outcome
        } catch {
            if connection.isUsable { connection.rollback() }
            throw error
        }
    }

    /// What a database holds, of whichever layout its tables are, and the names of the servers that use it at a moment.
    package static func found(
        at address: PostgreSQLAddress, _ moment: Moment
    ) async throws(PostgreSQLOpeningError) -> (data: FoundData, servers: [String]) {
        try await asking(address) { db in
            let hasServers: Bool =
                try Row.fetchOne(db, sql: "SELECT to_regclass('nodes') IS NOT NULL").map { $0[0] } ?? false
            let servers = hasServers ? try FoundData.servers(at: moment, db) : []
            return (try FoundData(db), servers)
        }
    }

    /// Where the data were moved; `nil` when they are in use here.
    package func movedAway() async throws(PostgreSQLOpeningError) -> MovedMark? {
        do {
            return try await read { try MovedMark.read(.target, $0) }
        } catch {
            throw .unusable(place, reason: "\(error)")
        }
    }
}
