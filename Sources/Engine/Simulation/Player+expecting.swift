import Diagnostics
import Expressions
import FlowEngine
import FlowModel
import MessageModel

/// `expect`: the state of the conversation, the calls made, and any condition.
extension Player {
    func expect(_ line: LineSyntax) throws(PlayFailure) {
        let text = line.text
        if text == "ended" { return try check(hasEnded, line, "the conversation goes on: \(state)") }
        if text == "nothing" { return try expectNothing(line) }
        if text == "nothing more" { return try expectNothingMore(line) }
        if let amount = text.behind("total is "), let sheet = openSheet {
            return try expect(total: amount, on: sheet, line)
        }
        if let step = text.behind("at ") { return try expect(at: step, line) }
        if let queue = text.behind("handed over to ") {
            let actual = world.handedOver.map { "it was handed over to \($0)" } ?? "nothing was handed over: \(state)"
            return try check(world.handedOver == queue, line, actual)
        }
        if let form = text.behind("shown as ") { return try expect(shownAs: form, line) }
        if let rest = text.behind("not called ") {
            let count = try calls(of: rest, line).count
            return try check(count == 0, line, "`\(rest)` was called \(count.times)")
        }
        if let rest = text.behind("not kept ") {
            let count = try calls(of: "keep \(rest)", line).count
            return try check(count == 0, line, "\(count == 1 ? "a row was" : "\(count) rows were") kept in `\(rest)`")
        }
        if let rest = text.behind("kept ") { return try expect(called: "keep \(rest)", line) }
        if let rest = text.behind("called ") { return try expect(called: rest, line) }
        if Self.wordsForEnded.contains(text.lowercased()) {
            throw syntax("`\(text)` is nothing that can be expected", line.span, "did you mean `ended`?")
        }
        try expectCondition(line)
    }

    /// Words that are written for `ended`.
    private static let wordsForEnded = ["end", "the end", "finished", "done", "over", "closed"]

    func check(_ isSo: Bool, _ line: LineSyntax, _ actual: String, help: String? = nil) throws(PlayFailure) {
        guard isSo else {
            throw PlayFailure(.transcriptExpect, actual.onOneLine, at: line.span, label: "not so", help: help)
        }
    }

    private var hasEnded: Bool { world.session?.status == .ended || world.session?.status == .closed }

    private var state: String {
        switch world.session?.status {
        case .waiting?: "`\(world.session?.step ?? "")` waits for an answer"
        case .calling?: "`\(world.session?.step ?? "")` waits for a call"
        case .withPerson?: "a person has it"
        case .ended?: "it has ended"
        case .closed?: "the customer has closed it"
        case nil: "it has not begun"
        }
    }

    private func expectNothing(_ line: LineSyntax) throws(PlayFailure) {
        let said = world.sent[world.sentBefore...].compactMap(\.words)
        try check(world.sent.count == world.sentBefore, line, "the bot said \"\(said.joined(separator: " / "))\"")
    }

    private func expect(at place: String, _ line: LineSyntax) throws(PlayFailure) {
        let name = place.behind("step ") ?? place
        let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
        let (flowName, step) = parts.count == 2 ? (parts[0], parts[1]) : (world.session?.flow ?? flow.name, name)
        guard world.bot.reference(flow: flowName, step: step) != nil else {
            throw syntax(
                "there is no step called `\(name)`", line.span,
                suggestion(for: step, among: flow.steps.map(\.name), are: "its steps are"))
        }
        let here = world.session?.step ?? ""
        try check(
            here == step && world.session?.flow == flowName && !hasEnded, line,
            hasEnded ? "the conversation is over" : "the conversation is at `\(here)`, not at `\(step)`")
    }

    private func expect(shownAs form: String, _ line: LineSyntax) throws(PlayFailure) {
        guard Message.forms.contains(form) else {
            throw syntax(
                "nothing is shown as `\(form)`", line.span,
                suggestion(for: form, among: Message.forms)
                    ?? "questions are shown as \(Message.forms.joined(separator: ", "))")
        }
        guard let message = world.lastShown, let asked = world.questions.last?.asked else {
            throw PlayFailure(.transcriptExpect, "nothing was asked", at: line.span, label: "not so")
        }
        let actual = message.shown(asked)
        try check(actual == form, line, "it was shown as \(actual), not as \(form)")
    }

    // Calls.

    private func calls(of name: String, _ line: LineSyntax) throws(PlayFailure) -> [CallRequest] {
        guard world.bot.actions.contains(where: { $0.name == name }) else {
            throw syntax(
                "no action is called `\(name)`", line.span,
                suggestion(for: name, among: world.bot.actions.map(\.name), are: "there are"))
        }
        return world.calls.filter { $0.action == name }
    }

