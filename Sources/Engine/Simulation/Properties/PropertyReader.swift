import Diagnostics
import Expressions
import FlowModel

/// Reads the `always:` and `never:` lines of a transcript.
struct PropertyReader {
    let bot: Bot
    /// The flow of the transcript.
    let flow: Flow

    func read(_ line: LineSyntax) throws(PropertyMistake) -> Property {
        let all = PropertyPhrase(line.text)
        do throws(PropertyMistake) {
            let (form, events) = try content(all, line.verb)
            return Property(line: line, flow: flow.name, form: form, events: events)
        } catch {
            throw misspelling(in: all, line.verb) ?? error
        }
    }

    private func content(_ all: PropertyPhrase, _ verb: TranscriptVerb) throws(PropertyMistake) -> Content {
        verb == .never ? try never(all) : try always(all)
    }

    // Spelling.

    /// The words of the forms.
    private static let words = [
        "after", "follows", "before", "within", "message", "messages", "from", "any", "step", "reaches", "person",
        "when",
        "closed", "twice", "call", "hand", "over", "everything",
    ]

    /// The misspelt word of a form with whose correction the line can be read.
    private func misspelling(in all: PropertyPhrase, _ verb: TranscriptVerb) -> PropertyMistake? {
        for word in all.words {
            guard let near = closest(to: word.text, among: Self.words), near != word.text,
                (try? content(all.replacing(word, with: near), verb)) != nil
            else { continue }
            return PropertyMistake("`\(word.text)` is no word that can be checked", word, "did you mean `\(near)`?")
        }
        return nil
    }

    // Forms.

    private typealias Content = (Property.Form, [WatchedEvent])

    private static let always = "`always: after pay, call book follows`, `always: sign_in before call change` "
    private static let never = "`never: call book twice`, `never: hand over when the desk is closed` "

    private func always(_ all: PropertyPhrase) throws(PropertyMistake) -> Content {
        if let rest = all.behind("from any step,") { return try word(rest) }
        let (body, within) = try messages(all)
        if let rest = body.behind("after "), let (first, second) = rest.halves(aroundLast: ", "),
            let then = second.before(" follows")
        {
            return (.follows(within: within), [try event(first, isCause: true), try event(then)])
        }
        if within == nil, let (first, second) = all.halves(around: " before ") {
            return (.precedes, [try event(first, isCause: true), try event(second)])
        }
        for word in [" when ", " twice"] where all.text.contains(word) {
            throw PropertyMistake("this says what never happens", all, "write `never: \(all.text)`")
        }
        throw PropertyMistake(
            "nothing is stated in words that can be checked", all,
            "write such as \(Self.always)or `always: from any step, \"help\" reaches a person`")
    }

    private func never(_ all: PropertyPhrase) throws(PropertyMistake) -> Content {
        if all.text.isEmpty {
            throw PropertyMistake(
                "what never happens?", all, "write such as \(Self.never)or `never: welcome after booked`")
        }
        if all.text.hasSuffix(" follows") || all.text.hasPrefix("from any step") {
            throw PropertyMistake("this says what always happens", all, "write `always: \(all.text)`")
        }
        if let (what, when) = all.halves(around: " when ") {
            var watched = try event(what)
            watched.circumstance = try circumstance(when)
            return (.never, [watched])
        }
        if let (what, cause) = all.halves(around: " after ") {
            return (.neverAfter, [try event(cause, isCause: true), try event(what)])
        }
        if let what = all.before(" twice") { return (.neverTwice, [try event(what)]) }
        return (.never, [try event(all)])
    }

