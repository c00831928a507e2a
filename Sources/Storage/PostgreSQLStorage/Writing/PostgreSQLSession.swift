import Concurrency
import Databases
import Foundation

/// Holds one connection, replaces it when it ends, and runs transactions on a thread of its own: libpq blocks.
actor PostgreSQLSession {
    typealias Work = @Sendable (Database) throws -> Void

    private let executor = BlockingExecutor("usher.postgresql")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let address: PostgreSQLAddress
    /// Identifies the commits of this session, whichever connection made them.
    private let slot = UUID().uuidString
    private var number: Int64 = 0
    private var connection: PostgreSQLConnection?

    /// The number of attempts of a transaction that others keep from being committed.
    private static let patience = 50

    init(_ address: PostgreSQLAddress) { self.address = address }

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

    /// Commits works together; if one fails, each by itself.
    ///
    /// - Returns: the outcome of each, in order.
    func write(_ group: [Work]) -> [Result<Void, any Error>] {
        if group.count > 1 {
            let all: [Work] = group
            if case .success = Result(catching: { try commit { db in for work in all { try work(db) } } }) {
                return group.map { _ in .success(()) }
            }
        }
        return group.map { work in Result { try commit(work) } }
    }

    /// Reads once, with a connection that ends afterwards.
    func value<Value: Sendable>(_ work: @Sendable (Database) throws -> Value) throws -> Value {
        let connection = try address.connect()
        try connection.begin(.look)
        return try work(Database(connection))
    }

    /// Runs statements outside a transaction, such as those that the server allows nowhere else.
    func run(_ sql: String) throws { try again { try $0.run(sql) } }

    private func commit(_ work: Work) throws {
        number += 1
        var isUnknown = false
        var attempts = 0
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
                    try connection.commit()
                    return
                } catch {
                    let cause = cause(of: error, on: connection)
                    if connection.isUsable { connection.rollback() }
                    throw cause
                }
            } catch let error as SQLError {
                if connection?.isUsable == false { connection = nil }
                isUnknown = isUnknown || error.kind == .unknown
                guard attempts < limit(of: error.kind, isUnknown) else { throw isUnknown ? error.asUnknown : error }
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
        case .conflict: Self.patience
        case .unknown: 4
        // The connection may have ended while it was idle.
        case .unavailable: isUnknown ? 4 : 2
        case .constraint, .other: 0
        }
    }

    /// Whether a transaction whose commit was not answered has taken effect. The row that every transaction of the session
    /// writes says so; reading it with a lock waits for a commit that is still under way.
    private func isCommitted(_ connection: PostgreSQLConnection) throws -> Bool {
        try connection.begin(.look)
        defer { connection.rollback() }
        let found = try connection.rows(
            "SELECT number FROM commits WHERE slot = ? FOR UPDATE", [.text(slot)], keepsParsed: false)
        return found.first.map { $0[0] as Int64 == number } ?? false
    }

    private static let mark = """
        INSERT INTO commits (slot, number, at) VALUES (?, ?, now())
        ON CONFLICT (slot) DO UPDATE SET number = excluded.number, at = excluded.at
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
        if let connection, connection.isUsable { return connection }
        let new = try address.connect()
        connection = new
        return new
    }
}

extension SQLError {
    fileprivate var asUnknown: SQLError {
        SQLError(.unknown, "\(description); it is not known whether the transaction took effect")
    }
}
