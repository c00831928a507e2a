/// A database inside a transaction, as the stores use it: SQLite or PostgreSQL.
///
/// Statements are written in the SQL that both understand; the few differences are in `Dialect`. Arguments stand for `?`
/// in order, or for `?1`, `?2` by number.
public struct Database {
    @usableFromInline let connection: any SQLConnection

    public init(_ connection: any SQLConnection) { self.connection = connection }

    public var dialect: Dialect { connection.dialect }

    /// Runs one statement.
    ///
    /// PostgreSQL may run it later in the same transaction, together with others; the transaction then fails there.
    public func execute(sql: String, arguments: Arguments = []) throws {
        try connection.execute(sql, arguments.values, keepsParsed: false)
    }

    /// A statement that is run often, whose parsed form the connection keeps.
    public func cachedStatement(sql: String) throws -> Statement { Statement(database: self, sql: sql) }

    /// The number of rows that the last statement inserted, changed or deleted.
    ///
    /// If the statement has failed, this is 0, and the transaction fails.
    public var changesCount: Int { connection.changes }

    /// Notes that the transaction stores a message of a customer.
    public func noteMessage() { connection.noteMessage() }
}

/// A statement of which the connection keeps the parsed form.
public struct Statement {
    @usableFromInline let database: Database
    @usableFromInline let sql: String

    public func execute(arguments: Arguments = []) throws { try execute(values: arguments.values) }

    /// Runs the statement with values as they are stored: a list of different types is more work, and each event has a dozen.
    public func execute(values: [SQLValue]) throws {
        try database.connection.execute(sql, values, keepsParsed: true)
    }
}

/// The arguments of a statement, in order.
public struct Arguments: Sendable, ExpressibleByArrayLiteral {
    public private(set) var values: [SQLValue]

    @inlinable public init(arrayLiteral values: (any SQLConvertible)?...) {
        self.init(values: values.map { $0?.sqlValue ?? .null })
    }

    public init(_ values: [any SQLConvertible]) { self.init(values: values.map { $0.sqlValue }) }

    @usableFromInline init(values: [SQLValue]) { self.values = values }

    public mutating func append(_ value: (any SQLConvertible)?) { values.append(value?.sqlValue ?? .null) }

    public static func + (one: Arguments, other: Arguments) -> Arguments {
        Arguments(one.values + other.values)
    }
}

/// What distinguishes the two databases where their SQL differs.
public enum Dialect: Sendable, Hashable {
    case sqlite, postgresql

    /// Ends a `SELECT` whose rows are decided on and must not change before the transaction ends. SQLite has one writer at
    /// a time anyway.
    public var forUpdate: String { self == .sqlite ? "" : "FOR UPDATE" }

    /// Ends a `SELECT` of work to be taken, which leaves out what another transaction is taking.
    public var forTaking: String { self == .sqlite ? "" : "FOR UPDATE SKIP LOCKED" }

    /// The time by which servers decide among themselves who does what, in milliseconds: that of the database server, which
    /// is the same for all of them, whatever their own clocks show. All that use an SQLite file are on one machine; there it
    /// is the moment that a statement is given.
    ///
    /// - Parameter given: the place of that moment among the arguments, such as `?2`.
    public func now(_ given: String) -> String {
        self == .sqlite ? given : "(SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint)"
    }
}

/// A connection to a database that has begun a transaction.
public protocol SQLConnection: AnyObject {
    var dialect: Dialect { get }

    /// The rows of a query, or of a change with `RETURNING`.
    ///
    /// - Parameter keepsParsed: whether the statement is run often.
    func rows(_ sql: String, _ arguments: [SQLValue], keepsParsed: Bool) throws -> [Row]

    /// Runs a statement without a result, now or later in the transaction.
    ///
    /// - Parameter keepsParsed: whether the statement is run often.
    func execute(_ sql: String, _ arguments: [SQLValue], keepsParsed: Bool) throws

    /// The number of rows changed by the last `execute`.
    var changes: Int { get }

    /// Notes that the transaction stores a message of a customer, so that the loss of an acknowledged one can be reported.
    func noteMessage()
}

extension SQLConnection {
    /// A file loses nothing that was acknowledged.
    public func noteMessage() {}
}

/// What an error of a database says of its transaction.
public enum SQLFaultKind: Sendable, Hashable {
    /// The data break a rule of the tables, so that the same work fails again.
    case constraint
    /// Another transaction had precedence; the same work may succeed later.
    case conflict
    /// The database cannot be reached or lacks resources at present.
    case unavailable
    /// The connection ended while the transaction was being committed, so it is not known whether it took effect.
    case unknown
    case other
}

/// An error that a server of a database reports, or the way to it.
public struct SQLError: Error, Hashable, CustomStringConvertible {
    public let kind: SQLFaultKind
    public let description: String
    /// Whether the transaction failed because commits wait for a standby.
    public let waitsForStandby: Bool

    public init(_ kind: SQLFaultKind, _ description: String, waitsForStandby: Bool = false) {
        self.kind = kind
        self.description = description
        self.waitsForStandby = waitsForStandby
    }
}
