import Databases

/// The rows of sign-ins and tokens.
enum SignInRows {
    /// Deletes the sign-ins and tokens of a customer.
    static func erase(_ customer: String, _ db: Database) throws {
        for table in ["sign_ins", "tokens"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE customer = ?", arguments: [customer])
        }
    }
}
