package import Databases
package import SQLStorage

/// What a move needs of a database.
extension PostgreSQLDatabase {
    /// Runs `work` in one transaction, while other connections only read. It may last as long as it needs.
    ///
    /// - Throws: what `work` throws, or `SQLError`; of kind `conflict` when others use the tables at present.
    package static func holding<Outcome>(
        _ address: PostgreSQLAddress, _ work: (Database) throws -> Outcome
    ) throws -> Outcome {
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
            try connection.commit()
            return outcome
        } catch {
            if connection.isUsable { connection.rollback() }
            throw error
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