    /// `"help" reaches a person within 2 messages`.
    private func word(_ phrase: PropertyPhrase) throws(PropertyMistake) -> Content {
        let (body, within) = try messages(phrase)
        guard let (quoted, goal) = body.halves(around: " reaches "), quoted.text.count > 2, quoted.text.hasPrefix("\""),
            quoted.text.hasSuffix("\"")
        else {
            throw PropertyMistake(
                "which word reaches what?", phrase, "write such as `from any step, \"help\" reaches a person`")
        }
        let word = String(quoted.text.dropFirst().dropLast())
        let known = Array(bot.anywhere.keys) + flow.anywhere.keys + bot.anywhereByLanguage.values.flatMap(\.keys)
        if !known.contains(word.lowercased()), bot.contained.isEmpty, flow.contained.isEmpty {
            throw PropertyMistake(
                "`\(word)` is no word that works anywhere", quoted,
                suggestion(for: word, among: known.sorted(), are: "the words are") ?? "add it to `anywhere`")
        }
        let event = goal.text == "a person" ? WatchedEvent(event: .person) : try event(goal)
        return (.word(word, within: within ?? 1), [event])
    }

    /// `… within 2 messages`, at the end.
    private func messages(_ phrase: PropertyPhrase) throws(PropertyMistake) -> (PropertyPhrase, Int?) {
        guard let (body, rest) = phrase.halves(aroundLast: " within ") else { return (phrase, nil) }
        let numbers = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
        let words = rest.text.split(separator: " ").map(String.init)
        let count = words.first.flatMap { word in Int(word) ?? numbers.firstIndex(of: word).map { $0 + 1 } }
        guard words.count == 2, words[1] == "messages" || words[1] == "message", let count, (1...20).contains(count)
        else {
            throw PropertyMistake(
                "`\(rest.text)` is no number of messages", rest, "write such as `within 2 messages`, up to 20")
        }
        return (body, count)
    }

    // Events.

    /// - Parameter isCause: whether the event may also be what a customer does.
    private func event(_ phrase: PropertyPhrase, isCause: Bool = false) throws(PropertyMistake) -> WatchedEvent {
        WatchedEvent(event: try kind(phrase, isCause))
    }

    private func kind(_ phrase: PropertyPhrase, _ isCause: Bool) throws(PropertyMistake) -> PropertyEvent {
        if phrase.text == "hand over" { return .handOver(nil) }
        if let queue = phrase.behind("hand over to ") {
            guard bot.queue(named: queue.text) != nil else {
                throw PropertyMistake(
                    "no people are called `\(queue.text)`", queue,
                    suggestion(for: queue.text, among: bot.queues.map(\.name), are: "the people are"))
            }
            return .handOver(queue.text)
        }
        if let action = action(phrase) {
            guard bot.actions.contains(where: { $0.name == action.text }) else {
                throw PropertyMistake(
                    "no action is called `\(action.text)`", action,
                    suggestion(for: action.text, among: bot.actions.map(\.name), are: "there are"))
            }
            return .call(action.text)
        }
        if let (step, answer) = phrase.halves(around: ":") {
            guard isCause else {
                throw PropertyMistake(
                    "only what starts to count may be an answer", phrase, "leave out `: \(answer.text)`")
            }
            return try self.answer(answer, at: step, phrase)
        }
        return .step(try step(phrase))
    }

    /// `call book`, `a book call`.
    private func action(_ phrase: PropertyPhrase) -> PropertyPhrase? {
        if let action = phrase.behind("call ") { return action }
        guard let rest = phrase.before(" call") else { return nil }
        return rest.behind("an ") ?? rest.behind("a ") ?? rest
    }

    private func answer(
        _ answer: PropertyPhrase, at place: PropertyPhrase, _ whole: PropertyPhrase
    ) throws(PropertyMistake) -> PropertyEvent {
        let verbs: [TranscriptVerb] = [.pay, .signIn]
        if let verb = verbs.first(where: { $0.rawValue == place.text }), reference(place.text) == nil {
            try check(answer, isAmong: verb == .pay ? Self.payments : Self.signIns)
            return .act("\(verb.rawValue): \(answer.text)".lowercased())
        }
        let step = try self.step(place)
        guard case .ask(let question) = bot.step(step).thing else {
            throw PropertyMistake("`\(place.text)` asks nothing", whole, "leave out `: \(answer.text)`")
        }
        if answer.text == "silence" { return .silence(step) }
        switch question.kind {
        case .choice(let choice) where !choice.items.contains { $0.each != nil }:
            try check(answer, isAmong: choice.items.compactMap(\.label.source.constant))
        case .times(let times): try check(answer, isAmong: Self.times + times.labelsBeside)
        case .pay: try check(answer, isAmong: Self.payments)
        case .signIn: try check(answer, isAmong: Self.signIns)
        case .choice, .text, .number, .money, .date, .app, .photo, .file, .place, .form: break
        }
        return .answer(step, answer.text.lowercased())
    }

