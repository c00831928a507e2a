import Databases
import Foundation
import GRDB

/// A connection to an SQLite file that has begun a transaction.
final class SQLiteConnection: SQLConnection {
    let dialect = Dialect.sqlite
    private let db: GRDB.Database

    init(_ db: GRDB.Database) { self.db = db }

    func rows(_ sql: String, _ arguments: [SQLValue], keepsParsed: Bool) throws -> [Databases.Row] {
        let statement = try keepsParsed ? db.cachedStatement(sql: sql) : db.makeStatement(sql: sql)
        let cursor = try GRDB.Row.fetchCursor(statement, arguments: StatementArguments(of: arguments))
        var rows: [Databases.Row] = []
        while let row = try cursor.next() { rows.append(Databases.Row(row)) }
        return rows
    }

    func execute(_ sql: String, _ arguments: [SQLValue], keepsParsed: Bool) throws {
        if keepsParsed {
            try db.cachedStatement(sql: sql).execute(arguments: StatementArguments(of: arguments))
        } else {
            try db.execute(sql: sql, arguments: StatementArguments(of: arguments))
        }
    }

    var changes: Int { db.changesCount }
}

extension GRDB.Database {
    /// This database, as the stores use it.
    var asSQL: Databases.Database { Databases.Database(SQLiteConnection(self)) }
}

extension Databases.Row {
    init(_ row: GRDB.Row) { self.init(row.databaseValues.map { SQLValue($0) }) }
}

extension StatementArguments {
    fileprivate init(of values: [SQLValue]) {
        let stored: [(any DatabaseValueConvertible)?] = values.map { $0.stored }
        // As a slice, because there is another initializer for arrays, of values of any type.
        self.init(stored[...])
    }
}

extension SQLValue {
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

    /// The value as GRDB takes arguments fastest.
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
