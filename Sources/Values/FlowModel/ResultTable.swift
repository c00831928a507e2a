public import Expressions
import Foundation

/// A table of rows that flows keep for the people of a business, such as bookings.
public struct ResultTable: Sendable {
    public var name: String
    /// In the order written.
    public var fields: [ValueType.RecordField]
    /// The fields that are kept out of logs and sealed in the database.
    public var privateFields: Set<String>
    /// The states of a row; a new one has the first.
    public var states: [String]
    /// How long a row is kept; `nil` keeps it until its customer is erased.
    public var keptFor: TimeLength?
    /// Whether people are notified of new rows.
    public var notifies: Bool

    public init(
        name: String, fields: [ValueType.RecordField], privateFields: Set<String> = [],
        states: [String] = ResultTable.standardStates, keptFor: TimeLength? = nil, notifies: Bool = true
    ) {
        self.name = name
        self.fields = fields
        self.privateFields = privateFields
        self.states = states
        self.keptFor = keptFor
        self.notifies = notifies
    }

    public static let standardStates = ["open", "done", "cancelled"]

    /// What every row has beside its fields.
    public static let ownFields = ["row", "number", "state", "kept_at"]

    /// The type of a row that a conversation reads.
    public var rowType: ValueType { .record(fields + Self.ownTypes) }

    private static let ownTypes: [ValueType.RecordField] = [
        .init("row", .text), .init("number", .number), .init("state", .text), .init("kept_at", .time),
    ]
}

/// What a flow does with a table.
public enum ResultOperation: String, Sendable, Hashable, CaseIterable {
    /// Writes a row.
    case keep
    /// Reads the rows of the customer.
    case read
    /// Changes the state of one of the customer's rows.
    case change
}

/// An operation on a table.
public struct ResultCall: Sendable, Hashable {
    public var operation: ResultOperation
    /// The name of the table.
    public var table: String

    public init(_ operation: ResultOperation, _ table: String) {
        self.operation = operation
        self.table = table
    }

    /// The name under which it is called. It contains a space, so that no action of an author has it.
    public var actionName: String { "\(operation.rawValue) \(table)" }
}

extension Action {
    /// The action that an operation on a table is for the engine: it is called, and answers, like those of other systems.
    public init(_ operation: ResultOperation, of table: ResultTable) {
        let call = ResultCall(operation, table.name)
        self.init(name: call.actionName)
        target = .results(call)
        switch operation {
        case .keep:
            takes = table.fields
            gives = Self.receipt
            privateNames = table.privateFields
            examples = [Example(name: "kept", gives: Self.exampleReceipt(table.states[0]), problem: nil)]
        case .read:
            takes = [.init("state", .text, isOptional: true)]
            gives = [.init("rows", .list(table.rowType))]
            privateNames = table.privateFields.isEmpty ? [] : ["rows"]
            isOnce = false
            examples = [Example(name: "none", gives: Fields([("rows", .list([]))]), problem: nil)]
        case .change:
            takes = [.init("row", .text), .init("state", .text)]
            gives = Self.receipt
            examples = [Example(name: "changed", gives: Self.exampleReceipt(table.states[0]), problem: nil)]
        }
    }

    private static let receipt: [ValueType.RecordField] = [
        .init("row", .text), .init("number", .number), .init("state", .text),
    ]

    private static func exampleReceipt(_ state: String) -> Fields {
        Fields([("row", .text("1")), ("number", .number(1)), ("state", .text(state))])
    }
}

/// A row of a table.
public struct ResultRow: Sendable, Hashable {
    public var id: String
    /// Counts the rows of a table, from 1.
    public var number: Int
    public var state: String
    public var keptAt: Moment
    public var fields: Fields

    public init(id: String, number: Int, state: String, keptAt: Moment, fields: Fields) {
        self.id = id
        self.number = number
        self.state = state
        self.keptAt = keptAt
        self.fields = fields
    }

    /// What a conversation gets that reads the row: its fields, as far as the table still has them, and its own.
    public func record(of table: ResultTable) -> Value {
        var record = Fields()
        for field in table.fields {
            if let value = fields[field.name], field.type.holds(value) { record[field.name] = value }
        }
        record["row"] = .text(id)
        record["number"] = .number(Decimal(number))
        record["state"] = .text(state)
        record["kept_at"] = .time(TimeSlot(start: keptAt))
        return .record(record)
    }

    /// Whether the row has every field that the table needs now, which an edit may have added.
    public func fits(_ table: ResultTable) -> Bool {
        table.fields.allSatisfy { field in
            guard let value = fields[field.name] else { return field.isOptional }
            return field.type.holds(value)
        }
    }

    /// What a conversation gets that keeps or changes the row.
    public var receipt: Fields {
        Fields([("row", .text(id)), ("number", .number(Decimal(number))), ("state", .text(state))])
    }
}

/// Why an operation on a table fails.
public enum ResultProblem {
    /// The customer has no such row, or it has no such state.
    public static let gone = "gone"
}
