import CPostgreSQL
import Databases
import Foundation

/// One connection to a PostgreSQL server, used by one thread at a time.
///
/// Statements are sent in libpq's pipeline mode: those without a result wait for the next one that has one, so that a
/// transaction costs few round trips. An error therefore appears at the next result, or at the commit.
///
/// The connection is in libpq's non-blocking mode: what the server does not take is kept in memory, and sent while an answer
/// is awaited, within the same limit. In blocking mode a statement larger than the socket's buffer would wait without a limit
/// for a server process that stands still, and so would the end of the connection.
final class PostgreSQLConnection: SQLConnection {
    let dialect = Dialect.postgresql

    private let handle: OpaquePointer
    private let warnings = Warnings()
    private let secrets: [String]
    /// The names of prepared statements.
    private var names: [Form: String] = [:]
    private var preparedCount = 0
    /// What has been sent and not been answered, in order.
    private var sent: [Sent] = []
    private var sentBytes = 0
    private(set) var failure: SQLError?
    private var lastChanges = 0
    private(set) var isUsable = true
    private let patience: Duration
    private let shutdown: ShutdownTimeouts
    /// The timeline of the server's write-ahead log, which a promotion changes; `nil` for a database that has none.
    private(set) var timeline: Int64?
    /// When the server was started; `nil` for a database that has no timeline.
    private(set) var serverStart: String?
    /// The number of customers' messages that the transaction stores.
    private(set) var messages = 0
    /// Called every second while an answer is awaited, with how long it has been; returns whether to continue. Otherwise
    /// the connection counts as lost.
    var whileWaiting: ((Duration) -> Bool)?

    private enum Sent {
        case prepared(Form)
        case statement
    }

    /// A statement is prepared for the types of its arguments: a null may be of any.
    private struct Form: Hashable {
        let sql: String
        let types: [Oid]
    }

    /// The largest number of statements that wait for their results, and of their bytes: what has not been sent is in memory,
    /// and the answers of more could fill the server's buffer, which then reads nothing until they are read.
    private static let longestPipeline = 100
    private static let largestPipeline = 64_000
    /// How long one look for an answer takes, in milliseconds; the limit may become shorter meanwhile.
    private static let longestLook: Int64 = 250

    /// - Parameters:
    ///   - parameters: libpq's connection parameters, by keyword.
    ///   - secrets: texts that must not appear in error messages.
    ///   - patience: how long an answer may take before the connection counts as lost.
    ///   - shutdown: shortens that once the process shuts down.
    /// - Throws: `SQLError` of kind `unavailable`.
    init(
        _ parameters: [(keyword: String, value: String)], hiding secrets: [String] = [],
        patience: Duration = .seconds(20), shutdown: ShutdownTimeouts = ShutdownTimeouts()
    ) throws(SQLError) {
        self.secrets = secrets.filter { !$0.isEmpty }
        self.patience = patience
        self.shutdown = shutdown
        var keywords = parameters.map { strdup($0.keyword) } + [nil]
        var values = parameters.map { strdup($0.value) } + [nil]
        defer { for text in keywords + values { free(text) } }
        let opened = keywords.withUnsafeMutableBufferPointer { keywords in
            values.withUnsafeMutableBufferPointer { values in
                keywords.withMemoryRebound(to: UnsafePointer<CChar>?.self) { keywords in
                    values.withMemoryRebound(to: UnsafePointer<CChar>?.self) { values in
                        PQconnectdbParams(keywords.baseAddress, values.baseAddress, 0)
                    }
                }
            }
        }
        guard let opened else { throw SQLError(.unavailable, "no memory for a connection") }
        handle = opened
        guard PQstatus(handle) == CONNECTION_OK else {
            // All properties are set, so that `deinit` runs and closes the connection.
            throw SQLError(.unavailable, Self.text(PQerrorMessage(handle), hiding: self.secrets))
        }
        PQsetNoticeReceiver(handle, Warnings.receive, Unmanaged.passUnretained(warnings).toOpaque())
        guard PQsetnonblocking(handle, 1) == 0 else {
            throw SQLError(.unavailable, Self.text(PQerrorMessage(handle), hiding: self.secrets))
        }
        PQenterPipelineMode(handle)
    }

