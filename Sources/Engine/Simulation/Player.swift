import Diagnostics
import Expressions
import FlowEngine
import FlowModel
import MessageModel

/// Plays one test of a transcript, line by line, until a line fails.
struct Player {
    let test: TestSyntax
    let flow: Flow
    var world: World
    /// The step of `start:`, and the names that `given` lines have set for it.
    var start: StepReference?
    var givenNames = Fields()
    /// The `fill` lines of the current form.
    var fills: [LineSyntax] = []
    private var hasBegun = false
    /// How many of the bot's messages the `bot:` lines have passed.
    private var matched = 0
    /// Whether `bot:` lines without a match are to be updated to what was said instead.
    private let isUpdating: Bool
    /// The updates of such lines.
    private(set) var updates: [TranscriptUpdate] = []
    /// The device on which it is played, whatever its `given:` lines say.
    private let device: Device?

    /// - Parameters:
    ///   - flow: the flow of the transcript.
    ///   - opener: the engine that begins the conversation, in the flow of the transcript.
    ///   - device: the device on which it is played; `nil` for the one of its `given:` lines.
    init(
        _ test: TestSyntax, flow: Int, engine: Engine, opener: Engine, isUpdating: Bool = false,
        on device: Device? = nil
    ) {
        self.test = test
        self.isUpdating = isUpdating
        self.device = device
        self.flow = engine.bot.flows[flow]
        let bot = engine.bot
        let monday = CalendarDate(year: 2026, month: 3, day: 2)
        let ten = TimeOfDay(hour: 10, minute: 0)
        let now = monday.flatMap { day in ten.map { bot.zone.moment(day, $0) } } ?? Moment(milliseconds: 0)
        world = World(engine, opener: opener, at: now)
        if let device { world.sender.device = device }
    }

    /// Plays all lines.
    mutating func play() throws(PlayFailure) {
        for index in test.lines.indices { try play(lineAt: index) }
    }

    /// Plays a line. The pages of a form are sent with the last of them.
    mutating func play(lineAt index: Int) throws(PlayFailure) {
        try play(test.lines[index])
        let next = index + 1
        if next == test.lines.count || test.lines[next].verb != .fill { try sendForm() }
    }

    /// Plays further lines, behind those of the test.
    mutating func goOn(with lines: [LineSyntax]) throws(PlayFailure) {
        for line in lines {
            if line.verb != .fill { try sendForm() }
            try play(line)
        }
        try sendForm()
    }

    private mutating func play(_ line: LineSyntax) throws(PlayFailure) {
        if line.verb == .given || line.verb == .start {
            guard !hasBegun else {
                let time = line.verb == .given ? line.text.behind("taken is ") : nil
                throw syntax(
                    "this comes too late", line.verbSpan,
                    time.map { "write `taken: \($0)`" } ?? "put it before the first message")
            }
            guard line.verb == .given else { return try begin(at: line) }
            try give(line)
            if let device { world.sender.device = device }
            return
        }
        if line.verb == .taken { return try takeTime(line.text, line) }
        try open(unlessBy: line)
        if !line.mayAddFiles { try engine(line) { (world) throws(EngineError) in try world.finishGathering() } }
        note(line)
        switch line.verb {
        case .bot: try match(line)
        case .you: try engine(line) { (world) throws(EngineError) in try world.hear(.text(line.text)) }
        case .tap: try tap(line)
        case .tapOld: try tapOld(line)
        case .pick: try pick(line)
        case .wait: try wait(line)
        case .person: try person(line)
        case .close: try engine(line) { (world) throws(EngineError) in try world.close() }
        case .expect: try expect(line)
        case .change: try change(line)
        case .pay: try pay(line)
        case .signIn: try signIn(line)
        case .app: try answerInApp(line)
        case .photo, .file: try send(line)
        case .place: try place(line)
        case .event: try receive(line)
        case .fill: try fill(line)
        case .test, .given, .start, .taken, .always, .never: break
        }
    }

    /// Starts the conversation at the first line that is not a `given`: with the customer's message in it, otherwise
    /// with a greeting. A bot that greets in the web chat begins by itself. An event finds a customer whose conversation is
    /// over.
    private mutating func open(unlessBy line: LineSyntax) throws(PlayFailure) {
        guard !hasBegun else { return }
        hasBegun = true
        if let start = start ?? startOfGivenFlow {
            let names = givenNames
            try engine(line) { (world) throws(EngineError) in try world.begin(at: start, with: names) }
        } else if line.verb == .event {
            return
        } else if world.isGreeted {
            try engine(line) { (world) throws(EngineError) in try world.open() }
        } else if line.verb != .you {
            try engine(line) { (world) throws(EngineError) in try world.hear(.text("hello")) }
        }
    }

    /// Begins a conversation that has a `start:` line and nothing behind it, so that its step can be seen.
    mutating func beginIfPlaced(_ line: LineSyntax) throws(PlayFailure) {
        if start != nil { try open(unlessBy: line) }
    }

    /// The beginning of a conversation whose flow has inputs given: the start of that flow, as if another flow ran it.
    private var startOfGivenFlow: StepReference? {
        guard flow.needs.contains(where: { givenNames[$0.name] != nil }) else { return nil }
        return world.bot.start(of: flow.name)
    }

