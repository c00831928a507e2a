import Databases
import Foundation
import GRDB
import GRDBSQLite

/// A connection to an SQLite file that has begun a transaction.
final class SQLiteConnection: SQLConnection {
    let dialect = Dialect.sqlite
    private let db: GRDB.Database
    private let isCancellable: Bool

    /// - Parameter isCancellable: whether statements fail once their task is cancelled.
    init(_ db: GRDB.Database, isCancellable: Bool) {
        self.db = db
        self.isCancellable = isCancellable
    }

    func rows(_ sql: String, _ arguments: [SQLValue], keepsParsed: Bool) throws -> [Databases.Row] {
        let statement = try keepsParsed ? db.cachedStatement(sql: sql) : db.makeStatement(sql: sql)
        try statement.bind(arguments)
        defer { statement.unbind() }
        var rows: [Databases.Row] = []
        while try step(statement) { rows.append(statement.row) }
        return rows
    }

    func execute(_ sql: String, _ arguments: [SQLValue], keepsParsed: Bool) throws {
        guard keepsParsed else {
            return try db.execute(sql: sql, arguments: StatementArguments(arguments.map { $0.stored }))
        }
        let statement = try db.cachedStatement(sql: sql)
        try statement.bind(arguments)
        defer { statement.unbind() }
        while try step(statement) {}
    }

    /// Moves a statement on to the next row; `false` when there is none.
    ///
    /// It is done without GRDB, which before and after each statement looks for what only concerns those that begin or end
    /// transactions, or change tables.
    private func step(_ statement: GRDB.Statement) throws -> Bool {
        if isCancellable, Task.isCancelled { throw CancellationError() }
        // An error may have ended the transaction; what follows must not take effect alone.
        let isOutside = sqlite3_get_autocommit(db.sqliteConnection) != 0
        if isOutside, !statement.isReadonly {
            throw DatabaseError(resultCode: .SQLITE_ABORT, message: "the transaction has ended", sql: statement.sql)
        }
        let code = sqlite3_step(statement.sqliteStatement)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        let error = DatabaseError(
            resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(db.sqliteConnection)),
            sql: statement.sql)
        // The cancellation of a task interrupts its statement.
        let isInterrupted = [ResultCode.SQLITE_INTERRUPT, .SQLITE_ABORT].contains(error.resultCode)
        if isCancellable, isInterrupted, Task.isCancelled { throw CancellationError() }
        throw error
    }

    var changes: Int { db.changesCount }
}

extension GRDB.Database {
    /// This database, as the stores use it.
    var asSQL: Databases.Database { Databases.Database(SQLiteConnection(self, isCancellable: false)) }

    /// The same for work of a task alone, which ends when the task is cancelled.
    var asCancellable: Databases.Database { Databases.Database(SQLiteConnection(self, isCancellable: true)) }
}

extension Databases.Row {
    init(_ row: GRDB.Row) { self.init(row.databaseValues.map { SQLValue($0) }) }
}

/// Values to SQLite and back without a form between: each event has about a hundred.
extension GRDB.Statement {
    /// Binds arguments in order, as copies.
    ///
    /// - Throws: when the statement has another number of them.
    fileprivate func bind(_ values: [SQLValue]) throws {
        guard values.count == Int(sqlite3_bind_parameter_count(sqliteStatement)) else {
            // For the error.
            return try setArguments(StatementArguments(values.map { $0.stored }))
        }
        // From now on the statement runs with what it finds bound.
        setUncheckedArguments(StatementArguments())
        for (index, value) in zip(CInt(1)..., values) {
            let code = value.bind(to: sqliteStatement, at: index)
            guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code), sql: sql) }
        }
    }

    /// Releases the arguments, which may be large or private.
    fileprivate func unbind() {
        sqlite3_reset(sqliteStatement)
        sqlite3_clear_bindings(sqliteStatement)
    }

    /// The row at which the statement stands.
    fileprivate var row: Databases.Row {
        Databases.Row((0..<sqlite3_column_count(sqliteStatement)).map { SQLValue(column: $0, of: sqliteStatement) })
    }
}

extension SQLValue {
    fileprivate init(column: CInt, of statement: OpaquePointer) {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: self = .real(sqlite3_column_double(statement, column))
        case SQLITE_TEXT:
            // The text comes first: it decides on the encoding in which the bytes are counted.
            let start = sqlite3_column_text(statement, column)
            let count = Int(sqlite3_column_bytes(statement, column))
            self = .text(String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
        case SQLITE_BLOB:
            let start = sqlite3_column_blob(statement, column)
            self = .bytes(start.map { Data(bytes: $0, count: Int(sqlite3_column_bytes(statement, column))) } ?? Data())
        default: self = .null
        }
    }

    /// - Returns: SQLite's result code.
    fileprivate func bind(to statement: OpaquePointer, at index: CInt) -> CInt {
        switch self {
        case .null: return sqlite3_bind_null(statement, index)
        case .integer(let number): return sqlite3_bind_int64(statement, index, number)
        case .real(let number): return sqlite3_bind_double(statement, index, number)
        case .text(var text):
            return text.withUTF8 { utf8 in
                utf8.withMemoryRebound(to: CChar.self) {
                    sqlite3_bind_text(statement, index, $0.baseAddress, CInt($0.count), Self.copied)
                }
            }
        case .bytes(let bytes):
            // An empty value has no address, and would be bound as NULL.
            if bytes.isEmpty { return sqlite3_bind_zeroblob(statement, index, 0) }
            return bytes.withUnsafeBytes {
                sqlite3_bind_blob(statement, index, $0.baseAddress, CInt($0.count), Self.copied)
            }
        }
    }

    /// SQLITE_TRANSIENT: SQLite makes a copy of what is bound (sqlite.org, Constants Defining Special Destructor Behavior).
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    fileprivate init(_ value: DatabaseValue) {
        self =
            switch value.storage {
            case .null: .null
            case .int64(let number): .integer(number)
            case .double(let number): .real(number)
            case .string(let text): .text(text)
            case .blob(let bytes): .bytes(bytes)
            }
    }

    /// The value as GRDB takes arguments.
    fileprivate var stored: (any DatabaseValueConvertible)? {
        switch self {
        case .null: nil
        case .integer(let number): number
        case .real(let number): number
        case .text(let text): text
        case .bytes(let bytes): bytes
        }
    }
}

extension DatabaseError {
    /// What the error says of its transaction.
    var kind: SQLFaultKind {
        switch resultCode.primaryResultCode {
        case .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG, .SQLITE_RANGE: .constraint
        case .SQLITE_BUSY, .SQLITE_LOCKED: .conflict
        case .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_NOMEM, .SQLITE_CANTOPEN, .SQLITE_READONLY: .unavailable
        default: .other
        }
    }
}
