import Expressions
import FlowEngine
import FlowModel
import MessageModel

/// A customer and the environment of a conversation, with a simulated clock: the engine's effects are performed here
/// immediately, and examples answer in place of other systems.
struct World {
    private(set) var engine: Engine
    /// Answers the first event: its default flow is the one that is tested. What comes later, such as a second
    /// conversation, begins as it does for customers.
    private var opener: Engine
    var now: Moment
    var sender = Event.Sender(customer: "customer", device: World.standardDevice, region: .unknown)
    /// The examples that answer the calls of an action, in order; the last one is used from then on.
    var answers: [String: [ActionOutcome]] = [:]

    /// The failures of operations on tables, by the names of their actions, in order.
    var tableFailures: [String: [TableFailure]] = [:]

    /// What is arranged about other conversations.
    var shared: SharedState?

    private(set) var session: Session?
    /// All messages that the bot has sent.
    private(set) var sent: [Message] = []
    /// The number of messages before the last event.
    private(set) var sentBefore = 0
    /// Every question with the step that asked it, most recent last.
    private(set) var questions: [(step: String, asked: AskedQuestion)] = []
    private var origins: [String: BubbleOrigin] = [:]
    /// The form in which the last question was sent.
    private(set) var lastShown: Message?
    private(set) var calls: [CallRequest] = []
    private(set) var handedOver: String?
    /// The steps and branches that the conversation has passed.
    private(set) var passages: Set<Passage> = []
    private var events = 0
    private var seed: UInt64 = 1
    private var callCounts: [String: Int] = [:]
    /// The open payment on a page of the business.
    private var openPage: OpenPage?
    /// The rows of the customer.
    var rows = SimulatedRows()
    /// What has happened, for pictures of the conversation; `nil` records nothing.
    var record: PlayRecord?
    /// The turns since the last line, for explorations; `nil` records none.
    var turns: [PlayedTurn]?
    /// The largest number of events; a conversation that needs more stops.
    var mostEvents = Int.max
    /// The number of calls that have followed each other without a question.
    private var callsInRow = 0

    /// The largest number of calls that may follow each other without a question.
    private static let mostCallsInRow = 100

    /// An Apple device with all capabilities.
    static let standardDevice = Device(
        channel: .apple, capabilities: [.quick, .list, .time, .form, .auth2])

    init(_ engine: Engine, opener: Engine, at now: Moment) {
        self.engine = engine
        self.opener = opener
        self.now = now
    }

    /// No further reminder can wait for the customer.
    mutating func fillReminders() {
        var limits = Limits()
        limits.reminders = 0
        engine = Engine(engine.bot, limits: limits)
        opener = Engine(opener.bot, limits: limits)
    }

    var bot: Bot { engine.bot }

    /// Forgets what happened before, apart from the state itself and the last bubbles: an exploration keeps many worlds.
    mutating func forgetPast() {
        sent = []
        sentBefore = 0
        calls = []
        passages = []
        if turns != nil { turns = [] }
        questions = questions.suffix(3)
        let kept = Set(questions.map(\.asked.id))
        origins = origins.filter { kept.contains($0.key) }
    }

    /// The customer sends a message or a reply.
    mutating func hear(_ heard: Heard) throws(EngineError) {
        var bubble: BubbleOrigin?
        if heard.isReply { bubble = heard.question.flatMap { origins[$0] } }
        try happen(.heard(heard, bubble: bubble))
    }

    /// The customer opens the page of the web chat.
    mutating func open() throws(EngineError) { try happen(.opened) }

    /// Whether the bot begins the conversation on the customer's device.
    var isGreeted: Bool { bot.greetsOnWeb && sender.device.channel == .web }

    /// The customer changes something on the open payment sheet.
    mutating func change(_ change: PayChange, on question: String) throws(EngineError) {
        try happen(.sheetChanged(question: question, change))
    }

    /// An agent writes to the customer. It is no message of the bot, so that it is not among those.
    mutating func answerAsPerson(_ text: String) throws(EngineError) {
        let event = Event(.personSaid(text), at: now, seed: nextSeed())
        if case .turn(let turn) = try engine.advance(session, on: event) {
            record?.note(turn, after: session, event.kind, in: engine.bot)
            turns?.append(PlayedTurn(event: event, turn: turn))
            session = turn.session
        }
    }

    mutating func giveBack() throws(EngineError) { try happen(.givenBack) }

    /// Something happens outside. Returns the reason when it changes nothing.
    mutating func receive(_ outside: OutsideEvent) throws(EngineError) -> String? {
        sentBefore = sent.count
        var event = Event(.outside(outside), at: now, seed: nextSeed())
        event.shared = shared
        if session == nil { event.sender = sender }
        let engine = session == nil ? opener : engine
        switch try engine.advance(session, on: event) {
        case .ignored(let reason): return reason
        case .turn(let turn):
            try take(turn, of: event)
            return nil
        }
    }