    /// Records what the line does, unless it only states what the bot does.
    private mutating func note(_ line: LineSyntax) {
        switch line.verb {
        case .test, .given, .start, .taken, .bot, .expect, .always, .never: break
        case .wait: world.record?.add(.note(.wait, line.text))
        case .close: world.record?.add(.note(.close, ""))
        case .person:
            world.record?.add(line.text == Self.givesBack ? .note(.giveBack, "") : .person(line.text))
        case .event: world.record?.add(.note(.event, line.text))
        case .fill where asksPages: break
        case .you, .tap, .tapOld, .pick, .photo, .file, .place, .fill, .change, .pay, .signIn, .app:
            world.record?.add(.customer(verb: line.verb.rawValue, text: line.text))
        }
    }

    /// The words of a `person:` line with which agents return a conversation.
    static let givesBack = "gives back"

    /// Performs an event; a flow that loops forever fails the test.
    mutating func engine(
        _ line: LineSyntax, _ happen: (inout World) throws(EngineError) -> Void
    ) throws(PlayFailure) {
        do throws(EngineError) {
            try happen(&world)
        } catch {
            throw PlayFailure(.transcriptNothingWaiting, "\(error)", at: line.verbSpan, label: "the bot stops here")
        }
    }

    func syntax(_ message: String, _ span: Span, _ help: String? = nil) -> PlayFailure {
        PlayFailure(.transcriptSyntax, message, at: span, label: "cannot be played", help: help)
    }

    // Messages of the bot.

    /// Finds the first matching message since the last matched one; those before it are skipped.
    private mutating func match(_ line: LineSyntax) throws(PlayFailure) {
        let wanted = Wildcard(line.text)
        for index in matched..<world.sent.count where world.sent[index].fits(wanted) {
            matched = index + 1
            return
        }
        if isUpdating { return update(line) }
        let said = world.sent[matched...].compactMap(\.words)
        let message =
            switch said.count {
            case 0: "the bot said nothing more"
            case 1: "the bot said \"\(said[0])\", not \"\(line.text)\""
            default: "the bot said nothing that fits \"\(line.text)\""
            }
        throw PlayFailure(
            .transcriptUnmatched, message.onOneLine, at: line.span, label: "no message fits",
            sides: TestSides(expected: [line.text], said: said))
    }

    /// Records the update of a line. Of several messages that no line has passed, the most similar one is used, unless
    /// a later line matches it.
    private mutating func update(_ line: LineSyntax) {
        let place = test.lines.firstIndex { $0.verbSpan == line.verbSpan } ?? 0
        let below = test.lines[(place + 1)...].prefix { $0.verb == .bot }.map { Wildcard($0.text) }
        let all = (matched..<world.sent.count).compactMap { index in world.sent[index].words.map { (index, $0) } }
        let taken = all.firstIndex { _, words in below.contains { $0.fits(words) } }
        let free = taken.map { all[..<$0] } ?? all[...]
        let nearest = free.max { left, right in
            line.text.wordsShared(with: left.1) < line.text.wordsShared(with: right.1)
        }
        if let nearest { matched = nearest.0 + 1 }
        updates.append(TranscriptUpdate(line: line.verbSpan, old: line.text, new: nearest?.1.onOneLine))
    }

    /// Fails when the bot has sent a message since the last matched one.
    func expectNothingMore(_ line: LineSyntax) throws(PlayFailure) {
        let said = world.sent[matched...].compactMap(\.words)
        try check(world.sent.count == matched, line, "the bot said \"\(said.joined(separator: " / "))\"")
    }

    // The state of the conversation.

    /// The open question.
    var open: AskedQuestion? { world.session?.open?.asked }

    /// A failure that lists what the customer could do instead.
    func nothing(to verb: String, _ line: LineSyntax) -> PlayFailure {
        let state: String
        switch world.session?.status {
        case .waiting?: state = "`\(world.session?.step ?? "")` asks for \(open?.wants ?? "nothing")"
        case .calling?: state = "a call is under way"
        case .withPerson?: state = "a person has taken over"
        case .ended?, .closed?, nil: state = "the conversation has ended"
        }
        return PlayFailure(
            .transcriptNothingWaiting, "nothing to \(verb): \(state)", at: line.verbSpan,
            label: "nothing waits for this")
    }
}

extension AskedQuestion {
    /// The kind of answer that the question expects.
    fileprivate var wants: String {
        switch kind {
        case .choice: "an answer"
        case .times: "a time"
        case .text, .number, .money, .date: "words"
        case .signIn: "a sign-in"
        case .pay: "a payment"
        case .app: "an answer of an app"
        case .photo(let photo): photo.isList ? "photos" : "a photo"
        case .file: "a file"
        case .place: "a place"
        case .form: "a form"
        }
    }
}

extension String {
    /// The similarity to another text: the share of words in both among all words, in thousandths.
    fileprivate func wordsShared(with other: String) -> Int {
        let words = Set(lowercased().split(whereSeparator: \.isWhitespace))
        let others = Set(other.lowercased().split(whereSeparator: \.isWhitespace))
        let all = words.union(others).count
        return all == 0 ? 0 : words.intersection(others).count * 1000 / all
    }

    /// With line breaks replaced by spaces, for single-line messages.
    var onOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}
