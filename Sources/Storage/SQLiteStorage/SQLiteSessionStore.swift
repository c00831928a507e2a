public import Channels
import Concurrency
public import ConversationRuntime
public import Expressions
public import Files
public import FlowEngine
import Foundation
import GRDB
import JSON
import MessageModel
public import ServerMetrics
import Synchronization

/// Stores sessions in one SQLite file.
///
/// WAL mode with `synchronous=FULL`: a commit that has returned survives a crash of the process and of the machine. One
/// connection writes, many turns in one transaction; the others read. Operators' commands may write from other
/// processes.
public final class SQLiteSessionStore: SessionStore {
    let pool: DatabasePool
    /// A waiting read in the connection pool blocks a thread. The system provides a few hundred threads at most, so
    /// waiting readers could leave none for the one that they wait for.
    private let readers = AsyncSemaphore(permits: SQLiteSessionStore.readingConnections)
    let commits: CommitQueue
    private let lock: OwnershipLock?
    /// The open files; `nil` where the next start discards their content.
    let file: OpenedDatabase?
    /// Returns the free bytes of a folder.
    let freeSpace: @Sendable (String) -> Int?
    let seal: Seal
    /// Customers' files.
    let folder: ContentFolder
    let limits: ContentLimits
    let turns = UploadTurns()
    /// The number of files refused for lack of space.
    let refusals: Counters<RefusedContent>
    /// Pictures of stored versions of the flows.
    let published: PublishedPictures

    /// Opens the file, creates it if it does not exist, and migrates an older one.
    ///
    /// - Parameters:
    ///   - path: the SQLite file; its folder is created if it is missing.
    ///   - isOwner: whether this process is the server of the file, of which there can be only one.
    ///   - startsEmpty: whether the file's previous content is discarded.
    ///   - beginsAnew: whether an empty database may replace one that is missing.
    ///   - key: seals private answers; without one, a turn with a private answer becomes a dead letter.
    ///   - contentLimits: the space limits of customers' files.
    ///   - largestGroup: the maximum number of turns in a transaction.
    ///   - freeSpace: returns the free bytes of a folder; `nil` when unknown.
    ///   - registry: where the metrics are registered.
    /// - Throws: `StorageError`, which includes what to do about it.
    public init(
        path: String, isOwner: Bool = true, startsEmpty: Bool = false, beginsAnew: Bool = false,
        key: StorageKey? = nil, contentLimits: ContentLimits = ContentLimits(), largestGroup: Int = 128,
        freeSpace: @escaping @Sendable (String) -> Int? = { DiskSpace(at: $0)?.free },
        measuredIn registry: MetricsRegistry = MetricsRegistry()
    ) throws(StorageError) {
        let place = URL(filePath: path).deletingLastPathComponent()
        try? FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        lock = isOwner ? try OwnershipLock(database: path) : nil
        let marker = CreationMarker(of: path)
        if !startsEmpty, !beginsAnew { try marker.check() }
        if startsEmpty {
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        }
        seal = Seal(key)
        self.freeSpace = freeSpace
        pool = try Self.open(path, seal, isOwner: isOwner)
        file = startsEmpty ? nil : try OpenedDatabase(path)
        if !startsEmpty { marker.leave() }
        limits = contentLimits
        folder = ContentFolder(database: path, contentLimits)
        refusals = registry.counters(
            "usher_content_refused_total", "Files that were not kept for want of room.", by: "limit")
        published = PublishedPictures(database: path)
        if isOwner {
            try Self.sweep(folder, pool, path)
            CopyFolder.sweep(beside: path)
        }
        commits = CommitQueue(pool, largestGroup: max(1, largestGroup), file: file, measuredIn: registry)
    }

    /// Removes files without a database row, left by a crash.
    private static func sweep(_ folder: ContentFolder, _ pool: DatabasePool, _ path: String) throws(StorageError) {
        do {
            try folder.make()
            let (kept, underWay) = try pool.read {
                (
                    try String.fetchSet($0, sql: "SELECT file FROM content"),
                    try String.fetchSet($0, sql: "SELECT file FROM uploads")
                )
            }
            for name in underWay { try folder.reopen(name) }
            try folder.removeAll(but: kept.union(underWay.map(ContentFolder.growing)))
        } catch {
            throw StorageError(error, of: path)
        }
    }

    private static func open(_ path: String, _ seal: Seal, isOwner: Bool) throws(StorageError) -> DatabasePool {
        do {
            try makePrivate(path)
            var configuration = Configuration()
            configuration.maximumReaderCount = readingConnections
            configuration.busyMode = .timeout(Double(patience))
            configuration.prepareDatabase { db in
                db.add(function: .holdsWords)
                try db.execute(sql: "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -1000; PRAGMA secure_delete = ON")
            }
            let pool = try DatabasePool(path: path, configuration: configuration)
            // Not earlier: opening a pool turns on WAL mode and, with it, NORMAL.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            try bringUpToDate(pool, isOwner: isOwner)
            if seal.hasKey { try pool.write { try KeyProof.check(seal, beginsChange: isOwner, $0) } }
            return pool
        } catch let error as StorageError {
            throw error
        } catch SealError.formerKeyMissing {
            throw .formerKeyMissing(path)
        } catch is SealError {
            throw .wrongKey(path)
        } catch {
            throw StorageError(error, of: path)
        }
    }

