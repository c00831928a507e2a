import ConversationRuntime
import Crypto
import Databases
import Expressions
import Foundation
import JSON

/// The rows of the audit log, inside the transaction of what they record.
enum AuditRows {
    static let columns = "id, at, actor, act, customer, object, details, outcome"

    /// Adds an entry; `nil` adds nothing.
    static func insert(_ entry: AuditEntry?, _ db: Database) throws {
        guard let entry else { return }
        try db.cachedStatement(
            sql: """
                INSERT INTO audit (at, actor, act, customer, object, details, outcome) VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            entry.at.milliseconds, entry.actor, entry.act, entry.customer, entry.object, entry.details.text,
            entry.outcome.rawValue,
        ])
    }

    /// Replaces an id of an erased customer. It is the only change that entries allow.
    ///
    /// - Parameters:
    ///   - name: an id under which data was stored.
    ///   - customer: the customer's own id.
    static func erase(_ name: String, of customer: String, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE audit SET customer = ? WHERE customer = ?", arguments: [pseudonym(of: customer), name])
    }

    /// What stands for an erased customer: the hash that the receipt of the erasure has, too.
    static func pseudonym(of customer: String) -> String {
        "sha256:" + SHA256.hash(data: Data(customer.utf8)).map { String(format: "%02x", $0) }.joined()
    }
}
