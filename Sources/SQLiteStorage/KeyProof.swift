import GRDB
import JSON

/// Recognises a wrong `storage.key` before anything is read or sealed with it.
enum KeyProof {
    /// - Throws: `SealError.otherKey` when the database was sealed with another key.
    static func check(_ seal: Seal, _ db: Database) throws {
        guard seal.hasKey else { return }
        if let text = try String.fetchOne(db, sql: "SELECT sealed FROM key_proof WHERE id = 1") {
            _ = try seal.opened(try JSONValue(parsing: text))
        } else {
            let proof = seal.closed(["usher": true], shown: .object([:])).text
            try db.execute(sql: "INSERT OR IGNORE INTO key_proof (id, sealed) VALUES (1, ?)", arguments: [proof])
        }
    }
}
