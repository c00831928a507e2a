import Expressions
public import FlowModel
import MessageModel

/// Moves sessions through a bot, one event at a time.
///
/// Pure: the same bot, session and event always give the same outcome. The event provides time, identifiers and
/// randomness; everything to be done outside is returned as an effect.
public struct Engine: Sendable {
    /// All immutable data of the engine, in one place: turns and scopes, which are copied often, only hold a reference
    /// to it.
    private final class Knowledge: Sendable {
        let bot: Bot
        let limits: Limits
        let wordings: [String: Wording]
        let noteIdentity: (@Sendable () -> Void)?

        init(_ bot: Bot, _ limits: Limits, _ noteIdentity: (@Sendable () -> Void)?) {
            self.bot = bot
            self.limits = limits
            self.noteIdentity = noteIdentity
            wordings = Dictionary(bot.languages.map { ($0, Wording(language: $0, zone: bot.zone)) }) { first, _ in
                first
            }
        }
    }

    private let knowledge: Knowledge

    public var bot: Bot { knowledge.bot }
    var limits: Limits { knowledge.limits }

    /// Called whenever a flow reads the customer's id; `nil` when this need not be observed.
    var noteIdentity: (@Sendable () -> Void)? { knowledge.noteIdentity }

    /// - Parameter noteIdentity: called whenever a flow reads the customer's id, for callers that process one session
    ///   on behalf of several.
    public init(_ bot: Bot, limits: Limits = Limits(), noteIdentity: (@Sendable () -> Void)? = nil) {
        knowledge = Knowledge(bot, limits, noteIdentity)
    }

    /// Processes `event`.
    ///
    /// - Parameter session: the conversation so far; `nil` for the customer's first message.
    /// - Throws: `EngineError` when a flow loops without asking, or an event belongs to no conversation.
    public func advance(_ session: Session?, on event: Event) throws(EngineError) -> Outcome {
        var session = session
        if case .heard(let heard, _) = event.kind, let tap = heard.tap(at: event.at) {
            if let session, session.hasTaken(tap, heard.selection) { return .ignored("the same tap again") }
            session?.remember(tap, heard.selection)
        }
        if case .reset = event.kind {
            guard let session else { throw .noConversation }
            return .turn(session.reset())
        }
        guard let conversation = session ?? event.sender.map({ newSession(for: $0) }) else { throw .noConversation }

        var run = Run(engine: self, session: conversation, event: event)
        var kind = event.kind
        if run.hasExpired {
            kind = run.knowingOpenBubble(kind)
            run.forgetConversation()
            run.session.reminders = []
            if !event.outlivesConversation { return .turn(run.turn()) }
        }
        if event.isReaction { return .turn(run.turn()) }
        run.followEdits()
        let handling =
            switch kind {
            case .heard(let heard, let bubble): try run.hear(heard, from: bubble)
            case .silent(let question): try run.noticeSilence(on: question)
            case .undelivered(let turn): try run.noticeFailure(of: turn)
            case .called(let id, let outcome): try run.hearBack(from: id, outcome)
            case .slow(let call): run.noticeSlowness(of: call)
            case .sheetChanged(let question, let change): run.change(change, on: question)
            case .personSaid(let text): run.passOn(text)
            case .givenBack: try run.takeBack()
            case .reminded(let id): try run.noticeReminder(id)
            case .closed, .reset: run.close()
            case .moved(let flow, let step): run.move(to: step, of: flow)
            }
        if case .ignored(let reason) = handling { return .ignored(reason) }
        if !run.session.reminders.isEmpty { try run.sendHeldReminders() }
        return .turn(run.turn())
    }

    func newSession(for sender: Event.Sender) -> Session {
        var session = Session(
            customer: sender.customer, device: sender.device, language: bot.language(for: sender.locale),
            region: sender.region.map { bot.region(for: $0) }, taps: [], turn: 0)
        session.facts = sender.facts
        session.privateNames = Set(sender.privateFacts.map { Run.factPrefix + $0 })
        return session
    }

    /// The format of values for a customer.
    func wording(for language: String, in region: RegionCode?) -> Wording {
        guard let region else { return wording(for: language) }
        return Wording(language: language, zone: bot.zone, region: region)
    }

    /// The format of values that must be the same for all customers, such as in the ids of answers.
    func wording(for language: String) -> Wording {
        knowledge.wordings[language] ?? Wording(language: language, zone: bot.zone)
    }
}

extension Session {
    /// Whether this tap repeats the last one accepted from its bubble: within ten seconds, or within a day when the
    /// conversation has ended since (a second device of the same customer). The choice counts, not the form in which
    /// the device sent it.
    fileprivate func hasTaken(_ tap: Tap, _ selection: Selection?) -> Bool {
        guard let last = taps.last(where: { $0.bubble == tap.bubble }) else { return false }
        let isOver = status == .ended || status == .closed
        guard tap.at - last.at <= (isOver ? .days(1) : .seconds(10)) else { return false }
        if last.fingerprint == tap.fingerprint { return true }
        guard let selection, let chosen = last.chosen else { return false }
        return chosen.isChosen(in: selection)
    }

    /// Stores the tap as the last one of its bubble; beyond a limit, the oldest taps are removed.
    fileprivate mutating func remember(_ tap: Tap, _ selection: Selection?) {
        var tap = tap
        tap.chosen = selection.flatMap { selection in
            status == .waiting ? open.flatMap { $0.asked.chosen(in: selection, ids: $0.ids) } : nil
        }
        taps.removeAll { $0.bubble == tap.bubble || tap.at - $0.at > .days(1) }
        if taps.count >= 20 { taps.removeFirst() }
        taps.append(tap)
    }
}

extension Heard {
    fileprivate var selection: Selection? {
        if case .choice(let selection) = self { selection } else { nil }
    }

    /// The reply to a bubble, and the identifier of that bubble: the question, otherwise the channel's identifier.
    /// `nil` for messages that are not replies.
    fileprivate func tap(at moment: Moment) -> Tap? {
        switch self {
        case .choice(let selection):
            (selection.question ?? selection.bubble).map {
                Tap(bubble: $0, fingerprint: selection.fingerprint, at: moment)
            }
        case .form(let reply):
            (reply.question ?? reply.bubble).map { Tap(bubble: $0, fingerprint: reply.fingerprint, at: moment) }
        case .text, .files, .place, .signIn, .pay, .app, .unreadable: nil
        }
    }
}
