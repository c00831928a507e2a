import Expressions
import FlowEngine
import FlowModel
import MessageModel

/// A customer and the environment of a conversation, with a simulated clock: the engine's effects are performed here
/// immediately, and examples answer in place of other systems.
struct World {
    let engine: Engine
    var now: Moment
    var sender = Event.Sender(customer: "customer", device: World.standardDevice, region: .unknown)
    /// The examples that answer the calls of an action, in order; the last one is used from then on.
    var answers: [String: [ActionOutcome]] = [:]

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
    private var callCounts: [String: Int] = [:]
    /// The rows of the customer.
    var rows = SimulatedRows()

    /// An Apple device with all capabilities.
    static let standardDevice = Device(
        channel: .apple, capabilities: [.quick, .list, .time, .form, .auth2])

    init(_ engine: Engine, at now: Moment) {
        self.engine = engine
        self.now = now
    }

    var bot: Bot { engine.bot }

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
        if case .turn(let turn) = try engine.advance(session, on: event) { session = turn.session }
    }

    mutating func giveBack() throws(EngineError) { try happen(.givenBack) }

    mutating func close() throws(EngineError) { try happen(.closed) }

    /// The conversation begins at a step.
    mutating func begin(at step: StepReference, with answers: Fields) throws(EngineError) {
        sentBefore = sent.count
        try take(engine.begin(at: step, answers: answers, for: sender, at: now, seed: nextSeed()))
    }

    /// Advances the clock; the session is woken at every time it has requested.
    mutating func wait(_ length: TimeLength) throws(EngineError) {
        let end = now + length
        sentBefore = sent.count
        while let wake = session?.wake, wake.at <= end {
            now = max(wake.at, now)
            try answer(wake.event)
        }
        now = end
    }

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
        guard case .turn(let turn) = try engine.advance(session, on: event) else { return }
        try take(turn)
    }

    private mutating func nextSeed() -> Seed {
        events += 1
        return Seed(high: 1, low: UInt64(events))
    }

    /// Performs the effects of a turn. Calls are answered one after another, each as a separate event.
    private mutating func take(_ turn: Turn) throws(EngineError) {
        session = turn.session
        passages.formUnion(turn.passages)
        if turn.session.status != .withPerson { handedOver = nil }
        for effect in turn.effects {
            switch effect {
            case .send(let outgoing): take(outgoing, turn.session)
            case .handOver(let queue, _, _): handedOver = queue
            case .call(let call): calls.append(call)
            case .fetch, .dropPending: break
            }
        }
        if let call = turn.calls.last, session?.call?.id == call.id || session?.pendingSheetCall == call.id {
            try answer(.called(id: call.id, outcome(of: call)))
        }
    }

    private mutating func take(_ outgoing: Outgoing, _ session: Session) {
        sent.append(outgoing.message)
        guard let asked = outgoing.question else { return }
        questions.append((session.step, asked))
        origins[asked.id] = BubbleOrigin(
            flow: session.flow, step: session.step, version: bot.version, turn: session.turn)
        lastShown = outgoing.message
    }

    private mutating func outcome(of call: CallRequest) -> ActionOutcome {
        let count = callCounts[call.action, default: 0]
        callCounts[call.action] = count + 1
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
