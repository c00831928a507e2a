import Expressions
import FlowModel
import MessageModel

/// Builds the turn of one event: the session as it changes, the effects so far, and what has been passed.
struct TurnBuilder {
    let engine: Engine
    let event: Event
    var session: Session
    var effects = TurnEffects()
    var trace = TurnTrace()
    /// The calendars of which it would have to be known what others have taken.
    var wantedCalendars: Set<String> = []
    /// The steps whose reminders are not set, because too many wait.
    var remindersLeftOut: [NamedStep] = []
    /// The events from outside that no longer wait.
    var droppedEvents: [DroppedEvent] = []
    /// The outcome of an event from outside.
    var reception: EventReception?
    /// The page of slots that is asked for; `nil` for the first one.
    var page: SlotPage?
    private var identifiers: Identifiers
    private let beganPrivate: Bool

    init(engine: Engine, session: Session, event: Event) {
        self.engine = engine
        self.event = event
        self.session = session
        identifiers = Identifiers(event)
        beganPrivate = session.isPrivate
    }

    var bot: Bot { engine.bot }
    var now: Moment { event.at }
    var wording: Wording { engine.wording(for: session.language, in: session.region, edition: edition) }
    var edition: Wording.Edition { event.usesFourthRules ? .newest : .first }

    /// The format of values that must be the same in all regions, such as in the ids of answers.
    func wording(inAnyRegion language: String) -> Wording { engine.wording(for: language, in: nil, edition: edition) }
    var scope: SessionScope { SessionScope(session: session, engine: engine, now: now, shared: event.shared) }

    /// The step of the session; `nil` when an edit has removed it.
    var openStep: StepReference? { bot.reference(flow: session.flow, step: session.step) }

    /// The question of the session's step, in the current flow. (Not `openStep.flatMap(question(at:))`: a method as a
    /// value holds a copy of the whole builder.)
    var openStepQuestion: Question? {
        guard let openStep else { return nil }
        return question(at: openStep)
    }

    /// The result of the event.
    func turn() -> Turn {
        var builder = self
        builder.reconcileBookings()
        var session = builder.session
        session.turn += 1
        session.lastAt = now
        if session.status != .withPerson { session.forgetPeople() }
        let marks = trace.marks + session.lastMark
        var turn = Turn(session: session, effects: [], passages: trace.passages, marks: marks)
        if beganPrivate || session.isPrivate || effects.isRedacted {
            turn.session = session.withoutMarks
            (turn.effects, turn.shownEffects) = effects.redacted
        } else {
            turn.effects = effects.all
        }
        turn.wantedCalendars = wantedCalendars
        turn.remindersLeftOut = remindersLeftOut
        turn.droppedEvents = droppedEvents
        turn.reception = reception
        return turn
    }

    // The course of a turn.

    /// Continues at `destination`, until a step waits or the conversation ends.
    mutating func go(to destination: Destination) throws(EngineError) {
        var next = destination
        for _ in 0..<engine.limits.steps {
            guard let onward = arrive(at: next) else { return }
            next = onward
        }
        throw .neverWaits(flow: session.flow, steps: engine.limits.steps)
    }

    /// Performs the destination. Returns the next one, or `nil` when a step waits or the conversation has ended.
    private mutating func arrive(at destination: Destination) -> Destination? {
        switch destination {
        case .end: return endFlow()
        case .conversationEnd:
            end()
            return nil
        case .back:
            if let question = goBack() ?? questionWithoutPast {
                markEntered(question)
                return ask(question)
            }
            return .step(bot.start)
        case .resume:
            guard let (question, form) = resumed() else { return .step(bot.start) }
            markEntered(question)
            return ask(question, goingOnWith: form)
        case .step(let reference):
            enter(reference)
            markEntered(reference)
            return perform(bot.step(reference))
        }
    }

    /// Performs a step. Returns the next destination, or `nil` when it waits.
    private mutating func perform(_ step: Step) -> Destination? {
        do throws(EmptyName) {
            for opening in step.openings { try open(opening) }
            switch step.thing {
            case .go(let then): return then
            case .decide(let lines, let otherwise):
                let line = lines.firstIndex { $0.condition.isTrue(in: scope) }
                pass(line.map { .line($0) } ?? .otherwise)
                return line.map { lines[$0].destination } ?? otherwise
            case .handOver(let handOver): return try self.handOver(handOver)
            case .ask(let question): return put(question, step)
            case .call(let call): return try begin(call)
            case .run(let run): return try begin(run, step)
            case .remind(let reminder): return try remind(reminder, by: step)
            }
        } catch {
            note(error, in: step)
            return fail(step)
        }
    }

