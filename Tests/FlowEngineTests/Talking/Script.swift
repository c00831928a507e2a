import Expressions
import FlowEngine
import FlowModel
import JSON
import MessageModel
import Testing

/// Plays a written conversation, and compares the bot's effects line by line.
///
///     you: hello              the customer types a text
///     tap: Red, Blue          a tap on the last bubble; `tap 1: Red` on the first; in a browser a day, or `skip`
///     pick: 2026-03-02 11:00  a time in the bubble sent last
///     files: a.jpg 2000, b.pdf   files, with their size in bytes; a text with them after a bar
///     attaches: a.jpg 2000    the same, for files that have to be downloaded first
///     fetched: 2000           all of them have been downloaded, each with this size in bytes
///     shares: 52.5, 13.4      a shared place
///     fill: make = Gazelle; bells = 2   the form sent last, page by page; `cancelled` closes it
///     unreadable: title       an unreadable answer, except for the title if there is one
///     wait: 10 minutes        time passes
///     undelivered:            the messages of the last turn never arrive; `undelivered 2:` those of the second
///     gave: {"code": "R-1"}   the result of the last call, as the action sends it; `gave 1:` of the first call
///     failed: taken           the failure of the last call
///     opens:                  the customer opens the page of the web chat
///     person: words           a text of the person to whom the conversation was handed over
///     give back:  close:      actions of people and customers
///     event: name {"field": 1}   something happens outside
///     move: flow/step         an operator moves the conversation to this step
///     change: shipping = id   a change on the pay sheet sent last; `address = …`, `card = …`
///     pay: paid               the end of the sheet: `paid by id`, `declined`, `declined because`, `cancelled`
///     sign in: {"name": …}   the claims of a sign-in, `failure` or `cancel`
///     app: field = value      the answer of an app
///     device: LIST,TIME       the device's capabilities from now on; `browser` is one
///     locale: de_DE           its language; `intent: repair` and `group: north` come with the entry link
///     region: US              the customer's region, recorded from then on; `unknown` when it is not known
///     edit:                   from here on the next version of the bot answers
///
/// All lines in between are the bot's effects: `bot: words`, `buttons:`, `list:`, `times:`, `hand over:`,
/// `drop pending`, and in brackets the new state of the conversation.
func play(
    _ engines: Engine..., script: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    var talk = Talk(engines)
    var lines: [String] = []
    for line in script.split(separator: "\n").map(String.init) {
        guard let step = try talk.play(line) else { continue }
        lines.append(line)
        lines += step
    }
    #expect(lines.joined(separator: "\n") == script, sourceLocation: sourceLocation)
    try talk.expectReplay()
}

/// Plays a conversation with a bot of one flow.
func play(_ main: String, script: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try play(Engine(bot(main)), script: script, sourceLocation: sourceLocation)
}

extension Talk {
    /// Plays a line of a script. Returns the bot's effects, or `nil` when the line is not an event.
    fileprivate mutating func play(_ line: String) throws -> [String]? {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let words = line[..<colon].split(separator: " ")
        let number = words.last.flatMap { Int($0) }
        let verb = (number == nil ? words[...] : words.dropLast()).joined(separator: " ")
        let rest = String(line[line.index(after: colon)...]).trimmed
        return try play(verb, number, rest)
    }

