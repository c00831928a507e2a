public import Expressions
import FlowModel
import MessageModel

extension TurnBuilder {
    /// Starts a conversation with the customer's message.
    mutating func begin(with heard: Heard, from bubble: BubbleOrigin?) throws(EngineError) -> Handling {
        if heard.isReply, bubble == nil, !isUnnamed(heard) { return .neverSent }
        forgetConversation()
        // What words led here is known to the flow; before, only those that led past it were kept.
        if event.readsFreely, let text = heard.text { keepSaid(text, isPrivate: false) }
        if let notice = bot.notice { say(plainText(notice)) }
        if heard.isOfService { return .handled }
        if heard.isReply {
            sayOldTap()
            try go(to: .step(entry(for: nil)))
        } else if let text = heard.text, isGoodbye(text) {
            sayGoodbye()
        } else if let text = heard.text,
            let destination = anywhere(text, in: bot.start) ?? contained(text, in: bot.start)
        {
            keepSaid(text, isPrivate: false)
            try go(to: destination)
        } else {
            try go(to: .step(entry(for: heard.text)))
        }
        return .handled
    }

    /// Starts a conversation in which the customer has only opened the page.
    mutating func greet() throws(EngineError) -> Handling {
        guard session.status == .ended || session.status == .closed else {
            return .ignored("the conversation has already begun")
        }
        noteSender()
        forgetConversation()
        if let notice = bot.notice { say(plainText(notice)) }
        try go(to: .step(entry(for: nil)))
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
            case .words(let words): text.map { text in words.contains { isSame($0, text) } } ?? false
            case .contains(let words):
                text.map { words.stand(in: $0, languages: [session.language, bot.languages[0]]) } ?? false
            case .link(let intent, let group):
                isCarried(intent, by: session.intent) && isCarried(group, by: session.group)
            case .event: false
            }
        }?.destination ?? bot.start
    }

    /// Whether a typed text is one of the first words of an entry.
    private func isSame(_ word: String, _ text: String) -> Bool {
        word.asTyped == text.asTyped
            || event.readsClosely && !Set(word.asTypedWords).isDisjoint(with: text.asTypedWords)
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
        fresh.heldEvents = session.heldEvents
        fresh.bookings = session.bookings
        fresh.intent = event.sender?.intent
        fresh.group = event.sender?.group
        if bot.oldTaps == .goBack { fresh.began = session.turn + 1 }
        session = fresh
    }

    /// Discards a conversation that has expired, with its reminders.
    mutating func forgetExpired() {
        forgetConversation()
        session.reminders = WaitingReminders()
        dropHeldEvents(.expired)
        session.bookings.giveUp()
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
