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

        /// The same for a bot that differs only in where its conversations begin.
        init(_ other: Knowledge, startingAt step: StepReference) {
            var bot = other.bot
            bot.start = step
            self.bot = bot
            limits = other.limits
            wordings = other.wordings
            noteIdentity = other.noteIdentity
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

    private init(_ knowledge: Knowledge) { self.knowledge = knowledge }

    /// The same engine for conversations that begin at another step, as those of transcripts do.
    public func starting(at step: StepReference) -> Engine { Engine(Knowledge(knowledge, startingAt: step)) }

    /// Processes `event`.
    ///
    /// - Parameter session: the conversation so far; `nil` for the customer's first message.
    /// - Throws: `EngineError` when a flow loops without asking, or an event belongs to no conversation.
    public func advance(_ session: Session?, on event: Event) throws(EngineError) -> Outcome {
        var session = session
        if case .heard(let heard, _) = event.kind, let tap = heard.tap(at: event.at) {
            if let session, session.hasTaken(tap, heard.selection) { return .ignored("the same tap again") }
            session?.take(tap, heard.selection)
        }
        if case .reset = event.kind {
            guard let session else { throw .noConversation }
            return .turn(session.reset())
        }
        guard let conversation = session ?? event.sender.map({ newSession(for: $0) }) else { throw .noConversation }

        var builder = TurnBuilder(engine: self, session: conversation, event: event)
        var kind = event.kind
        if builder.hasExpired {
            kind = builder.knowingOpenBubble(kind)
            builder.forgetExpired()
            if !event.outlivesConversation { return .turn(builder.turn()) }
        }
        builder.returnToChosenLanguage()
        if event.isReaction { return .turn(builder.turn()) }
        builder.followEdits()
        let handling =
            switch kind {
            case .heard(let heard, let bubble): try builder.hear(heard, from: bubble)
            case .opened: try builder.greet()
            case .silent(let question): try builder.noticeSilence(on: question)
            case .undelivered(let turn): try builder.noticeFailure(of: turn)
            case .called(let id, let outcome): try builder.hearBack(from: id, outcome)
            case .slow(let call): builder.noticeSlowness(of: call)
            case .sheetChanged(let question, let change): builder.change(change, on: question)
            case .personSaid(let text): builder.passOn(text)
            case .agent(let act): builder.perform(act)
            case .givenBack: try builder.takeBack()
            case .reminded(let id): try builder.noticeReminder(id)
            case .unanswered(let handover): try builder.noticeUnanswered(handover)
            case .closed, .reset: builder.close()
            case .moved(let flow, let step): builder.move(to: step, of: flow)
            case .outside(let event): try builder.receive(event)
            }
        if case .ignored(let reason) = handling { return .ignored(reason) }
        if !builder.session.reminders.isEmpty { try builder.sendHeldReminders() }
        if !builder.session.heldEvents.isEmpty { builder.beginWithHeldEvents() }
        return .turn(builder.turn())
    }

    func newSession(for sender: Event.Sender) -> Session {
        var session = Session(
            customer: sender.customer, device: sender.device, language: bot.language(for: sender.locale),
            region: sender.region.map { bot.region(for: $0) }, turn: 0)
        session.facts = sender.facts
        session.privateNames = PrivateNames(facts: sender.privateFacts)
        return session
    }

    /// The format of values for a customer.
    func wording(for language: String, in region: RegionCode?, edition: Wording.Edition = .newest) -> Wording {
        guard region != nil || edition != .newest else { return wording(for: language) }
        return Wording(language: language, zone: bot.zone, region: region, edition: edition)
    }

    /// The format of values that must be the same for all customers, such as in the ids of answers.
    func wording(for language: String) -> Wording {
        knowledge.wordings[language] ?? Wording(language: language, zone: bot.zone)
    }
}

extension Session {
    fileprivate func hasTaken(_ tap: Tap, _ selection: Selection?) -> Bool {
        taps.contain(tap, selection, isOver: status == .ended || status == .closed)
    }

    fileprivate mutating func take(_ tap: Tap, _ selection: Selection?) {
        var tap = tap
        tap.chosen = selection.flatMap { selection in
            status == .waiting ? open.flatMap { $0.asked.chosen(in: selection, ids: $0.ids) } : nil
        }
        taps.remember(tap)
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
        default: nil
        }
    }
}
