import Expressions
import FlowEngine
import FlowModel
import MessageModel

/// A bot on which moves are tried.
struct TrialBot: Sendable {
    let bot: Bot
    private let engine: Engine
    private let now: Moment

    /// The largest number of repetitions until the question is left.
    private static let patience = 12

    init(_ bot: Bot, at now: Moment, _ noteIdentity: (@Sendable () -> Void)?) {
        self.bot = bot
        engine = Engine(bot, noteIdentity: noteIdentity)
        self.now = now
    }

    func hasExpired(_ session: Session) -> Bool { engine.hasExpired(session, at: now) }

    /// The destination of a move.
    func play(_ move: Move, in session: Session) -> Ending {
        do throws(EngineError) {
            switch move.action {
            case .described: return .ignored("nothing is done")
            case .hear(let heard): return try end(of: .heard(heard, bubble: nil), at: now, in: session)
            case .hearBack(let outcome):
                guard let call = session.call else { return .ignored("no call is in progress") }
                return try end(of: .called(id: call.id, outcome), at: now, in: session)
            case .giveBack: return try end(of: .givenBack, at: now, in: session)
            case .remind(let id):
                let due = session.reminders[id]?.at ?? now
                return try end(of: .reminded(id: id), at: max(now, due), in: session)
            case .again(let words):
                return try repeating(in: session) { _ in (.heard(.text(words), bubble: nil), now) }
            case .wait:
                return try repeating(in: session) { session in
                    session.wakes.first { $0.kind == .silence }.map { ($0.event, max(now, $0.at)) }
                }
            }
        } catch {
            return .stuck("\(error)")
        }
    }

    private func end(of kind: Event.Kind, at moment: Moment, in session: Session) throws(EngineError) -> Ending {
        switch try advance(session, kind, at: moment, 0) {
        case .ignored(let reason): return .ignored(reason)
        case .turn(let turn): return ending(turn)
        }
    }

    /// Repeats an event until the question is left or no further event follows.
    private func repeating(
        in session: Session, _ event: (Session) -> (Event.Kind, Moment)?
    ) throws(EngineError) -> Ending {
        var session = session
        var last = Ending.ignored("nothing happens")
        for number in 0..<Self.patience {
            guard session.status == .waiting, let (kind, moment) = event(session) else { break }
            guard case .turn(let turn) = try advance(session, kind, at: moment, number) else { break }
            last = ending(turn)
            let isLeft =
                turn.session.standing != session.standing && place(of: session.standing) != turn.session.standing
            session = turn.session
            if isLeft { break }
        }
        return last
    }

    private func advance(
        _ session: Session, _ kind: Event.Kind, at moment: Moment, _ number: Int
    ) throws(EngineError) -> Outcome {
        var event = Event(kind, at: moment, seed: Seed(high: 2, low: UInt64(number)))
        if case .heard = kind { event.sender = Event.Sender(customer: session.customer, device: session.device) }
        return try engine.advance(session, on: event)
    }

    private func ending(_ turn: Turn) -> Ending {
        let session = turn.session
        if session.status == .waiting, session.open == nil { return .stuck("it would wait without an open question") }
        if saysOldTap(turn) { return .place(session.standing, .startingOver) }
        return .place(session.standing, turn.passages.contains { $0.way == .failed } ? .failing : .usual)
    }

    /// Whether the customer is informed that their question is no longer open, after which the flow starts again.
    private func saysOldTap(_ turn: Turn) -> Bool {
        let word = bot.texts.phrase(.oldTap, in: turn.session.language).template(in: turn.session.language).constant
        return turn.effects.contains { effect in
            if case .send(let outgoing) = effect, case .text(let text) = outgoing.message {
                text == word
            } else {
                false
            }
        }
    }

    // The place of a session in this bot.

    /// The place in this bot of a place in other flows, by name; `nil` when an edit has removed it, or has made it a
    /// different kind of step.
    func place(of place: Place) -> Place? {
        guard let reference = bot.reference(flow: place.flow, step: place.step) else { return nil }
        let step = bot.step(reference)
        let fits =
            switch (place.waiting, step.thing) {
            case (.answer, .ask), (.call, .call), (.person, .handOver), (.reminder, _), (.nothing, _): true
            default: false
            }
        return fits ? Place(flow: bot.flows[reference.flow].name, step: step.name, waiting: place.waiting) : nil
    }

    /// The answers of a session that count as empty here.
    func forgotten(of session: Session) -> [String] {
        let kept = engine.brought(session, at: now).answers
        return session.answers.names.filter { name in
            let step = bot.reference(flow: session.flow, step: name).map(bot.step)
            return kept[name] == nil && step?.resultName.flatMap { kept[$0] } == nil
        }
    }

    /// What the open question of a session needs and this bot does not have.
    func lacks(of session: Session) -> [String] {
        switch session.open?.asked.kind {
        case .signIn(let asked) where !bot.providers.contains { $0.name == asked.provider }:
            ["there is no sign-in provider `\(asked.provider)` any more"]
        case .pay(let asked) where !bot.merchants.contains { $0.name == asked.merchant }:
            ["there is no merchant `\(asked.merchant)` any more"]
        case .app(let asked) where !bot.apps.contains { $0.name == asked.app }:
            ["there is no app `\(asked.app)` any more"]
        default: []
        }
    }

    /// The bubble that the customer sees. If the conversation contains private data, the question is shown as its
    /// author wrote it.
    func bubble(in session: Session) -> Bubble {
        guard let open = session.open else { return Bubble(text: nil, offers: []) }
        guard open.isPrivate || session.isPrivate else {
            return Bubble(text: open.asked.prompt, offers: open.asked.offers)
        }
        let reference = bot.reference(flow: session.flow, step: session.step)
        guard let reference, open.form == nil, case .ask(let question) = bot.step(reference).thing else {
            return Bubble(text: "(private)", offers: [])
        }
        return Bubble(text: question.ask.template(in: session.language).written { "{\($0.text)}" }, offers: [])
    }
}

extension AskedQuestion {
    /// The labels of the offered answers.
    fileprivate var offers: [String] {
        switch kind {
        case .choice(let choice): choice.options.map(\.label)
        case .times(let times): times.slots.map(\.words).filter { !$0.isEmpty }
        case .text, .number, .money, .date, .signIn, .pay, .app, .photo, .file, .place, .form: []
        }
    }
}
