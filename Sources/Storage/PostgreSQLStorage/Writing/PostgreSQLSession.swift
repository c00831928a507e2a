import Channels
import Concurrency
import Databases
import Foundation
import SQLStorage

/// Holds one connection, replaces it when it ends, and runs transactions on a thread of its own: libpq blocks.
actor PostgreSQLSession {
    typealias Work = @Sendable (Database) throws -> Void

    private let executor = BlockingExecutor("usher.postgresql")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let address: PostgreSQLAddress
    private let purpose: Purpose
    /// Identifies the commits of this session, whichever connection made them.
    private let slot = UUID().uuidString
    private var number: Int64 = 0
    /// The number of customers' messages in the transaction under way.
    private var messages = 0
    private var connection: PostgreSQLConnection?
    /// Why the last transaction was given up, while all wait for a standby.
    private var stall: SQLError?
    /// Why the last transaction was given up, while the server cannot be reached.
    private var unreachable: SQLError?

    /// The number of attempts of a transaction that others keep from being committed.
    private static let patience = 50

    /// What nothing else should wait for once it was in vain. A server that refuses a connection does so at once, and maybe only
    /// this one.
    private static let long = Duration.seconds(1)

    /// What its transactions are for.
    enum Purpose {
        case reading
        /// They are serializable. One that has read a table row by row would fail with every other that writes to it, which the
        /// planner does not know: it does so with small tables, where it costs nothing else. (PostgreSQL, Serializable Isolation
        /// Level.) The cost of a plan that is avoided is high enough for just-in-time compilation, which is left out as well.
        case writing

        fileprivate var settings: String? { self == .writing ? "SET enable_seqscan TO off; SET jit TO off" : nil }
    }

    init(_ address: PostgreSQLAddress, for purpose: Purpose = .reading) {
        self.address = address
        self.purpose = purpose
    }

    /// How long a transaction is tried before it is examined whether all of them wait for a standby.
    private var longest: Duration { address.shutdown.longest(address.patience) * 3 / 4 }

    /// Reads; all statements see the same moment.
    func read(_ work: Work) throws {
        try again { connection in
            try connection.begin(.read)
            do {
                try work(Database(connection))
            } catch {
                let cause = cause(of: error, on: connection)
                connection.rollback()
                throw cause
            }
            connection.rollback()
        }
    }

    /// Commits a work.
    ///
    /// - Returns: its outcome, and the error for which everything else would wait as long: the server does not answer, or all
    ///   commits wait for a standby.
    func write(_ work: Work) -> (outcome: Result<Void, any Error>, shared: SQLError?) {
        let began = ContinuousClock.now
        let outcome = Result { try commit(work) }
        guard case .failure(let error as SQLError) = outcome, error == stall || error == unreachable,
            began.duration(to: .now) > Self.long
        else { return (outcome, nil) }
        return (outcome, error.asNotBegun)
    }

    /// Reads once, with a connection that ends afterwards.
    func value<Value: Sendable>(_ work: @Sendable (Database) throws -> Value) throws -> Value {
        let connection = try address.connect()
        try connection.begin(.look)
        return try work(Database(connection))
    }

    /// Writes once, with a connection that ends afterwards: it is durable on the server, and waits for no standby.
    func writeLocally(_ work: Work) throws {
        let connection = try address.connect()
        try connection.begin(.look)
        try connection.execute("SET LOCAL synchronous_commit TO local", [], keepsParsed: false)
        try work(Database(connection))
        try connection.commit()
    }

    /// Runs statements outside a transaction, such as those that the server allows nowhere else.
    ///
    /// - Parameter limit: how long they may take; `nil` for as long as the server allows.
    func run(_ sql: String, within limit: Duration? = nil) throws { try again { try $0.run(sql, within: limit) } }

    private func commit(_ work: Work) throws {
        number += 1
        var isUnknown = false
        var attempts = 0
        let began = ContinuousClock.now
        while true {
            attempts += 1
            do {
                let connection = try connected()
                if isUnknown, try isCommitted(connection) { return }
                isUnknown = false
                try connection.begin(.write)
                do {
                    try work(Database(connection))
                    try connection.execute(Self.mark, [.text(slot), .integer(number)], keepsParsed: true)
                    messages = connection.messages
                    try connection.commit()
                    acknowledge(on: connection)
                    return
                } catch {
                    let cause = cause(of: error, on: connection)
                    if connection.isUsable { connection.rollback() }
                    // What work concludes, such as that an event was stored before, is an answer like any other.
                    if !(cause is SQLError) { _ = try confirmed(connection) }
                    throw cause
                }
            } catch let error as SQLError {
                if connection?.isUsable == false { connection = nil }
                isUnknown = isUnknown || error.kind == .unknown
                if let reason = givenUp(after: error, since: began, isUnknown) { throw reason }
                guard attempts < limit(of: error.kind, isUnknown) else {
                    let reason = isUnknown ? error.asUnknown : error
                    if error == unreachable { unreachable = reason }
                    throw reason
                }
                if error.kind == .conflict { standBack(after: attempts) }
            }
        }
    }

    /// Why a transaction has failed: what work concludes from a number of changes that could not be read is no result, such as
    /// that a row was there before.
    private func cause(of error: any Error, on connection: PostgreSQLConnection) -> any Error {
        error is SQLError ? error : connection.failure ?? error
    }

    private func limit(of kind: SQLFaultKind, _ isUnknown: Bool) -> Int {
        switch kind {
        // Looking up waits for a transaction that is still under way, which the server ends after 30 seconds without a client.
        case .conflict: isUnknown ? 8 : Self.patience
        case .unknown: 4
        // The connection may have ended while it was idle.
        case .unavailable: isUnknown && !address.shutdown.haveBegun ? 4 : 2
        case .constraint, .other: 0
        }
    }

    /// Waits before a transaction is tried again that others kept from being committed: for as long as chance says, and the longer
    /// the more often it has failed, so that those that disturb each other do not meet again and again.
    private func standBack(after attempts: Int) {
        let most = Self.shortestWait << min(attempts - 1, Self.doublings)
        Thread.sleep(forTimeInterval: Double.random(in: 0...Double(most)) / 1_000_000)
    }

    /// In microseconds; it doubles with each attempt.
    private static let shortestWait = 1_000
    private static let doublings = 6

    /// Whether a transaction whose commit was not answered has taken effect: the row that every transaction of the session
    /// writes says so.
    private func isCommitted(_ connection: PostgreSQLConnection) throws -> Bool {
        guard try confirmed(connection) == number else { return false }
        acknowledge(on: connection)
        return true
    }

    /// Remembers that the caller learns of the commit.
    private func acknowledge(on connection: PostgreSQLConnection) {
        stall = nil
        address.witness.note(
            CommitWitness.Commit(
                number: number, messages: messages, timeline: connection.timeline, at: SystemClock().now, instant: .now),
            of: slot)
    }

    /// Why a transaction that has failed is given up: it waits for a standby, or for one that does. `nil` when it may be tried
    /// again.
    private func givenUp(after error: SQLError, since start: ContinuousClock.Instant, _ isUnknown: Bool) -> SQLError? {
        guard [.unknown, .conflict].contains(error.kind), stall != nil || start.duration(to: .now) > longest,
            let connection = try? connected(), let wait = try? StandbyWait(connection), wait.isBlocked
        else { return nil }
        let found = wait.error(isUnknown ? .unknown : .unavailable)
        stall = isUnknown ? found.asUnknown : found
        return stall
    }

    /// The number of the last transaction of the session that has taken effect, once all that can be seen now is where a
    /// commit has to be.
    ///
    /// After a restart, or when an operator has cancelled a wait, a server shows transactions that none of its standbys has.
    /// The commit of this one waits for a standby, which then has all before it as well. Its row waits for a transaction of
    /// the session that is still under way, also for the first, whose row cannot be seen yet.
    private func confirmed(_ connection: PostgreSQLConnection) throws -> Int64? {
        try connection.begin(.look)
        do {
            let found = try connection.rows(Self.touch, [.text(slot)], keepsParsed: true)
            try connection.commit()
            return found.first.map { $0[0] }
        } catch {
            if connection.isUsable { connection.rollback() }
            throw error
        }
    }

    private static let touch = """
        INSERT INTO commits (slot, number, at) VALUES (?, 0, now()) ON CONFLICT (slot) DO UPDATE SET at = excluded.at
        RETURNING number
        """

    // A transaction that was delayed on the way may follow a later one.
    private static let mark = """
        INSERT INTO commits (slot, number, at) VALUES (?, ?, now()) ON CONFLICT (slot)
        DO UPDATE SET number = greatest(commits.number, excluded.number), at = excluded.at
        """

    private func again(_ work: (PostgreSQLConnection) throws -> Void) throws {
        do {
            try work(connected())
        } catch let error as SQLError where error.kind == .unavailable || error.kind == .conflict {
            connection = nil
            try work(connected())
        }
    }

    private func connected() throws(SQLError) -> PostgreSQLConnection {
        if let connection, connection.isUsable, address.primary.isCurrent(connection.timeline) { return connection }
        do throws(SQLError) {
            let new = try address.connect()
            if let settings = purpose.settings { try new.run(settings, within: address.patience) }
            connection = new
            unreachable = nil
            return new
        } catch {
            unreachable = error
            throw error
        }
    }
}

extension SQLError {
    private static let doubt = "; it is not known whether the transaction took effect"

    fileprivate var asUnknown: SQLError {
        SQLError(.unknown, description + Self.doubt, waitsForStandby: waitsForStandby)
    }

    /// The same for work of which nothing was sent.
    fileprivate var asNotBegun: SQLError {
        SQLError(.unavailable, description.replacing(Self.doubt, with: ""), waitsForStandby: waitsForStandby)
    }
}
