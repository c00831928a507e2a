import FlowModel

/// The words of changes.
struct ChangeWords {
    /// The steps whose name another flow has, too.
    private let ambiguous: Set<String>
    private let versions: ComparedVersions

    init(_ versions: ComparedVersions) {
        self.versions = versions
        let steps = [versions.old, versions.new].flatMap { version in
            version.bot.bot.flows.flatMap { flow in flow.steps.map { PlayStep(flow: flow.name, step: $0.name) } }
        }
        let flows = Dictionary(grouping: Set(steps), by: \.step)
        ambiguous = Set(flows.filter { Set($0.value.map(\.flow)).count > 1 }.keys)
    }

    func name(_ step: PlayStep) -> String {
        ambiguous.contains(step.step) ? "*\(step.flow)/\(step.step)*" : "*\(step.step)*"
    }

    /// The names of steps: all of a few, the first of many.
    func names(_ steps: [PlayStep]) -> String { Self.list(steps.map(name), others: "steps") }

    /// `a`, `a and b`, `a, b and c`, `a, b, c and 9 more steps`.
    static func list(_ words: [String], _ joint: String = "and", others: String) -> String {
        if words.count > 4 {
            return "\(words.prefix(3).joined(separator: ", ")) \(joint) \(words.count - 3) more \(others)"
        }
        return words.count < 2
            ? words.joined() : "\(words.dropLast().joined(separator: ", ")) \(joint) \(words[words.count - 1])"
    }

    /// Texts of the bot in quotation marks.
    static func quoted(_ texts: [String]) -> String {
        list(texts.map { "\u{201C}\($0)\u{201D}" }, others: "texts")
    }

    /// What the bot says, `the bot now says “A”, and said “B”`.
    static func said(
        _ beginning: String, _ verb: String, _ past: String, _ gained: [String], _ lost: [String]
    ) -> String {
        if gained.isEmpty { return "\(beginning) no longer \(verb) \(quoted(lost))" }
        if gained.sorted() == lost.sorted() { return "\(beginning) now \(verb) the same texts in another order" }
        if lost.isEmpty { return "\(beginning) now also \(verb) \(quoted(gained))" }
        return "\(beginning) now \(verb) \(quoted(gained)), and \(past) \(quoted(lost))"
    }

    /// Where conversations come to, in the order of the files.
    func destinations(_ all: Set<StepDestination>) -> String {
        let steps = versions.ordered(all.compactMap(\.step)).map(name)
        let others: [(StepDestination, String)] = [
            (.stays, "the same question again"), (.back, "the question before"),
            (.resumed, "the question that was interrupted"), (.end, "the end of the conversation"),
        ]
        return Self.list(steps + others.filter { all.contains($0.0) }.map(\.1), "or", others: "steps")
    }

    /// What makes conversations leave steps, as the beginning of a sentence, without its verb.
    func subject(_ trigger: StepTrigger, at steps: [PlayStep]) -> (words: String, verb: String) {
        let places = names(steps)
        let one = steps.count == 1
        let who = { (words: String) in ("who \(words) at \(places)", "comes") }
        let what = { (words: String) in ("\(words) \(places)", "leads") }
        switch trigger {
        case .answer(let label): return who("chooses *\(label)*")
        case .reply(.pick, _): return who("picks a time")
        case .reply(.fill, _): return who("fills in the form")
        case .reply(.photo, _): return who("sends a photo")
        case .reply(.file, _): return who("sends a file")
        case .reply(.place, _): return who("sends a place")
        case .reply(.pay, "paid"): return who("pays")
        case .reply(.pay, let outcome): return what("a payment that is \(outcome) at")
        case .reply(.signIn, "success"): return who("signs in")
        case .reply(.signIn, let outcome): return what("a sign-in with \(outcome) at")
        case .reply(.change, _): return who("changes the shipping")
        case .reply: return who("answers")
        case .unexpected: return what("a reply that fits nothing at")
        case .silence: return what("silence at")
        case .cancelled: return who("cancels")
        case .unable: return what("a device that cannot show")
        case .empty: return what("nothing to choose from at")
        case .success: return what("success of the call at")
        case .failure: return what("failure at")
        case .away: return what("absence of the people at")
        case .unanswered: return ("people who do not answer at \(places)", "lead")
        case .givenBack: return what("a conversation that people give back at")
        case .reminder: return what("the reminder of")
        case .event(let name): return what("the event *\(name)* at")
        case .onward: return (places, one ? "leads" : "lead")
        case .beginning(let words): return ("a conversation that begins with \u{201C}\(words)\u{201D}", "comes")
        }
    }

    /// Several answers of one question.
    ///
    /// - Parameter isAll: whether they are all that the question takes, in both versions.
    func subject(_ triggers: [StepTrigger], at step: PlayStep, isAll: Bool) -> (words: String, verb: String) {
        let labels = triggers.compactMap { if case .answer(let label) = $0 { "*\(label)*" } else { nil } }
        guard labels.count == triggers.count else {
            return isAll ? ("every answer at \(name(step))", "leads") : ("some answers at \(name(step))", "lead")
        }
        return ("who chooses \(Self.list(labels, "or", others: "answers")) at \(name(step))", "comes")
    }
}

extension String {
    /// The text as a sentence.
    var asSentence: String { prefix(1).uppercased() + dropFirst() + "." }

    /// A sentence as the name of a test: without its marks, and not too long.
    var asTestName: String {
        let plain = filter { !"*`\u{201C}\u{201D}\"#".contains($0) }.onOneLine
        let name = plain.hasSuffix(".") ? String(plain.dropLast()) : plain
        guard name.count > 90 else { return name }
        return name.prefix(90).split(separator: " ").dropLast().joined(separator: " ") + " …"
    }
}