    /// Migrates the file to the newest layout. A process that is not the owner leaves this to the next server, because
    /// a server may be running.
    private static func bringUpToDate(_ pool: DatabasePool, isOwner: Bool) throws {
        let layout = try pool.read(Layout.init(of:))
        if layout.isTooNew { throw StorageError.tooNew(pool.path, layout: layout.current ?? "", known: Layout.newest) }
        if layout.isOutdated, let current = layout.current {
            guard isOwner else {
                throw StorageError.tooOld(pool.path, layout: current, wanted: Layout.newest)
            }
            do {
                try LayoutCopy.make(of: pool, before: Layout.newest)
            } catch {
                let trouble = StorageTrouble(error, at: pool.path)
                let reason =
                    "it has to be brought up to date, and no copy of it can be made before that: "
                    + (trouble?.description ?? "\(error); make room")
                throw trouble?.isTemporary == true
                    ? StorageError.unavailable(pool.path, reason) : StorageError.unusable(pool.path, reason)
            }
        }
        try Migrations.migrator.migrate(pool)
    }

    /// Creates the file if it does not exist, so that only its owner can read what customers write. The files that
    /// SQLite creates beside it get the same permissions.
    ///
    /// An existing file is not even opened: closing it again would release the locks that this process holds on it
    /// (sqlite.org, How To Corrupt An SQLite Database File, section 2.2).
    static func makePrivate(_ path: String) throws(StorageError) {
        let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
            try? FileOwner(beside: path)?.take(path)
        } else if errno != EEXIST || access(path, R_OK | W_OK) != 0 {
            throw StorageError(.system(path), of: path)
        }
    }

    /// The number of connections for reading.
    private static let readingConnections = 2

    /// Seconds to wait while another program has locked the database.
    static let patience = 5

    /// Reads in its own transaction.
    func read<Result: Sendable>(_ work: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
        do {
            guard let result = try await readers.withPermit({ try await pool.read(work) }) else {
                throw CancellationError()
            }
            return result
        } catch {
            file?.note(error)
            throw error
        }
    }

    // Sessions.

    public func session(of conversation: ConversationKey) async throws -> StoredSession? {
        try await read { try self.session(of: conversation, $0) }
    }

    private func session(of conversation: ConversationKey, _ db: Database) throws -> StoredSession? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, channel, customer, business, revision, state FROM sessions
                WHERE customer = ? AND business = ? AND channel = ?
                """)
        return try Row.fetchOne(
            statement, arguments: [conversation.customer, conversation.business, conversation.channel]
        ).map { try StoredSession(row: $0, seal) }
    }

    public func standing(of conversation: ConversationKey) async throws -> LoadedConversation {
        try await read { db in
            if let session = try self.session(of: conversation, db) { return .session(session) }
            return LoadedConversation(nil, else: try self.customer(of: conversation, db))
        }
    }

    public func session(_ id: SessionID) async throws -> StoredSession? {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT id, channel, customer, business, revision, state FROM sessions WHERE id = ?")
            return try Row.fetchOne(statement, arguments: [id.number]).map { try StoredSession(row: $0, self.seal) }
        }
    }

    public func origin(of question: String, in conversation: ConversationKey) async throws -> BubbleOrigin? {
        try await read { db in
            let found = try Row.fetchOne(
                db,
                sql: """
                    SELECT bubbles.flow, bubbles.step, bubbles.version, bubbles.turn
                    FROM bubbles JOIN sessions ON sessions.id = bubbles.session_id
                    WHERE bubbles.question = ? AND customer = ? AND business = ? AND channel = ?
                    """,
                arguments: [question, conversation.customer, conversation.business, conversation.channel]
            ).map { BubbleOrigin(flow: $0[0], step: $0[1], version: $0[2], turn: $0[3]) }
            return try found ?? (Self.hasForgottenBubbles(of: conversation, db) ? .unknown : nil)
        }
    }

    public func commit(_ record: TurnRecord) async throws -> CommitResult {
        let turn = TurnWriter(
            seal.hasKey || !record.isPrivate || record.turn == nil
                ? record : record.asDeadLetter(because: "\(SealError.noKey)"),
            seal)
        do {
            return try await write(turn)
        } catch let error as DatabaseError where error.isOwnFault && record.turn != nil {
            return try await write(TurnWriter(record.asDeadLetter(because: "\(error)"), seal))
        }
    }

    private func write(_ turn: TurnWriter) async throws -> CommitResult {
        let committed = Mutex<Committed?>(nil)
        do {
            try await commits.perform { db in
                let written = try turn.write(to: db)
                committed.withLock { $0 = written }
            }
        } catch let undone as TurnWriter.Undone {
            return undone.result
        }
        guard let committed = committed.withLock({ $0 }) else { preconditionFailure("a commit ended without its work") }
        return .committed(committed)
    }

    /// Runs work in a group with other waiting commits.
    func perform(_ work: @escaping @Sendable (Database) throws -> Void) async throws {
        try await commits.perform(work)
    }

    // Outbox.

    public func deliveries(
        of session: SessionID, after delivery: DeliveryID?, limit: Int
    ) async throws -> [StoredDelivery] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT deliveries.id, session_id, message_id, turn, message, created_at, attempts, failing_since,
                        next_try, channel, customer, business, cause, context
                    FROM deliveries JOIN sessions ON sessions.id = deliveries.session_id
                    WHERE session_id = ? AND deliveries.id > ? ORDER BY deliveries.id LIMIT ?
                    """, arguments: [session.number, delivery?.number ?? 0, limit]
            ).map { try StoredDelivery(row: $0, self.seal) }
        }
    }

    public func sessionsWithDeliveries(after session: SessionID?, limit: Int) async throws -> [SessionID] {
        try await read { db in
            try Int64.fetchAll(
                db,
                sql: "SELECT DISTINCT session_id FROM deliveries WHERE session_id > ? ORDER BY session_id LIMIT ?",
                arguments: [session?.number ?? 0, limit]
            ).map(SessionID.init)
        }
    }

    public func remove(_ deliveries: [DeliveryID]) async throws {
        try await commits.perform { db in
            let statement = try db.cachedStatement(sql: "DELETE FROM deliveries WHERE id = ?")
            for delivery in deliveries { try statement.execute(arguments: [delivery.number]) }
        }
    }

    public func postpone(
        _ delivery: DeliveryID, attempts: Int, since: Moment?, until moment: Moment
    ) async throws {
        try await commits.perform { db in
            try db.cachedStatement(
                sql: "UPDATE deliveries SET attempts = ?, failing_since = ?, next_try = ? WHERE id = ?"
            ).execute(arguments: [attempts, since?.milliseconds, moment.milliseconds, delivery.number])
        }
    }

    public func waitingDeliveries() async throws -> Int {
        try await read { db in
            try Int.fetchOne(try db.cachedStatement(sql: "SELECT COUNT(*) FROM deliveries")) ?? 0
        }
    }

    // Calls.

    public func calls(after call: String?, limit: Int) async throws -> [StoredCall] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT calls.id, action, inputs, channel, customer, business, cause
                    FROM calls JOIN sessions ON sessions.id = calls.session_id
                    WHERE calls.id > ? ORDER BY calls.id LIMIT ?
                    """, arguments: [call ?? "", limit]
            ).map { try StoredCall(row: $0, self.seal) }
        }
    }

    public func calls(of conversation: ConversationKey, action: String) async throws -> [StoredCall] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT calls.id, action, inputs, channel, customer, business, cause
                    FROM calls JOIN sessions ON sessions.id = calls.session_id
                    WHERE customer = ? AND business = ? AND channel = ? AND action = ? ORDER BY calls.id
                    """,
                arguments: [conversation.customer, conversation.business, conversation.channel, action]
            ).map { try StoredCall(row: $0, self.seal) }
        }
    }

    // Timers.

    public func dueTimers(after earlier: Moment?, at moment: Moment, limit: Int) async throws -> [DueTimer] {
        let since = earlier?.milliseconds ?? Int.min
        return try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT session_id, channel, customer, business, question, due, kind
                    FROM timers JOIN sessions ON sessions.id = session_id
                    WHERE due <= ? AND due > ? ORDER BY due LIMIT ?
                    """)
            return try Row.fetchAll(statement, arguments: [moment.milliseconds, since, limit]).map(DueTimer.init(row:))
        }
    }

    public func nextTimer() async throws -> Moment? {
        try await read { db in
            try Int.fetchOne(try db.cachedStatement(sql: "SELECT MIN(due) FROM timers")).map {
                Moment(milliseconds: $0)
            }
        }
    }

    // Maintenance.

    public func deadLetters(limit: Int) async throws -> [DeadLetter] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT kind, channel, customer, business, at, reason, content FROM dead_letters ORDER BY id LIMIT ?
                    """, arguments: [limit]
            ).map { try DeadLetter(row: $0, self.seal) }
        }
    }

    public func hasReceived(_ id: String, on channel: String) async throws -> Bool {
        try await read { db in
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM arrivals WHERE id = ? AND channel = ?)",
                arguments: [id, channel]) ?? false
        }
    }

    public func forgetArrivals(before moment: Moment, limit: Int) async throws -> Int {
        let count = Mutex(0)
        try await commits.perform { db in
            try db.execute(
                sql: """
                    DELETE FROM arrivals WHERE (id, channel) IN
                        (SELECT id, channel FROM arrivals WHERE received_at < ? LIMIT ?)
                    """, arguments: [moment.milliseconds, limit])
            let changes = db.changesCount
            count.withLock { $0 = changes }
        }
        return count.withLock { $0 }
    }
}
