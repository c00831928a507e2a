/// An event from outside that waited for the end of the customer's conversation in vain.
public struct DroppedEvent: Sendable, Hashable {
    public enum Reason: String, Sendable {
        case lapsed = "it has waited for a day"
        case expired = "the conversation has expired"
        case stopped = "the customer has ended the conversation"
        case closed = "the customer has closed the conversation"
        case reset = "an operator has ended the conversation"
        case unheard = "its flow cannot begin any more"
    }

    /// The name under which bot.yaml declares it.
    public let name: String
    public let reason: Reason
}

extension HeldEvents {
    /// Removes all of them. Returns what was dropped.
    mutating func drop(_ reason: DroppedEvent.Reason) -> [DroppedEvent] {
        defer { self = HeldEvents() }
        return all.map { DroppedEvent(name: $0.event.name, reason: reason) }
    }
}

extension TurnBuilder {
    /// Drops the events that wait for the end of the conversation.
    mutating func dropHeldEvents(_ reason: DroppedEvent.Reason) { droppedEvents += session.heldEvents.drop(reason) }

    /// Drops the events that have waited too long.
    mutating func dropLapsedEvents() {
        let lapsed = session.heldEvents.takeLapsed(at: now)
        droppedEvents += lapsed.map { DroppedEvent(name: $0.event.name, reason: .lapsed) }
    }
}
