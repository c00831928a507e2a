package import Databases
import JSON

/// Detects a wrong `storage.key` before anything is read or sealed with it, and tracks the progress of a key change.
package enum KeyProof {
    private static let underWay = "resealing"

    /// - Parameter beginsChange: whether a newer key now replaces the former one.
    /// - Throws: `SealError.otherKey` when the database was sealed with another key, or is still partly sealed with a
    ///   former key that is missing.
    package static func check(_ seal: Seal, beginsChange: Bool, _ db: Database) throws {
        guard seal.hasKey else { return }
        guard let proof = try proof(db) else { return try write(seal, [:], db) }
        _ = try seal.opened(proof)
        let newest = seal.withoutFormer ?? seal
        let isNewest = (try? newest.opened(proof)) != nil
        if isNewest, proof[underWay] != nil, seal.withoutFormer == nil { throw SealError.formerKeyMissing }
        if !isNewest, beginsChange { try write(seal, [underWay: true], db) }
    }

    /// Checks a key without changing anything.
    ///
    /// - Throws: `SealError.noKey` when data were sealed and there is no key, and what `check` throws.
    package static func compare(_ seal: Seal, _ db: Database) throws {
        guard let proof = try proof(db) else { return }
        guard seal.hasKey else { throw SealError.noKey }
        try check(seal, beginsChange: false, db)
        _ = try seal.opened(proof)
    }

    /// Whether the key with which data are sealed can be checked.
    package static func isRecorded(_ db: Database) throws -> Bool { try proof(db) != nil }

    /// Whether some data may still be sealed with a former key.
    static func isChanging(_ db: Database) throws -> Bool { try proof(db)?[underWay] != nil }

    /// Records that all data is sealed with the newest key.
    static func endChange(_ seal: Seal, _ db: Database) throws { try write(seal, [:], db) }

    private static func proof(_ db: Database) throws -> JSONValue? {
        try String.fetchOne(db, sql: "SELECT sealed FROM key_proof WHERE id = 1").map { try JSONValue(parsing: $0) }
    }

    private static func write(_ seal: Seal, _ shown: JSONValue, _ db: Database) throws {
        let proof = seal.closed(["usher": true], shown: shown).text
        try db.execute(
            sql: """
                INSERT INTO key_proof (id, sealed) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET sealed = excluded.sealed
                """, arguments: [proof])
    }
}