    private mutating func play(_ verb: String, _ number: Int?, _ rest: String) throws -> [String]? {
        switch verb {
        case "you": return try shown(say(rest.replacing("\\n", with: "\n")))
        case "tap": return try shown(choose(tap(rest, on: number)))
        case "pick": return try shown(choose(pick(rest)))
        case "files": return try shown(happen(.heard(files(rest), bubble: nil)))
        case "attaches": return try shown(happen(.heard(files(rest, source: ["url": "mmcs:1"]), bubble: nil)))
        case "fetched": return try shown(happen(fetched(Int(rest), number)))
        case "shares":
            return try shown(happen(.heard(.place(try #require(PlaceValue(typed: rest))), bubble: nil)))
        case "unreadable":
            let reply = UnreadableReply(title: rest.isEmpty ? nil : rest)
            return try shown(happen(.heard(.unreadable(reply), bubble: nil)))
        case "fill": return try shown(fill(rest))
        case "wait": return try wait(length(rest)).flatMap(shown)
        case "undelivered": return try shown(happen(.undelivered(turn: number ?? session?.turn ?? 0)))
        case "gave": return try shown(happen(.called(id: call(number).id, gave(rest, number))))
        case "failed": return try shown(happen(.called(id: request(number), .failed(rest))))
        case "change": return try shown(happen(.sheetChanged(question: try openBubble.id, change(rest))))
        case "pay": return try shown(happen(.heard(.pay(payment(rest)), bubble: nil)))
        case "sign in": return try shown(happen(.heard(.signIn(signIn(rest)), bubble: nil)))
        case "app": return try shown(happen(.heard(.app(answerOfApp(rest)), bubble: nil)))
        case "opens": return try shown(happen(.opened))
        case "person": return try shown(happen(.personSaid(rest)))
        case "give back": return try shown(happen(.givenBack))
        case "event": return try shown(happen(.outside(outside(rest))))
        case "close": return try shown(happen(.closed))
        case "move":
            let place = rest.split(separator: "/").map(String.init)
            return try shown(happen(.moved(flow: place[0], step: place[1])))
        case "device": if rest == "browser" { device = .web } else { device.capabilities = Capabilities(list: rest) }
        case "locale": locale = rest
        case "region": region = rest == "unknown" ? .unknown : try #require(RegionCode(rest))
        case "intent": intent = rest
        case "group": group = rest
        case "edit": version += 1
        default: return nil
        }
        return []
    }

    private func outside(_ text: String) throws -> OutsideEvent {
        let name = text.prefix { $0 != "{" }
        let declaration = try #require(bot.event(named: String(name).trimmed))
        let values = text[name.endIndex...]
        return try OutsideEvent(
            declaration, values: values.isEmpty ? nil : JSONValue(parsing: String(values)), in: bot.zone)
    }

    private func tap(_ labels: String, on number: Int?) throws -> Selection {
        let bubble = try #require(number.map { bubbles[$0 - 1] } ?? bubbles.last)
        let ids = try labels.split(separator: ", ").map { label in
            try #require(bubble.id(of: String(label)), "nothing called \(label) was offered")
        }
        return Selection(question: bubble.id, ids: ids)
    }

    /// Parses files by name and size, followed by a text after a bar.
    private func files(_ text: String, source: JSONValue? = nil) -> Heard {
        let parts = text.split(separator: "|").map { String($0).trimmed }
        let files = parts[0].split(separator: ",").map { file in
            let words = file.split(separator: " ").map(String.init)
            let ending = words[0].split(separator: ".").last.map(String.init) ?? ""
            let kind = ["jpg": "image/jpeg", "pdf": "application/pdf"][ending] ?? "application/octet-stream"
            let size = words.count > 1 ? Int(words[1]) ?? 0 : 1_000
            return HeardFile(FileReference(id: "m-\(words[0])", name: words[0], kind: kind, size: size), source: source)
        }
        return .files(files, text: parts.count > 1 ? parts[1] : "")
    }

    private func fetched(_ size: Int?, _ number: Int?) throws -> Event.Kind {
        let id = try request(number)
        let files = try #require(fetches.first { $0.id == id }).files.map { heard in
            var file = heard.file
            file.size = size ?? file.size
            return file
        }
        return .called(id: id, .fetched(files))
    }

    private mutating func fill(_ text: String) throws -> Outcome {
        let bubble = try #require(bubbles.last { if case .form = $0.kind { true } else { false } })
        guard case .form(let form) = bubble.kind, text != "cancelled" else {
            return try reply(FormReply(question: bubble.id, pages: [], isCancelled: true))
        }
        let pages = try text.split(separator: ";").map { part in
            let sides = part.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
            let page = try #require(form.page(named: sides[0]))
            return FormReply.Page(name: page.name, items: sides.count < 2 ? [] : page.items(sides[1]))
        }
        return try reply(FormReply(question: bubble.id, pages: pages))
    }

    private func call(_ number: Int?) throws -> CallRequest {
        try #require(number.map { calls[$0 - 1] } ?? calls.last, "nothing was called")
    }

    /// The id of a call or a download.
    private func request(_ number: Int?) throws -> String {
        try #require(number.map { requests[$0 - 1] } ?? requests.last, "nothing was requested")
    }

    private func gave(_ json: String, _ number: Int?) throws -> ActionOutcome {
        let name = try call(number).action
        let action = try #require(bot.actions.first { $0.name == name })
        let type = ValueType.record(action.gives)
        guard case .record(let fields)? = Value(external: try JSONValue(parsing: json), as: type, in: bot.zone) else {
            throw BrokenFlow(description: "\(json) is not what \(name) gives")
        }
        return .gave(fields)
    }

    private func pick(_ time: String) throws -> Selection {
        let start = try #require(Moment(iso: time, in: bot.zone))
        return Selection(question: try #require(bubbles.last).id, ids: [start.iso], start: start)
    }

    private func length(_ text: String) throws -> TimeLength {
        let words = text.split(separator: " ")
        let count = try #require(Int(words[0]))
        return switch words[1].prefix(3) {
        case "sec": .seconds(count)
        case "min": .minutes(count)
        case "hou": .hours(count)
        default: .days(count)
        }
    }

    /// Returns the bot's effects, one on each line.
    private func shown(_ outcome: Outcome) -> [String] {
        switch outcome {
        case .ignored(let reason): return ["(ignored: \(reason))"]
        case .turn(let turn):
            let lines = turn.effects.map { $0.line(in: bot.zone) } + turn.session.sheetLines
            return turn.session.status == .waiting ? lines : lines + ["(\(turn.session.status.rawValue))"]
        }
    }
}

extension AskedForm.Page {
    /// Returns what a device sends for a page: ids of answers, otherwise the typed text, with the title after a bar.
    fileprivate func items(_ text: String) -> [FormReply.Item] {
        guard case .choice = question.kind else {
            let parts = text.split(separator: "|").map { String($0).trimmed }
            return [FormReply.Item(id: name, value: parts[0], title: parts.count > 1 ? parts[1] : "")]
        }
        return text.split(separator: ",").map { String($0).trimmed }.map { label in
            FormReply.Item(id: question.id(of: label) ?? label, value: label)
        }
    }
}

extension AskedQuestion {
    /// Returns the id of an answer by its label.
    func id(of label: String) -> String? {
        switch kind {
        case .choice(let choice): choice.options.first { $0.label == label }?.choice.id
        case .times(let times): times.slots.first { $0.words == label || $0.time == label }?.slot.id
        // The controls of a browser for a text question are identified by id.
        case .text, .number, .money, .date, .photo, .file, .place: label
        case .signIn, .pay, .app, .form: nil
        }
    }
}