    deinit { PQfinish(handle) }

    // MARK: Transactions

    func begin(_ mode: TransactionMode) throws {
        failure = nil
        messages = 0
        warnings.clear()
        try send("BEGIN \(mode.rawValue)", [], keepsParsed: true)
    }

    /// - Throws: `SQLError`; of kind `unknown` when the connection ends before the server has answered, or when the server
    ///   has not waited for its standby.
    func commit() throws {
        try flush()
        try send("COMMIT", [], keepsParsed: true)
        let tag: String
        do {
            tag = try flush().last?.tag ?? ""
        } catch {
            throw isUsable ? error : SQLError(.unknown, error.description)
        }
        guard tag == "COMMIT" else { throw SQLError(.conflict, "the transaction was rolled back by the server") }
        // The server reports success although no standby has confirmed: "canceling wait for synchronous replication".
        if warnings.concernStandby { throw SQLError(.unknown, "the standby has not confirmed the transaction") }
    }

    func rollback() {
        failure = nil
        do {
            if !sent.isEmpty { _ = try? flush() }
            failure = nil
            try send("ROLLBACK", [], keepsParsed: true)
            try flush()
        } catch {
            isUsable = false
        }
    }

    // MARK: Statements

    func rows(_ sql: String, _ arguments: [SQLValue], keepsParsed: Bool) throws -> [Row] {
        try send(sql, arguments, keepsParsed: keepsParsed)
        return try flush().last?.rows ?? []
    }

    func execute(_ sql: String, _ arguments: [SQLValue], keepsParsed: Bool) throws {
        try send(sql, arguments, keepsParsed: keepsParsed)
        if sent.count >= Self.longestPipeline || sentBytes >= Self.largestPipeline { try flush() }
    }

    var changes: Int {
        if sent.isEmpty { return failure == nil ? lastChanges : 0 }
        return (try? flush().last?.changes) ?? 0
    }

    func noteMessage() { messages += 1 }

    /// The rows of a query outside a transaction; `nil` when the server refuses it, as one that only speaks PostgreSQL's
    /// protocol may.
    ///
    /// - Throws: `SQLError` when the connection has ended.
    func answer(to sql: String, _ arguments: [SQLValue] = []) throws(SQLError) -> [Row]? {
        let found = try? rows(sql, arguments, keepsParsed: false)
        if let failure, !isUsable { throw failure }
        failure = nil
        return found
    }

    /// Runs a statement, or several separated by semicolons, outside a transaction.
    ///
    /// - Parameter limit: how long it may take; `nil` for as long as the server allows.
    func run(_ sql: String, within limit: Duration? = nil) throws(SQLError) {
        PQexitPipelineMode(handle)
        defer { PQenterPipelineMode(handle) }
        do throws(SQLError) {
            try runSimply(sql, within: limit)
        } catch {
            if PQtransactionStatus(handle) == PQTRANS_INERROR { try? runSimply("ROLLBACK", within: patience) }
            throw error
        }
    }

