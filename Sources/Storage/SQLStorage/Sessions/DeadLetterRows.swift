import ConversationRuntime
import Databases

/// The rows of dead letters.
enum DeadLetterRows {
    /// Deletes a dead letter, and the request to answer it again. Returns whether there was one.
    static func drop(_ letter: DeadLetterID, _ db: Database) throws -> Bool {
        try db.execute(sql: "DELETE FROM notices WHERE dead_letter_id = ?", arguments: [letter.number])
        try db.execute(sql: "DELETE FROM dead_letters WHERE id = ?", arguments: [letter.number])
        return db.changesCount == 1
    }

    /// Deletes the dead letters of a customer, and the requests to answer them again. Returns the number of letters.
    static func erase(_ customer: String, _ db: Database) throws -> Int {
        try db.execute(
            sql: """
                DELETE FROM notices WHERE dead_letter_id IN (SELECT id FROM dead_letters WHERE customer = ?)
                """, arguments: [customer])
        try db.execute(sql: "DELETE FROM dead_letters WHERE customer = ?", arguments: [customer])
        return db.changesCount
    }
}
