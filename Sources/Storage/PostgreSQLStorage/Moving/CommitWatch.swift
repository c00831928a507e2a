import Databases
import SQLStorage

/// Watches the commit of a transaction that lasts as long as it needs: explains that it waits for a standby, and ends the wait
/// when none comes.
final class CommitWatch {
    private let address: PostgreSQLAddress
    private let report: (@Sendable (String) -> Void)?
    /// On which the server is asked meanwhile.
    private var connection: PostgreSQLConnection?
    private var isReported = false
    /// What the commit waited for when it was given up.
    private var reason: StandbyWait?

    /// - Parameters:
    ///   - address: where the server is; its `patience` is how long a commit waits while no standby is connected.
    ///   - report: receives the reason of the wait, once.
    init(_ address: PostgreSQLAddress, _ report: (@Sendable (String) -> Void)?) {
        self.address = address
        self.report = report
    }

    /// How long a commit waits for a standby that is connected: one that has returned first gets all that it has missed.
    private var longest: Duration { address.patience * 30 }

    /// Commits the transaction of a connection.
    ///
    /// - Throws: `SQLError`; of kind `unknown`, with the reason, when the wait was ended.
    func commit(_ transaction: PostgreSQLConnection) throws {
        transaction.whileWaiting = { [self] in isWorthwhile(after: $0) }
        defer { transaction.whileWaiting = nil }
        do {
            try transaction.commit()
        } catch let error as SQLError {
            throw reason?.error(error.kind) ?? error
        }
    }

    private func isWorthwhile(after time: Duration) -> Bool {
        guard time > address.patience / 4, let wait = look(), wait.isBlocked else { return true }
        if !isReported { report?(wait.description) }
        isReported = true
        guard time > (wait.connected == 0 ? address.patience : longest) else { return true }
        reason = wait
        return false
    }

    private func look() -> StandbyWait? {
        if connection?.isUsable != true { connection = try? address.connect() }
        guard let connection else { return nil }
        return try? StandbyWait(connection)
    }
}
