package import ConversationRuntime
import Databases
package import SQLStorage

extension PostgreSQLDatabase {
    /// Opens the database of a bot, on the calling thread as an SQLite file is opened.
    ///
    /// - Parameters:
    ///   - acceptsLoss: whether several servers may be listed although none of them waits for another.
    ///   - isServer: whether the caller serves the bot, and begins to seal with a new key.
    ///   - name: the address as it is shown.
    /// - Throws: `StorageError`.
    package static func open(
        at address: PostgreSQLAddress, files: String, acceptsLoss: Bool, isServer: Bool, key: StorageKey?,
        named name: String
    ) throws(StorageError) -> PostgreSQLDatabase {
        try opening(name) {
            let connection = try address.connect()
            let facts = try ServerFacts(of: connection)
            if let lack = facts.lack(hosts: address.hostCount, acceptsLoss: acceptsLoss) {
                throw StorageError.unusable(name, lack)
            }
            try PostgreSQLSchema.make(on: connection, schema: address.schema)
            let seal = Seal(key)
            if seal.hasKey {
                try repeated(on: connection) { try KeyProof.check(seal, beginsChange: isServer, $0) }
            }
            return PostgreSQLDatabase(opened: address, files: files)
        }
    }

    /// The flows published last; `nil` when none were, or there are no tables yet.
    package static func published(
        at address: PostgreSQLAddress, named name: String
    ) throws(StorageError) -> (publication: Publication, version: FlowVersion)? {
        try opening(name) {
            let connection = try address.connect()
            try connection.begin(.read)
            defer { connection.rollback() }
            let db = Database(connection)
            guard try Bool.fetchOne(db, sql: "SELECT to_regclass('publications') IS NOT NULL") == true,
                let publication = try FlowRows.publication(db),
                let version = try FlowRows.version(publication.version, db)
            else { return nil }
            return (publication, version)
        }
    }

    /// What operators should know of a database: findings that are good, and those that are not.
    package static func facts(
        at address: PostgreSQLAddress, named name: String
    ) throws(StorageError) -> ServerFacts {
        try opening(name) { try ServerFacts(of: address.connect()) }
    }

    /// Runs a transaction, and again when another server has come first.
    private static func repeated(on connection: PostgreSQLConnection, _ work: (Database) throws -> Void) throws {
        var attempts = 0
        while true {
            do {
                try connection.begin(.write)
                try work(Database(connection))
                return try connection.commit()
            } catch let error as SQLError where error.kind == .conflict && attempts < 50 {
                attempts += 1
                connection.rollback()
            }
        }
    }

    private static func opening<Outcome>(_ name: String, _ work: () throws -> Outcome) throws(StorageError) -> Outcome {
        do {
            return try work()
        } catch let error as StorageError {
            throw error
        } catch SealError.formerKeyMissing {
            throw .formerKeyMissing(name)
        } catch is SealError {
            throw .wrongKey(name)
        } catch let error as SQLError {
            switch error.kind {
            case .unavailable, .conflict, .unknown: throw .unavailable(name, "\(error)")
            case .constraint, .other: throw .unusable(name, "\(error)")
            }
        } catch {
            throw .unusable(name, "\(error)")
        }
    }
}