    mutating func close() throws(EngineError) { try happen(.closed) }

    /// The conversation begins at a step.
    mutating func begin(at step: StepReference, with answers: Fields) throws(EngineError) {
        sentBefore = sent.count
        let event = Event(.givenBack, at: now, seed: nextSeed())
        let turn = try engine.begin(at: step, answers: answers, for: sender, at: now, seed: event.seed)
        try take(turn, of: event)
    }

    /// Advances the clock; the session is woken at every time it has requested.
    mutating func wait(_ length: TimeLength) throws(EngineError) {
        let end = now + length
        sentBefore = sent.count
        while !isExhausted {
            let wake = session?.wake.flatMap { $0.at <= end ? $0 : nil }
            if let page = polledPage, page.nextPoll <= end, wake.map({ page.nextPoll < $0.at }) ?? true {
                now = max(page.nextPoll, now)
                try poll(page)
            } else if let wake {
                now = max(wake.at, now)
                try answer(wake.event)
            } else {
                break
            }
        }
        now = end
    }

    /// Whether there were as many events as there may be.
    var isExhausted: Bool { events >= mostEvents }

    /// Advances the clock until no more files of one answer can arrive.
    mutating func finishGathering() throws(EngineError) {
        guard let until = session?.open?.gathered?.until, session?.status == .waiting else { return }
        try wait(max(.zero, until - now))
    }

    private mutating func happen(_ kind: Event.Kind) throws(EngineError) {
        sentBefore = sent.count
        try answer(kind)
    }

    private mutating func answer(_ kind: Event.Kind) throws(EngineError) {
        var event = Event(kind, at: now, seed: nextSeed())
        event.shared = shared
        if case .heard = kind { event.sender = sender }
        if case .closed = kind { event.sender = sender }
        if case .opened = kind { event.sender = sender }
        let engine = session == nil ? opener : engine
        guard case .turn(let turn) = try engine.advance(session, on: event) else { return }
        try take(turn, of: event)
    }

    private mutating func nextSeed() -> Seed {
        events += 1
        return Seed(high: seed, low: UInt64(events))
    }

    /// Moves the clock a week ahead and gives the conversation other identifiers: what no transcript should depend on.
    mutating func moveAWeekAhead() {
        seed += 1
        now = now + .days(7)
    }

    /// Performs the effects of a turn. Calls are answered one after another, each as a separate event.
    private mutating func take(_ turn: Turn, of event: Event) throws(EngineError) {
        record?.note(turn, after: session, event.kind, in: engine.bot)
        turns?.append(PlayedTurn(event: event, turn: turn))
        session = turn.session
        passages.formUnion(turn.passages)
        if turn.session.status != .withPerson { handedOver = nil }
        var isDelivered = true
        for (index, effect) in turn.effects.enumerated() {
            let shown = turn.shownEffects?[index] ?? effect
            switch effect {
            case .send(let outgoing): if !take(outgoing, turn.session, shown: shown.outgoing) { isDelivered = false }
            case .handOver(let queue, _, _):
                handedOver = queue
                record?.add(.note(.handOver, queue))
            case .call(let call):
                calls.append(call)
                record?.note(shown, of: call)
            case .fetch, .dropPending: break
            }
        }
        if let call = turn.calls.last, session?.call?.id == call.id || session?.pendingSheetCall == call.id {
            guard callsInRow < Self.mostCallsInRow else {
                throw .neverWaits(flow: turn.session.flow, steps: callsInRow)
            }
            callsInRow += 1
            try answer(.called(id: call.id, outcome(of: call)))
        }
        callsInRow = 0
        if !isDelivered {
            record?.add(.note(.undelivered, ""))
            try answer(.undelivered(turn: turn.session.turn))
        }
    }

    /// Delivers a message. Returns whether it was delivered: a link to a page for paying is not when the page's action
    /// fails.
    private mutating func take(_ outgoing: Outgoing, _ session: Session, shown: Outgoing?) -> Bool {
        guard let message = delivered(outgoing.message) else { return false }
        sent.append(message)
        record?.note(outgoing, delivered: message, shown: shown?.message, in: session)
        guard let asked = outgoing.question else { return true }
        questions.append((session.step, asked))
        origins[asked.id] = BubbleOrigin(
            flow: session.flow, step: session.step, version: bot.version, turn: session.turn)
        lastShown = message
        return true
    }

    // Pages of the business for paying.

