package import Databases
package import SQLStorage

/// What a move needs of a database.
extension PostgreSQLDatabase {
    /// Runs `work` in one transaction, while other connections only read. It may last as long as it needs, but for a commit
    /// that waits for a standby which does not come.
    ///
    /// - Parameter onDelay: receives the reason when the commit waits for a standby.
    /// - Throws: what `work` throws, or `SQLError`; of kind `conflict` when others use the tables at present, and `unknown`
    ///   when the commit was given up.
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

    /// What a database holds in which no tables have been created yet.
    package static func found(at address: PostgreSQLAddress) async throws(PostgreSQLOpeningError) -> FoundData {
        try await asking(address) { try FoundData($0) }
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
