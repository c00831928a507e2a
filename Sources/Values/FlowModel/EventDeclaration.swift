public import Expressions

/// An event outside of the conversations that flows listen to, such as a parcel that was shipped.
public struct EventDeclaration: Sendable, Hashable {
    public var name: String
    /// The values that come with it, in the order written.
    public var fields: [ValueType.RecordField]
    /// The fields that are kept out of logs and sealed in the database.
    public var privateFields: Set<String>

    public init(name: String, fields: [ValueType.RecordField], privateFields: Set<String> = []) {
        self.name = name
        self.fields = fields
        self.privateFields = privateFields
    }
}

/// The exit of a question for an event from outside.
public struct EventExit: Sendable, Hashable {
    /// The name of the event.
    public var event: String
    public var then: Destination

    public init(event: String, then: Destination) {
        self.event = event
        self.then = then
    }
}

extension Bot {
    /// The event with this name; `nil` when none is declared.
    public func event(named name: String) -> EventDeclaration? { events.first { $0.name == name } }

    /// Where an event begins a conversation; `nil` when it begins none.
    public func entry(for event: String) -> StepReference? {
        entries.first { $0.condition == .event(event) }?.destination
    }
}
