/// A row of a result: values by position, from 0.
public struct Row: Sendable, Hashable {
    public let values: [SQLValue]

    @inlinable public init(_ values: [SQLValue]) { self.values = values }

    /// The value of a column.
    ///
    /// Columns have fixed types in both databases, so a value of another type is a mistake in the statement.
    @inlinable public subscript<Value: SQLConvertible>(column: Int) -> Value {
        guard let value = Value(values[column]) else {
            preconditionFailure("column \(column) holds \(values[column]), which is no \(Value.self)")
        }
        return value
    }

    /// All rows of a result.
    @inlinable public static func fetchAll(_ db: Database, sql: String, arguments: Arguments = []) throws -> [Row] {
        try db.connection.rows(sql, arguments.values, keepsParsed: false)
    }

    @inlinable public static func fetchAll(_ statement: Statement, arguments: Arguments = []) throws -> [Row] {
        try statement.database.connection.rows(statement.sql, arguments.values, keepsParsed: true)
    }

    /// The first row of a result; `nil` when there is none.
    @inlinable public static func fetchOne(_ db: Database, sql: String, arguments: Arguments = []) throws -> Row? {
        try fetchAll(db, sql: sql, arguments: arguments).first
    }

    @inlinable public static func fetchOne(_ statement: Statement, arguments: Arguments = []) throws -> Row? {
        try fetchAll(statement, arguments: arguments).first
    }
}

extension SQLConvertible {
    /// The first column of all rows.
    @inlinable public static func fetchAll(_ db: Database, sql: String, arguments: Arguments = []) throws -> [Self] {
        try Row.fetchAll(db, sql: sql, arguments: arguments).map { $0[0] }
    }

    @inlinable public static func fetchAll(_ statement: Statement, arguments: Arguments = []) throws -> [Self] {
        try Row.fetchAll(statement, arguments: arguments).map { $0[0] }
    }

    /// The first column of the first row; `nil` when there is no row, or the value is null.
    @inlinable public static func fetchOne(_ db: Database, sql: String, arguments: Arguments = []) throws -> Self? {
        try Row.fetchOne(db, sql: sql, arguments: arguments).flatMap { $0[0] as Self? }
    }

    @inlinable public static func fetchOne(_ statement: Statement, arguments: Arguments = []) throws -> Self? {
        try Row.fetchOne(statement, arguments: arguments).flatMap { $0[0] as Self? }
    }
}

extension SQLConvertible where Self: Hashable {
    /// The distinct values of the first column.
    @inlinable public static func fetchSet(_ db: Database, sql: String, arguments: Arguments = []) throws -> Set<Self> {
        Set(try fetchAll(db, sql: sql, arguments: arguments))
    }
}
