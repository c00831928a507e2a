public import Expressions
public import FlowEngine
public import MessageModel

/// What is kept of a customer beyond their conversations, until somebody erases it.
public struct KnownCustomer: Sendable, Hashable {
    /// By the names behind `customer.`.
    public var facts: Fields
    /// Those among them that are private.
    public var privateFacts: Set<String>
    /// The device last written from.
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
    /// What is known of the customer after it; `nil` when that has not changed.
    public var changedCustomer: KnownCustomer? {
        guard let session = turn?.session else { return nil }
        let known = KnownCustomer(of: session)
        return replaces.map { KnownCustomer(of: $0.session) } == known ? nil : known
    }
}
