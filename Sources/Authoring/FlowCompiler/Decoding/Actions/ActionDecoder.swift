import Diagnostics
import Expressions
import FlowModel

/// Decodes one action: its target, its inputs and results, and its examples.
struct ActionDecoder {
    let findings: DiagnosticCollector
    let context: ReadingContext
    let types: TypeReader

    /// The keys that say how an action is reached.
    private static let targets = KeyPlace.action.table.names(in: .target)

    func action(_ entry: Entry, in actions: Block) -> ActionSyntax {
        let name = Located(entry.key.string, at: entry.key.span)
        if !Name.isIdentifier(name.value) { findings.reportName(name, "an action") }
        let before = findings.diagnostics.count
        guard let block = actions.block(entry, "an action") else {
            return ActionSyntax(name: name, action: Action(name: name.value), isDamaged: true)
        }
        block.expectKeys(of: .action)
        var syntax = ActionSyntax(name: name, action: Action(name: name.value), isDamaged: false)
        syntax.action.takes = types.fields(block.block("takes"))
        syntax.action.gives = types.fields(block.block("gives"))
        target(block, &syntax)
        limits(block, &syntax.action)
        AnswerDecoder(findings: findings, context: context).read(block, into: &syntax.action)
        syntax.action.privateNames = privateNames(block, syntax.action)
        // Examples depend on what the action gives, which an unknown key may stand for.
        if !block.hasUnknownKey, !block.map.isDamaged {
            syntax.action.examples = ExampleDecoder(findings: findings, context: context).examples(block, syntax.action)
        }
        syntax.isDamaged =
            block.map.isDamaged || findings.diagnostics[before...].contains { $0.severity == .error }
        return syntax
    }

    // Targets.

    private func target(_ block: Block, _ syntax: inout ActionSyntax) {
        let written = block.map.entries.map(\.key).filter { Self.targets.contains($0.string) }
        guard let first = written.first else {
            if !block.map.isDamaged {
                findings.report(
                    .missingKey, "the action `\(syntax.name.value)` does not say how it is reached",
                    at: syntax.name.span, label: "no address",
                    help: "add `get:` or `post:` with an address, or `swift:` with a registered name")
            }
            return
        }
        if written.count > 1, !block.map.isDamaged {
            findings.report(
                .twoKindsOfStep, "the action is reached by `\(first.string)` and by `\(written[1].string)`",
                at: written[1].span, label: "the second", help: "decide for one")
        }
        guard let value = block.value(first.string, wants: "an address") else { return }
        if first.string == "swift" {
            syntax.action.target = .swift(value.string)
        } else {
            http(first.string.uppercased(), findings.text(value), block, &syntax)
        }
    }

    private func http(_ method: String, _ address: TextSyntax, _ block: Block, _ syntax: inout ActionSyntax) {
        let requests = RequestDecoder(findings: findings, takes: syntax.action.takes)
        syntax.address = address
        requests.check(address, mayHaveToken: false)
        let headers = requests.table("headers", block, mayHaveToken: true)
        let query = requests.table("query", block, mayHaveToken: false)
        let (body, bodyTexts) = requests.body(block)
        syntax.outgoing = [("the address", address)] + headers + query + bodyTexts
        var target = HTTPTarget(
            method: method, address: address.template, headers: headers.map { ($0.key, $0.text.template) },
            query: query.map { ($0.key, $0.text.template) }, body: body)
        let used = Set(syntax.outgoing.flatMap(\.text.template.inserts).map(\.name.root))
        let rest = InputPlacement(
            inputs: syntax.action.takes.filter { !used.contains($0.name) }, hasBody: block.mayHave("body"))
        syntax.unsentInputs = rest.place(in: &target).map { name, reason in
            UnsentInput(name: Located(name, at: block.block("takes")?.key(name) ?? syntax.name.span), reason: reason)
        }
        syntax.action.target = .http(target)
        if method == "GET" {
            syntax.action.retries = 2
            syntax.action.isOnce = false
        }
    }

    // Limits.

    private func limits(_ block: Block, _ action: inout Action) {
        if let timeout = block.duration("timeout", within: .seconds(1)...(.seconds(60)), "1 to 60 seconds") {
            action.timeout = timeout.value
        }
        if let retries = block.count("retries", from: 0, to: 10) { action.retries = retries.value }
        if let once = block.yesNo("once") { action.isOnce = once }
    }

    private func privateNames(_ block: Block, _ action: Action) -> Set<String> {
        let known = (action.takes + action.gives).map(\.name)
        let words = block.words("private") ?? []
        for word in words where !known.contains(word.value) {
            findings.report(
                .unknownName, "the action neither takes nor gives `\(word.value)`", at: word.span,
                label: "no such name", help: suggestion(for: word.value, among: known, are: "its names are"))
        }
        return Set(words.map(\.value))
    }
}