    /// The message as the customer gets it: with the address of the page for paying, which its action gives.
    private mutating func delivered(_ message: Message) -> Message? {
        guard case .link(var link) = message, case .pay(let pay) = link.target, let page = pay.page else {
            return message
        }
        let items =
            pay.sheet.lines.map { ($0.label, $0.amount) } + (pay.sheet.method.map { [($0.label, $0.price)] } ?? [])
        let inputs = Fields([
            ("reference", .text(link.question)), ("total", .money(pay.sheet.total)),
            (
                "items",
                .list(items.map { .record(Fields([("label", .text($0.0)), ("price", .money($0.1))])) })
            ),
            ("result", .text("https://usher.example/pay/\(link.question)/result")),
        ])
        let call = CallRequest(id: "\(link.question)-page", action: page, inputs: inputs)
        calls.append(call)
        record?.note(.call(call), of: call)
        guard case .gave(let fields) = outcome(of: call), case .text(let address)? = fields["address"] else {
            return nil
        }
        openPage = pay.poll.map { OpenPage(question: link.question, poll: $0, nextPoll: now + OpenPage.pause) }
        link.target = .address(address)
        return .link(link)
    }

    /// The page for the open question, if an action is asked how the payment has ended.
    private var polledPage: OpenPage? {
        guard let openPage, session?.status == .waiting, session?.open?.asked.id == openPage.question else {
            return nil
        }
        return openPage
    }

    /// Asks how the payment on a page has ended.
    private mutating func poll(_ page: OpenPage) throws(EngineError) {
        openPage?.nextPoll = page.nextPoll + OpenPage.pause
        let call = CallRequest(
            id: "\(page.question)-poll-\(now.milliseconds)", action: page.poll,
            inputs: Fields([("reference", .text(page.question))]))
        calls.append(call)
        record?.note(.call(call), of: call)
        guard case .gave(let fields) = outcome(of: call), case .text(let word)? = fields["outcome"],
            let outcome = PayReply.Outcome(rawValue: word)
        else { return }
        var reply = PayReply(question: page.question, outcome: outcome)
        if case .text(let reference)? = fields["reference"] { reply.reference = reference }
        if case .text(let problem)? = fields["problem"] { reply.problem = problem }
        openPage = nil
        try answer(.heard(.pay(reply), bubble: nil))
    }

    /// The answer to a call: what the transcript arranges, else the rows of a table, else the action's first example.
    private mutating func outcome(of call: CallRequest) -> ActionOutcome {
        let outcome = nextOutcome(of: call)
        record?.note(outcome, of: call, in: engine.bot)
        return outcome
    }

    private mutating func nextOutcome(of call: CallRequest) -> ActionOutcome {
        let count = callCounts[call.action, default: 0]
        callCounts[call.action] = count + 1
        if let failure = tableFailures[call.action]?.first {
            if failure.isOnce { tableFailures[call.action]?.removeFirst() }
            return .failed(failure.problem)
        }
        if let picked = answers[call.action], let last = picked.last {
            return count < picked.count ? picked[count] : last
        }
        let action = bot.actions.first { $0.name == call.action }
        if case .results(let results)? = action?.target,
            let table = bot.results.first(where: { $0.name == results.table })
        {
            return rows.outcome(of: results.operation, on: table, call, at: now)
        }
        return action?.examples.first?.outcome ?? .failed("unreachable")
    }
}

/// An arranged failure of an operation on a table.
struct TableFailure {
    let problem: String
    let isOnce: Bool
}

/// A payment on a page of the business, whose end an action is asked for.
private struct OpenPage {
    let question: String
    /// The name of the action.
    let poll: String
    var nextPoll: Moment

    static let pause = TimeLength.seconds(10)
}

extension Message {
    /// The text of the message, without its offered answers; `nil` for buttons, which follow a separate text.
    var words: String? {
        switch self {
        case .text(let text): text
        case .prompt(let message): message.words
        case .buttons: nil
        case .list(let message): message.bubble.title
        case .times(let message): message.bubble.title
        case .signIn(let message): message.bubble.title
        case .pay(let message): message.bubble.title
        case .app(let message): message.bubble.title
        case .link(let message): message.shown
        case .form(let message): message.bubble.title
        case .card(let card): card.headline
        }
    }

    /// Whether a `bot:` line matches the text of the message: for a card, all of it or any of its lines.
    func fits(_ wanted: Wildcard) -> Bool {
        if case .card(let card) = self {
            return wanted.fits(card.words) || card.words.split(separator: "\n").contains { wanted.fits(String($0)) }
        }
        // The words before an address are enough.
        if case .link(let link) = self, wanted.fits(link.words) { return true }
        return words.map(wanted.fits) ?? false
    }

    /// The word of transcripts for the way in which a question is shown.
    /// All that `shown(_:)` may return.
    static let forms = [
        "buttons", "list", "cards", "times", "sign_in", "pay", "app", "link", "form", "text", "numbers",
    ]

    /// In which form the question stands on the device, as transcripts name it.
    func shown(_ asked: AskedQuestion) -> String {
        switch self {
        case .buttons: "buttons"
        case .list(let message): message.areCards ? "cards" : "list"
        case .times: "times"
        case .signIn: "sign_in"
        case .pay: "pay"
        case .app: "app"
        case .link: "link"
        case .form: "form"
        case .prompt: "text"
        case .text, .card: asked.isTyped ? "text" : "numbers"
        }
    }
}
