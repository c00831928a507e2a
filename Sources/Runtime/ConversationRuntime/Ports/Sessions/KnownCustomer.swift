public import Expressions
public import FlowEngine
public import MessageModel

/// Customer data that outlives conversations, until an operator erases it.
public struct KnownCustomer: Sendable, Hashable {
    /// By their names after `customer.`.
    public var facts: Fields
    /// The names of the private facts.
    public var privateFacts: Set<String>
    /// The device of the last message.
    public var device: Device
    public var language: String

    public init(facts: Fields, privateFacts: Set<String> = [], device: Device, language: String) {
        self.facts = facts
        self.privateFacts = privateFacts
        self.device = device
        self.language = language
    }

    public init(of session: Session) {
        self.init(
            facts: session.facts, privateFacts: session.privateFacts, device: session.device,
            language: session.language)
    }
}

extension TurnRecord {
    /// The customer data after the turn; `nil` when it has not changed.
    public var changedCustomer: KnownCustomer? {
        guard let session = turn?.session else { return nil }
        let known = KnownCustomer(of: session)
        return replaces.map { KnownCustomer(of: $0.session) } == known ? nil : known
    }
}