    /// Performs one of the messages and assignments before the action of a step.
    private mutating func open(_ opening: Step.Preamble) throws(EmptyName) {
        switch opening {
        case .say(.text(let phrase)): say(try text(phrase))
        case .say(.lines(let each, let line, let ifEmpty)):
            let items = items(of: each)
            guard !items.isEmpty else {
                if let ifEmpty { say(try text(ifEmpty)) }
                return
            }
            var lines: [String] = []
            for item in items { lines.append(try text(line, in: scope.with(each, item))) }
            say(lines.joined(separator: "\n"))
        case .set(let name, let assignment): try set(name, to: assignment)
        case .show(let cards): try show(cards)
        case .giveBack(let slots): giveBack(slots)
        case .stopReminding(let names): for name in names { session.reminders.forget(named: try nameOfReminder(name)) }
        }
    }

    func value(of assignment: Assignment, in scope: SessionScope? = nil) throws(EmptyName) -> Value? {
        switch assignment {
        case .sum(let sum): return sum.value(in: scope ?? self.scope)
        case .text(let phrase): return .text(try text(phrase, in: scope))
        case .yesNo(let value): return .yesNo(value)
        case .list(let phrases):
            var items: [Value] = []
            for phrase in phrases { items.append(.text(try text(phrase, in: scope))) }
            return .list(items)
        case .record(let parts):
            var fields = Fields()
            for part in parts { fields[part.name] = try value(of: part.value, in: scope) }
            return .record(fields)
        case .nothing: return nil
        }
    }

    /// Truncates values to the limits of the engine.
    func bounded(_ value: Value?) -> Value? {
        switch value {
        case .text(let text)?: .text(String(text.prefix(engine.limits.characters)))
        case .list(let items)?: .list(items.prefix(engine.limits.items).compactMap { bounded($0) })
        case .record(let fields)?:
            .record(Fields(fields.names.compactMap { name in bounded(fields[name]).map { (name, $0) } }))
        default: value
        }
    }

    // Helpers.

    /// A new identifier, derived from the event.
    mutating func newID() -> String { identifiers.next() }

    mutating func say(_ text: String) {
        if !text.allSatisfy(\.isWhitespace) { effects.send(.text(text), id: newID()) }
    }

    mutating func sayOldTap() { say(plainText(bot.texts.phrase(.oldTap, in: session.language))) }

    func text(_ phrase: Phrase, in scope: SessionScope? = nil) throws(EmptyName) -> String {
        let template = phrase.template(in: session.language)
        // Most texts have no names, and then no values need to be at hand.
        if let constant = template.constant { return constant }
        return try template.text(in: scope ?? self.scope, wording)
    }

    /// The text in the format that is the same in all regions, such as for the ids of answers.
    func text(
        _ template: Template, inAnyRegion language: String, in scope: @autoclosure () -> SessionScope
    ) throws(EmptyName) -> String {
        if let constant = template.constant { return constant }
        return try template.text(in: scope(), wording(inAnyRegion: language))
    }

    /// The text with all empty names left out, for places without an alternative.
    func plainText(_ phrase: Phrase) -> String { (try? text(phrase)) ?? "" }

    func items(of each: Each, in scope: SessionScope? = nil) -> [Value] {
        guard case .list(let items)? = (scope ?? self.scope).value(of: each.list) else { return [] }
        return Array(items.prefix(engine.limits.items))
    }

    func question(at reference: StepReference) -> Question? {
        if case .ask(let question) = bot.step(reference).thing { question } else { nil }
    }

    /// Moves the session to a step; leaving a flow for another discards its answers, except for interrupted questions
    /// that may be resumed.
    mutating func enter(_ reference: StepReference) {
        let flow = bot.flows[reference.flow]
        trace.visit(reference)
        if session.flow != flow.name {
            keepAnswersOfReminders()
            if event.readsFreely { keepLeft() }
            keepInterrupted()
            session.flow = flow.name
            session.answers = Fields()
            session.trail = Trail()
            session.retries = Retries()
        }
        session.step = flow.steps[reference.step].name
        session.open = nil
        session.call = nil
        session.status = .waiting
    }

    mutating func end() {
        session.bookings.settle(at: now)
        if !session.frames.isEmpty { keepAnswersOfReminders() }
        session.status = .ended
        session.open = nil
        session.call = nil
        session.retries = Retries()
        session.interrupted = Interruptions()
        session.left = LeftFlows()
        session.frames = FlowStack()
    }

    /// Starts the default flow.
    mutating func start() throws(EngineError) { try go(to: .step(bot.start)) }
}