    /// The times that are tried; all times of a question lead to one destination.
    private static let times = ["first time", "last time"]
    private static let payments = ["paid", "declined", "cancelled"]
    private static let signIns = ["success", "failure", "cancel"]

    private func check(_ answer: PropertyPhrase, isAmong known: [String]) throws(PropertyMistake) {
        guard !known.contains(where: { $0.lowercased() == answer.text.lowercased() }) else { return }
        throw PropertyMistake(
            "`\(answer.text)` is none of the answers", answer,
            suggestion(for: answer.text, among: known, are: "the answers are"))
    }

    private func reference(_ text: String) -> StepReference? {
        let parts = text.split(separator: "/", maxSplits: 1).map(String.init)
        return parts.count == 2
            ? bot.reference(flow: parts[0], step: parts[1]) : bot.reference(flow: flow.name, step: text)
    }

    private func step(_ phrase: PropertyPhrase) throws(PropertyMistake) -> StepReference {
        if let reference = reference(phrase.text) { return reference }
        let near = suggestion(for: phrase.text, among: flow.steps.map(\.name), are: "its steps are")
        throw PropertyMistake(
            "the flow has no step called `\(phrase.text)`", phrase,
            near ?? "name a step, or write `call ACTION` or `hand over`")
    }

    // Circumstances.

    /// `the desk is closed`, or a condition.
    private func circumstance(_ phrase: PropertyPhrase) throws(PropertyMistake) -> Circumstance {
        if let name = phrase.before(" is closed") { return try closed(name.behind("the ") ?? name) }
        let (syntax, problems) = ConditionSyntax.parse(phrase.text)
        let context = ReadingContext(currency: bot.currency, zone: bot.zone)
        let (condition, mismatches) = syntax.resolved(in: FlowNames(types: flow.types), context)
        guard let condition, (problems + mismatches).isEmpty else {
            let problem = (problems + mismatches).first
            throw PropertyMistake(problem?.message ?? "`\(phrase.text)` is no condition", phrase, problem?.help)
        }
        var names: Set<String> = []
        condition.collectNames(in: &names)
        return .condition(condition, flow: names.isSubset(of: Self.everywhere) ? nil : flow.name)
    }

    /// The names that mean the same in every flow.
    private static let everywhere: Set = [
        "bot", "hours", "people", "customer", "now", "today", "language", "entry", "device",
    ]

    private func closed(_ phrase: PropertyPhrase) throws(PropertyMistake) -> Circumstance {
        if phrase.text == "everything" { return .allClosed }
        if let week = bot.weeks.firstIndex(where: { $0.name == phrase.text }) { return .closed(week: week) }
        guard let queue = bot.queue(named: phrase.text) else {
            throw PropertyMistake(
                "neither people nor hours are called `\(phrase.text)`", phrase,
                suggestion(for: phrase.text, among: bot.queues.map(\.name) + bot.weeks.map(\.name), are: "there are"))
        }
        guard let week = queue.week else {
            throw PropertyMistake(
                "`\(phrase.text)` has no hours, so that it is never closed", phrase,
                bot.weeks.isEmpty ? "add `hours` to it in bot.yaml" : "write `when everything is closed`")
        }
        return .closed(week: week)
    }
}

extension TimesQuestion {
    /// The answers beside the times, as far as they are the same for all customers.
    fileprivate var labelsBeside: [String] {
        var labels = beside.map(\.label)
        if case .rule(let rule) = source, let more = rule.more { labels.append(more) }
        return labels.compactMap(\.source.constant)
    }
}