    /// `book with start = 2026-12-01 10:00, guests = 4`: one call of the test has all these inputs.
    private func expect(called text: String, _ line: LineSyntax) throws(PlayFailure) {
        if let (name, count) = text.repeatedCall {
            let actual = try calls(of: name, line).count
            return try check(
                actual == count, line, actual == 0 ? "`\(name)` was not called" : "`\(name)` was called \(actual.times)"
            )
        }
        let parts = text.firstRange(of: " with ").map {
            (String(text[..<$0.lowerBound]), String(text[$0.upperBound...]))
        }
        let name = parts?.0 ?? text
        let calls = try calls(of: name, line)
        guard !calls.isEmpty else {
            let others = Set(world.calls.map(\.action)).sorted().map { "`\($0)`" }.joined(separator: ", ")
            throw PlayFailure(
                .transcriptExpect, "`\(name)` was not called", at: line.span, label: "not so",
                help: others.isEmpty ? "nothing was called" : "there were calls of \(others)")
        }
        var wanted: [(name: String, words: String)] = []
        for part in parts?.1.split(separator: ",") ?? [] {
            let sides = part.split(separator: "=", maxSplits: 1).map { $0.split(separator: " ").joined(separator: " ") }
            guard sides.count == 2 else {
                throw syntax("`\(part)` does not say what an input is", line.span, "write `input = value`")
            }
            wanted.append((sides[0], sides[1]))
        }
        let fits = calls.contains { call in wanted.allSatisfy { isGiven($0.words, as: $0.name, call) } }
        try check(fits, line, "`\(name)` was called with \(calls.map(words).joined(separator: "; "))")
    }

    private func isGiven(_ words: String, as input: String, _ call: CallRequest) -> Bool {
        let action = world.bot.actions.first { $0.name == call.action }
        let type = action?.takes.first { $0.name == input }?.type ?? .unknown
        guard let value = call.inputs[input] else { return words == "nothing" }
        let context = ReadingContext(currency: world.bot.currency, zone: world.bot.zone)
        if case .success(let wanted) = type.value(of: words, context), value.isSame(as: wanted) { return true }
        return self.words(value).lowercased() == words.lowercased()
    }

    private func words(_ call: CallRequest) -> String {
        let inputs = call.inputs.names.map { name in "\(name) = \(call.inputs[name].map(words) ?? "nothing")" }
        return inputs.isEmpty ? "nothing" : inputs.joined(separator: ", ")
    }

    private func words(_ value: Value) -> String {
        if case .record(let fields) = value {
            return fields.names.map { "\($0) \(fields[$0].map(words) ?? "")" }.joined(separator: ", ")
        }
        return Wording(language: world.bot.languages[0], zone: world.bot.zone).text(value)
    }

    // Conditions.

    private func expectCondition(_ line: LineSyntax) throws(PlayFailure) {
        let (syntax, problems) = ConditionSyntax.parse(line.text)
        let context = ReadingContext(currency: world.bot.currency, zone: world.bot.zone)
        let (condition, mismatches) = syntax.resolved(in: FlowNames(types: types), context)
        if let problem = (problems + mismatches).first {
            throw PlayFailure(
                .transcriptExpect, problem.message, at: line.span(problem.range), label: problem.label,
                help: problem.help)
        }
        guard let condition, let session = world.session else { return }
        let scope = world.engine.scope(of: session, at: world.now)
        guard !condition.isTrue(in: scope) else { return }
        let found = syntax.tests.map { test in
            "`\(test.name.text)` is \(actual(test.name, in: scope))"
        }
        let message = found.joined(separator: ", ") + (syntax.wanted.map { ", not `\($0)`" } ?? "")
        throw PlayFailure(.transcriptExpect, message.onOneLine, at: line.span, label: "not so")
    }

    /// The value of a name; private values are not shown, even in tests.
    private func actual(_ name: Name, in scope: some Scope) -> String {
        guard let value = scope.value(of: name) else { return "empty" }
        return scope.isPrivate(name) ? "`(private)`" : "`\(words(value))`"
    }

    /// The names of the current flow.
    private var types: [String: ValueType] {
        world.bot.flows.first { $0.name == world.session?.flow }?.types ?? flow.types
    }
}

extension String {
    /// The action and the number of `book twice` and `book 3 times`; `nil` for what names no number of calls.
    fileprivate var repeatedCall: (action: String, count: Int)? {
        if contains(" with ") { return nil }
        if let action = before(" once") { return (action, 1) }
        if let action = before(" twice") { return (action, 2) }
        guard let rest = before(" times"), let space = rest.lastIndex(of: " "),
            let count = Int(rest[rest.index(after: space)...])
        else { return nil }
        return (String(rest[..<space]), count)
    }

    private func before(_ end: String) -> String? { hasSuffix(end) ? String(dropLast(end.count)) : nil }
}

extension Int {
    fileprivate var times: String {
        switch self {
        case 1: "once"
        case 2: "twice"
        default: "\(self) times"
        }
    }
}

/// The names of one flow.
struct FlowNames: TypeScope {
    let types: [String: ValueType]

    func type(ofRoot root: String) -> ValueType? { types[root] }
    var roots: [String] { types.keys.sorted() }
}

extension ConditionSyntax {
    /// The expected text of `name is words`; `nil` for every other condition.
    fileprivate var wanted: String? {
        guard case .test(let test) = self, test.word == .is, case .words(let words)? = test.right.first?.content else {
            return nil
        }
        return words
    }
}
