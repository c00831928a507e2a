import FlowEngine

/// How a conversation ended, from the best to the worst; one that is open has not ended.
public enum ConversationEnd: String, Sendable, CaseIterable {
    /// It ended without people.
    case finished
    /// People have it, or it ended with them.
    case person
    /// The customer was silent, or closed it.
    case silence
    /// A call or a step failed, or the flows cannot continue.
    case failure
    /// It still waits for the customer, a call or a reminder.
    case open
}

/// What another end means.
public enum EndChange: String, Sendable, CaseIterable {
    case better, worse, alike
    /// One of both ends is not known, or the conversation has not ended.
    case unknown

    init(from was: ConversationEnd, to now: ConversationEnd?) {
        guard let now else {
            self = .unknown
            return
        }
        guard was != now else {
            self = .alike
            return
        }
        guard was != .open, now != .open else {
            self = .unknown
            return
        }
        let order = ConversationEnd.allCases
        self = (order.firstIndex(of: now) ?? 0) < (order.firstIndex(of: was) ?? 0) ? .better : .worse
    }
}

/// Follows a conversation to its end.
struct EndTracker {
    private var isOver = false
    /// What has led to where the conversation is, as long as the customer has not answered since.
    private var cause: ConversationEnd?

    /// Notes a turn.
    mutating func note(_ event: Event.Kind, _ marks: [StepMark], _ effects: [Effect]) {
        let wasOver = isOver
        isOver = false
        for mark in marks {
            switch mark.kind {
            // Also a call, and people who give the conversation back, answer a step.
            case .answered: if case .heard = event { cause = nil }
            case .other, .cancelled: cause = nil
            case .silent: cause = .silence
            case .failed, .unable: cause = .failure
            case .ended: isOver = true
            case .closed:
                isOver = true
                if !wasOver, cause != .person { cause = .silence }
            case .entered, .unexpected: break
            }
        }
        let isHandedOver = effects.contains { if case .handOver = $0 { true } else { false } }
        if isHandedOver { cause = .person }
        switch event {
        // People have given it back, and it continues.
        case .givenBack, .moved: if !isOver, !isHandedOver { cause = nil }
        default: break
        }
    }

    var end: ConversationEnd { isOver ? cause ?? .finished : cause == .person ? .person : .open }
}