    /// Runs statements outside pipeline mode. Even in non-blocking mode `PQexec` would wait without a limit.
    private func runSimply(_ sql: String, within limit: Duration?) throws(SQLError) {
        guard PQsendQuery(handle, sql) == 1 else { throw lost() }
        var first: SQLError?
        while true {
            if let limit { try awaitAnswer(within: limit) }
            guard let result = PQgetResult(handle) else { break }
            defer { PQclear(result) }
            switch PQresultStatus(result) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK: break
            default: first = first ?? error(of: result)
            }
        }
        if let first { throw first }
    }

    /// Reads the timeline of the server, and when it was started. A database that only speaks PostgreSQL's protocol may have
    /// none.
    ///
    /// - Throws: `SQLError` when the connection has ended.
    func readTimeline() throws(SQLError) {
        let sql = "SELECT left(pg_walfile_name(pg_current_wal_lsn()), 8), pg_postmaster_start_time()::text"
        let found = try answer(to: sql)?.first
        timeline = found.flatMap { Int64($0[0] as String, radix: 16) }
        serverStart = found.map { $0[1] }
    }

    // MARK: Notifications

    /// Becomes readable when the server sends something.
    var socket: Int32 { PQsocket(handle) }

    /// The server's process for this connection.
    var process: Int32 { PQbackendPID(handle) }

    /// The notifications that have come since the last call, with the server's process of their sender.
    func notifications() throws -> [(sender: Int32, text: String)] {
        guard PQconsumeInput(handle) == 1 else { throw lost() }
        var found: [(sender: Int32, text: String)] = []
        while let notification = PQnotifies(handle) {
            found.append((notification.pointee.be_pid, String(cString: notification.pointee.extra)))
            PQfreemem(notification)
        }
        return found
    }

    // MARK: The wire

    private func send(_ sql: String, _ arguments: [SQLValue], keepsParsed: Bool) throws {
        if let failure { throw failure }
        guard isUsable else { throw SQLError(.unavailable, "the connection to the database has ended") }
        let texts = try arguments.map(PostgreSQLText.init)
        let types = arguments.map(PostgreSQLText.type)
        let name = keepsParsed ? try prepared(sql, types) : nil
        sentBytes += texts.reduce(sql.utf8.count) { $0 + $1.count }
        let lengths = texts.map { Int32($0.count) }
        let formats: [Int32] = texts.map { $0.isBinary ? 1 : 0 }
        let isSent = texts.map(\.pointer).withUnsafeBufferPointer { values in
            if let name {
                PQsendQueryPrepared(handle, name, Int32(texts.count), values.baseAddress, lengths, formats, 0)
            } else {
                PQsendQueryParams(
                    handle, PostgreSQLText.numbered(sql), Int32(texts.count), types, values.baseAddress, lengths,
                    formats, 0)
            }
        }
        withExtendedLifetime(texts) {}
        guard isSent == 1 else { throw lost() }
        sent.append(.statement)
    }

    /// The name of a prepared statement.
    private func prepared(_ sql: String, _ types: [Oid]) throws -> String {
        let form = Form(sql: sql, types: types)
        if let known = names[form] { return known }
        preparedCount += 1
        let name = "s\(preparedCount)"
        guard PQsendPrepare(handle, name, PostgreSQLText.numbered(sql), Int32(types.count), types) == 1 else {
            throw lost()
        }
        names[form] = name
        sent.append(.prepared(form))
        return name
    }

    private struct Answer {
        var rows: [Row] = []
        var changes = 0
        var tag = ""
    }

    /// Waits for the results of everything that was sent.
    ///
    /// - Returns: the answers of the statements, in order.
    /// - Throws: the first error.
    @discardableResult private func flush() throws(SQLError) -> [Answer] {
        if let failure { throw failure }
        guard !sent.isEmpty else { return [] }
        let waiting = sent
        sent = []
        sentBytes = 0
        guard isUsable, PQpipelineSync(handle) == 1 else { throw lost() }
        var answers: [Answer] = []
        var first: SQLError?
        for item in waiting {
            var answer = Answer()
            var isEmpty = true
            while let result = try nextResult() {
                defer { PQclear(result) }
                isEmpty = false
                switch PQresultStatus(result) {
                case PGRES_TUPLES_OK, PGRES_COMMAND_OK:
                    answer.rows += PostgreSQLRows.rows(of: result)
                    answer.changes = Int(String(cString: PQcmdTuples(result))) ?? 0
                    answer.tag = String(cString: PQcmdStatus(result))
                case PGRES_PIPELINE_ABORTED: break
                default: first = first ?? error(of: result)
                }
            }
            if isEmpty { throw lost() }
            switch item {
            case .prepared(let form): if first != nil { names[form] = nil }
            case .statement: answers.append(answer)
            }
        }
        guard let end = try nextResult() else { throw lost() }
        defer { PQclear(end) }
        guard PQresultStatus(end) == PGRES_PIPELINE_SYNC else { throw lost() }
        if let first {
            failure = first
            if PQstatus(handle) != CONNECTION_OK { isUsable = false }
            throw first
        }
        lastChanges = answers.last?.changes ?? 0
        return answers
    }

    private func nextResult() throws(SQLError) -> OpaquePointer? {
        try awaitAnswer(within: patience)
        return PQgetResult(handle)
    }

    /// Sends what has not been sent, and waits until the next result can be read without waiting, or the connection has ended.
    ///
    /// A machine or a process that stands still, or a network that drops everything, ends no connection for a long time. A
    /// server that still reads what it is sent is not silent: the limit counts from then on.
    private func awaitAnswer(within limit: Duration) throws(SQLError) {
        var start = ContinuousClock.now
        while PQisBusy(handle) == 1 {
            // 1 while something has not been sent. In case of an error the next result says which.
            let unsent = PQflush(handle)
            guard unsent >= 0 else { return }
            let end = shutdown.end(of: limit, since: start)
            let left = (end - .now).components
            let milliseconds = left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000
            guard milliseconds > 0 else { throw lost(because: "the server has not answered for \(end - start)") }
            if let whileWaiting, !whileWaiting(start.duration(to: .now)) {
                throw lost(because: "the server has not answered")
            }
            // The server may have to get rid of answers before it reads more (PostgreSQL, 34.4, PQflush).
            let events = unsent == 1 ? POLLIN | POLLOUT : POLLIN
            var polled = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
            _ = poll(&polled, 1, Int32(clamping: min(milliseconds, Self.longestLook)))
            let found = Int32(polled.revents)
            if found & Int32(POLLOUT) != 0 { start = .now }
            if found & ~Int32(POLLOUT) != 0, PQconsumeInput(handle) != 1 { return }
        }
    }

    private func lost(because reason: String? = nil) -> SQLError {
        isUsable = false
        let error = SQLError(.unavailable, reason ?? Self.text(PQerrorMessage(handle), hiding: secrets))
        failure = error
        return error
    }

    private func error(of result: OpaquePointer) -> SQLError {
        let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) } ?? ""
        let kind = SQLState.kind(state)
        if PQstatus(handle) != CONNECTION_OK || SQLState.endsConnection(state) { isUsable = false }
        let message =
            state == SQLState.undefinedTable
            ? Self.missingTables(Self.text(PQresultErrorField(result, Int32(UInt8(ascii: "M"))), hiding: secrets))
            : Self.text(PQresultErrorMessage(result), hiding: secrets)
        return SQLError(kind, state.isEmpty ? message : "\(message) (SQLSTATE \(state))")
    }

    /// - Parameter reason: such as `relation "arrivals" does not exist`.
    private static func missingTables(_ reason: String) -> String {
        "tables are missing in the database: \(reason). If an empty database has replaced another one, stop the servers and "
            + "restore a backup (Docs/Scaling.md, Backup)"
    }

    private static func text(_ message: UnsafePointer<CChar>?, hiding secrets: [String]) -> String {
        var text = message.map { String(cString: $0) } ?? "no reason is known"
        for secret in secrets { text = text.replacing(secret, with: "…") }
        let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        return lines.isEmpty ? "the connection to the database has ended" : lines.joined(separator: "; ")
    }
}

/// How a transaction begins.
enum TransactionMode: String, Sendable {
    /// Its effect is as if transactions had run one after another, as on SQLite; the server refuses those that cannot.
    case write = "ISOLATION LEVEL SERIALIZABLE"
    /// All queries see the same moment.
    case read = "ISOLATION LEVEL REPEATABLE READ READ ONLY"
    /// Each statement sees what is committed when it begins.
    case look = "ISOLATION LEVEL READ COMMITTED"
}
