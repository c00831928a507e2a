import Expressions
import FlowModel

/// Events from outside: the exit of the open question, the beginning of a conversation, or a wait for the end of one.
extension TurnBuilder {
    /// How long an event waits for the customer to finish.
    private static let patience = TimeLength.days(1)

    /// Handles an event from outside. A question that listens to it is left; otherwise the event begins the flow of its
    /// entry as soon as the customer's conversation is over.
    mutating func receive(_ outside: OutsideEvent) throws(EngineError) -> Handling {
        guard let declaration = bot.event(named: outside.name) else {
            return .ignored("bot.yaml declares no event `\(outside.name)`")
        }
        switch session.status {
        case .closed:
            return .ignored("the customer has closed the conversation and receives no messages until they write")
        case .waiting:
            guard let exit = openStepQuestion?.events.first(where: { $0.event == outside.name }) else {
                return hold(outside, declaration)
            }
            for field in declaration.fields {
                remember(outside.fields[field.name], as: field.name)
                if declaration.privateFields.contains(field.name) { keepPrivate(field.name) }
            }
            pass(.event(outside.name))
            reception = .delivered
            try leaveQuestion(for: exit.then)
        case .calling, .withPerson: return hold(outside, declaration)
        case .ended:
            if let obstacle = try begin(with: outside) { return .ignored(obstacle) }
            reception = .started
        }
        return .handled
    }

    /// Lets an event wait for the end of the conversation, if it begins one then.
    private mutating func hold(_ outside: OutsideEvent, _ declaration: EventDeclaration) -> Handling {
        guard bot.entry(for: outside.name) != nil else { return .ignored(unheard(outside)) }
        dropLapsedEvents()
        guard session.heldEvents.all.count < HeldEvents.most else {
            return .ignored("\(HeldEvents.most) events wait for the end of the customer's conversation already")
        }
        let isPrivate = declaration.privateFields.contains { outside.fields[$0] != nil }
        session.heldEvents.add(HeldEvent(event: outside, lapsesAt: now + Self.patience, isPrivate: isPrivate))
        reception = .waiting
        return .handled
    }

    /// Begins the flow of the event's entry, with its values as the inputs of that flow. Returns the reason when that is
    /// not possible; then this turn must be discarded, or at least nothing has happened yet.
    private mutating func begin(with outside: OutsideEvent) throws(EngineError) -> String? {
        guard let entry = bot.entry(for: outside.name) else { return unheard(outside) }
        let flow = bot.flows[entry.flow]
        let isPrivate = bot.event(named: outside.name)?.privateFields ?? []
        var inputs = Fields()
        for need in flow.needs {
            inputs[need.name] = bounded(outside.fields[need.name]?.handed(to: need.type, in: bot.zone))
            if inputs[need.name] == nil, !need.isOptional {
                return "the flow `\(flow.name)` needs `\(need.name)`, which the event does not have"
            }
        }
        forgetConversation()
        if let notice = bot.notice { say(plainText(notice)) }
        session.flow = flow.name
        session.answers = inputs
        for name in inputs.names where isPrivate.contains(name) { keepPrivate(name) }
        try go(to: .step(entry))
        return nil
    }

    /// Begins the flows of events that waited for the end of the conversation, one after another. What waited too long,
    /// or cannot begin its flow any more, is dropped: the message that ended the conversation counts in any case.
    mutating func beginWithHeldEvents() {
        guard session.status == .ended else { return }
        dropLapsedEvents()
        while session.status == .ended, let outside = session.heldEvents.takeFirst() {
            var attempt = self
            if (try? attempt.hasBegun(with: outside)) ?? false {
                self = attempt
            } else {
                droppedEvents.append(DroppedEvent(name: outside.name, reason: .unheard))
            }
        }
    }

    private mutating func hasBegun(with outside: OutsideEvent) throws(EngineError) -> Bool {
        try begin(with: outside) == nil
    }

    private func unheard(_ outside: OutsideEvent) -> String {
        "`\(outside.name)` begins no flow, and the customer is at no question that listens to it"
    }
}
