public import Expressions
import FlowModel
import MessageModel

extension TurnBuilder {
    /// Starts a conversation with the customer's message.
    mutating func begin(with heard: Heard, from bubble: BubbleOrigin?) throws(EngineError) -> Handling {
        if heard.isReply, bubble == nil, !isUnnamed(heard) { return .neverSent }
        forgetConversation()
        if let notice = bot.notice { say(plainText(notice)) }
        if heard.isOfService { return .handled }
        if heard.isReply {
            sayOldTap()
            try go(to: .step(entry(for: nil)))
        } else if let text = heard.text, isGoodbye(text) {
            sayGoodbye()
        } else if let text = heard.text, let destination = anywhere(text, in: bot.start) {
            keepSaid(text, isPrivate: false)
            try go(to: destination)
        } else {
            try go(to: .step(entry(for: heard.text)))
        }
        return .handled
    }

    /// Whether it is an unreadable reply to an earlier bubble that cannot be identified.
    private func isUnnamed(_ heard: Heard) -> Bool {
        if case .unreadable(let reply) = heard { reply.question == nil && session.turn > 0 } else { false }
    }

    /// The entry point of a conversation: the first entry that matches, otherwise the default flow.
    private func entry(for text: String?) -> StepReference {
        bot.entries.first { entry in
            switch entry.condition {
            case .words(let words): text.map { text in words.contains { $0.asTyped == text.asTyped } } ?? false
            case .link(let intent, let group):
                isCarried(intent, by: session.intent) && isCarried(group, by: session.group)
            }
        }?.destination ?? bot.start
    }

    private func isCarried(_ wanted: String?, by link: String?) -> Bool {
        wanted.map { $0.lowercased() == link?.lowercased() } ?? true
    }

    /// Discards the last conversation; facts about the customer, their taps and their reminders stay.
    mutating func forgetConversation() {
        keepAnswersOfReminders()
        var fresh = Session(
            customer: session.customer, device: session.device, language: session.language, region: session.region,
            turn: session.turn)
        fresh.taps = session.taps
        fresh.facts = session.facts
        fresh.privateNames = session.reminders.isEmpty ? session.privateNames.onlyFacts : session.privateNames
        fresh.reminders = session.reminders
        fresh.intent = event.sender?.intent
        fresh.group = event.sender?.group
        if bot.oldTaps == .goBack { fresh.began = session.turn + 1 }
        session = fresh
    }

    /// Discards a conversation that has expired, with its reminders.
    mutating func forgetExpired() {
        forgetConversation()
        session.reminders = WaitingReminders()
    }

    /// The event after the open question has been discarded: a tap on its bubble becomes one on an old bubble.
    func knowingOpenBubble(_ kind: Event.Kind) -> Event.Kind {
        guard case .heard(let heard, _) = kind, let id = heard.question, let open = session.open, open.ids.contains(id)
        else { return kind }
        let origin = BubbleOrigin(flow: session.flow, step: session.step, version: open.version, turn: open.turn)
        return .heard(heard, bubble: origin)
    }

    /// Whether the conversation has expired through inactivity.
    var hasExpired: Bool { engine.hasExpired(session, at: now) }
}

extension Engine {
    /// Whether a conversation has been inactive for longer than `expires` (flow language, 6.4).
    public func hasExpired(_ session: Session, at moment: Moment) -> Bool {
        session.lastAt.map { moment - $0 > bot.expires } ?? false
    }
}
