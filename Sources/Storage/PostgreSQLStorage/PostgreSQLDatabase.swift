public import ConversationRuntime
public import Databases
public import Expressions
import Files
public import SQLStorage

/// A PostgreSQL database with everything that servers keep. Several servers may use it at the same time.
public final class PostgreSQLDatabase: StorageEngine {
    private let engine: PostgreSQLEngine
    private let address: PostgreSQLAddress
    private let seal: Seal
    private let folder: String
    private let refusal: String?

    /// Opens the database, creates its tables if they are missing, and migrates older ones.
    ///
    /// - Parameters:
    ///   - address: where the database is.
    ///   - key: seals private answers; it must be the one with which the database was sealed.
    ///   - folder: where customers' files are, a folder that all servers share.
    ///   - isServer: whether it is opened by a server, which migrates tables and begins a change of keys, and not by a
    ///     command beside one.
    ///   - refusal: why nothing is to be changed here by this process; `nil` when it may. What goes with reading is still
    ///     written.
    ///   - writers: the number of connections that write.
    ///   - readers: the number of connections that read.
    /// - Throws: `PostgreSQLOpeningError`, which includes what to do about it.
    public init(
        _ address: PostgreSQLAddress, key: StorageKey? = nil, files folder: String, isServer: Bool = true,
        refusal: String? = nil, writers: Int = PostgreSQLEngine.usualWriters, readers: Int = 4
    ) async throws(PostgreSQLOpeningError) {
        engine = PostgreSQLEngine(address, writers: writers, readers: readers)
        self.address = address
        self.folder = folder
        self.refusal = refusal
        seal = Seal(key)
        do {
            let schema = PostgreSQLSchema(address)
            try await schema.make(mayMigrate: isServer)
            if seal.hasKey { try await checkKey(isServer: isServer) }
            if isServer { try await schema.sweep() }
        } catch let error as PostgreSQLOpeningError {
            throw error
        } catch SealError.formerKeyMissing {
            throw .formerKeyMissing
        } catch is SealError {
            throw .wrongKey
        } catch let error as SQLError {
            throw await Self.reason(for: error, at: address)
        } catch {
            throw .unusable(address.place, reason: "\(error)")
        }
    }

    /// Commands write nothing here, so that those which only read also work while commits wait for a standby.
    private func checkKey(isServer: Bool) async throws {
        let seal = seal
        let isRecorded = try await engine.read { db in
            try KeyProof.compare(seal, db)
            return try KeyProof.isRecorded(db)
        }
        if isServer || !isRecorded {
            try await engine.perform { try KeyProof.check(seal, beginsChange: isServer, $0) }
        }
    }

    /// The server and its database, for messages.
    var place: String { address.place }

    public var dialect: Dialect { .postgresql }

    public func read<Outcome: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Outcome
    ) async throws -> Outcome {
        try await engine.read(work)
    }

    public func perform<Outcome: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Outcome
    ) async throws -> Outcome {
        if let refusal { throw SQLError(.unavailable, refusal) }
        return try await engine.perform(work)
    }

    public func change<Outcome: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Outcome
    ) async throws -> Outcome {
        try await perform(work)
    }

    public func writeBesideReading(_ work: @escaping @Sendable (Database) throws -> Void) async throws {
        guard try await obstacle() != nil else { return try await engine.perform(work) }
        try await PostgreSQLSession(address).writeLocally(work)
    }

    public func kind(of error: any Error) -> SQLFaultKind? { engine.kind(of: error) }

    public func probe() async throws {
        try await perform { db in
            try db.execute(
                sql: """
                    INSERT INTO arrivals (id, channel, received_at, outcome) VALUES ('probe', '', 0, '')
                    ON CONFLICT DO NOTHING
                    """)
            try db.execute(sql: "DELETE FROM arrivals WHERE id = 'probe' AND channel = ''")
        }
        _ = try await read { try Int.fetchOne($0, sql: "SELECT MIN(due) FROM timers") }
    }

    public func obstacle() async throws -> String? {
        let wait = try await read { try StandbyWait($0) }
        return wait.isBlocked ? wait.description : nil
    }

    public var hasFailover: Bool { address.hostCount > 1 }

    public func exposure() async throws -> String? {
        guard hasFailover else { return nil }
        let standbys = try await read {
            try String.fetchOne($0, sql: "SELECT current_setting('synchronous_standby_names')")
        }
        guard standbys == "" else { return nil }
        return ServerFacts.exposure(hosts: address.hostCount).map { "\($0); \(ServerFacts.exposureAdvice)" }
    }

    public var lost: LostCommits? { address.witness.lost }

    public func prepareForShutdown() { address.shutdown.begin() }

    /// The server checks its own files; damage shows as an error of a statement.
    public func damage() async throws -> String? { nil }

    /// Deleted rows are removed by the server, which overwrites them when it needs their space.
    public func overwriteForgotten() async throws {}

    public func eraseRemains(hasErased: Bool) async -> Remains { Remains(copies: 0, isThorough: true) }

    /// Nothing is copied: the server keeps what has been replaced as long as the copy is read.
    public func copySessions(_ progress: @escaping @Sendable (Double) -> Void) async throws -> any SessionCopy {
        let copy = try await PostgreSQLSessionCopy(of: address, seal)
        progress(1)
        return copy
    }

    /// Of the disk with customers' files; the database's own is the business of its server.
    public var freeDisk: Int? { DiskSpace(at: folder)?.free }

    /// The server's own means back it up.
    public var lastBackup: Moment? { nil }
}
