import Diagnostics
import Expressions

/// Makes a step of its name and the block below it.
struct StepDecoder {
    let findings: Findings
    let context: ReadingContext

    private static let always = ["say", "set", "then", "if_silent", "if_other", "if_failed"]
    private static let things = ["ask", "when", "hand_over"]
    private static let laterThings = ["call", "run", "remind"]
    private static let later =
        laterThings + QuestionDecoder.laterKinds + [
            "show", "was", "save", "if_cancelled", "if_unable", "apple", "web", "using", "meanwhile", "go", "unless",
        ] + QuestionDecoder.laterKeys

    func step(_ entry: Entry) -> StepSyntax {
        let name = Located(entry.key.string, at: entry.key.span)
        var step = StepSyntax(
            name: name, span: entry.span, openings: [], thing: nil, then: nil, exits: ExitsSyntax(), isDamaged: false)
        checkName(name)
        guard case .map(let map)? = entry.value else {
            step.isDamaged = true
            if let value = entry.value {
                findings.reportShape(name.value, wants: "a block", value)
            } else {
                findings.reportEmpty(entry.key)
            }
            return step
        }
        let block = Block(map, "a step", at: name.span, findings)
        step.openings = openings(block)
        step.thing = thing(block, step: name.value)
        step.then = then(block)
        step.exits = ExitsDecoder(findings: findings).exits(block, inBot: false)
        return step
    }

    private func checkName(_ name: Word) {
        if ["end", "back", "resume", "start", "send", "nothing"].contains(name.value) {
            findings.report(
                .reservedName, "`\(name.value)` already means \(Self.meanings[name.value] ?? "something else")",
                at: name.span, label: "a word of the language", help: "give the step another name")
        } else if !Name.isIdentifier(name.value) {
            findings.reportName(name, "a step")
        }
    }

    private static let meanings = [
        "end": "the end of the conversation", "back": "the previous question",
        "resume": "the question that was interrupted", "start": "the first step of a flow",
        "send": "sending a form", "nothing": "an empty value",
    ]

    private func then(_ block: Block) -> ThenSyntax? {
        guard let key = block.key("then"), let destination = block.destination("then") else { return nil }
        return ThenSyntax(key: key, destination: destination)
    }

    // What comes first.

    private func openings(_ block: Block) -> [OpeningSyntax] {
        block.map.entries.compactMap { entry in
            switch entry.key.string {
            case "say": .say(sayings(block))
            case "set": block.block("set").map { .set(assignments($0)) }
            default: nil
            }
        }
    }

    private func sayings(_ block: Block) -> [SayItemSyntax] {
        guard let node = block.node("say") else { return [] }
        switch node {
        case .value(let value): return [.text(findings.text(value))]
        case .list(let list): return list.items.compactMap(saying)
        case .map:
            findings.reportShape("say", wants: "a text or a list of texts", node)
            return []
        }
    }

    private func saying(_ item: Node) -> SayItemSyntax? {
        switch item {
        case .value(let value): return .text(findings.text(value))
        case .map(let map): return lines(Block(map, "an `each` block", findings))
        case .list:
            findings.reportShape("say", wants: "texts", item)
            return nil
        }
    }

    private func lines(_ block: Block) -> SayItemSyntax? {
        guard block.has("each") else {
            findings.report(
                .wrongShape, "`say` wants texts, here is a block", at: block.place, label: "a block",
                help: "put the text in quotes, or begin the block with `each:`")
            return nil
        }
        block.expectKeys(["each", "line", "if_empty"])
        guard let each = block.value("each", wants: "`x in list`").flatMap(findings.each), block.require("line"),
            let line = block.text("line")
        else { return nil }
        return .lines(each, line: line, ifEmpty: block.text("if_empty"))
    }

    private func assignments(_ block: Block) -> [AssignmentSyntax] {
        block.map.entries.compactMap { entry in
            let name = Located(entry.key.string, at: entry.key.span)
            if name.value.hasPrefix("customer.") {
                findings.reportNotYet(name.value, at: name.span)
                return nil
            }
            guard Name.isIdentifier(name.value) else {
                findings.reportName(name, "a value")
                return nil
            }
            guard let value = block.value(entry.key.string, wants: "one value") else { return nil }
            let (assigned, problems) = AssignedSyntax.parse(value.string, isQuoted: value.isQuoted, context)
            findings.add(problems, in: value.text)
            return AssignmentSyntax(name: name, value: assigned, source: value.text, span: value.span)
        }
    }

    // The one thing.

    private func thing(_ block: Block, step: String) -> ThingSyntax? {
        let written = block.map.entries.map(\.key).filter {
            Self.things.contains($0.string) || Self.laterThings.contains($0.string)
        }
        if written.count > 1 {
            findings.report(
                .twoKindsOfStep, "`\(step)` \(Self.verb(written[0].string)) and \(Self.verb(written[1].string))",
                at: written[1].span, label: "the second thing", help: "make it two steps",
                related: [Diagnostic.Related("the first", at: written[0].span)])
        }
        let questions = QuestionDecoder(findings: findings, context: context)
        let known: [String]
        var thing: ThingSyntax?
        switch written.first?.string {
        case "ask":
            known = questions.keys(of: block)
            thing = questions.question(block, step: step)
        case "when":
            known = ["when"]
            thing = self.when(block)
        case "hand_over":
            known = ["hand_over", "note", "if_away"]
            thing = handOver(block)
        case let later?:
            known = [later]
            findings.reportNotYet(later, at: written[0].span)
            thing = .unreadable
        case nil:
            known = []
            thing = questions.kindWithoutQuestion(block, step: step) ? .unreadable : nil
        }
        expectKeys(block, known, step: step)
        return written.count > 1 ? .unreadable : thing
    }

    private static func verb(_ thing: String) -> String {
        switch thing {
        case "ask": "asks"
        case "when": "decides"
        case "hand_over": "hands over"
        case "call": "calls"
        case "run": "runs a flow"
        default: "reminds"
        }
    }

    /// Reports the keys that have nothing to do with what this step does.
    private func expectKeys(_ block: Block, _ known: [String], step: String) {
        let owners = QuestionDecoder.owners.merging(["note": "hand_over", "if_away": "hand_over"]) { first, _ in first }
        var strays: [String] = []
        for entry in block.map.entries {
            let key = entry.key.string
            guard !known.contains(key), !Self.always.contains(key), !Self.things.contains(key),
                !Self.laterThings.contains(key), let owner = owners[key], !Self.later.contains(key)
            else { continue }
            strays.append(key)
            findings.report(
                .unknownKey, "`\(step)` has no use for `\(key)`", at: entry.key.span, label: "goes with `\(owner)`",
                help: "`\(key)` belongs to a step with `\(owner)`")
        }
        let kinds = QuestionDecoder.kinds
        block.expectKeys(
            known + Self.always + Self.things + kinds + strays,
            later: (Self.later + Self.laterThings).filter { !known.contains($0) })
    }

    private func when(_ block: Block) -> ThingSyntax {
        guard let below = block.block("when"), let key = block.key("when") else { return .unreadable }
        return .when(WhenDecoder(findings: findings).when(below, key: key))
    }

    private func handOver(_ block: Block) -> ThingSyntax {
        let note = block.text("note")
        let away = block.destination("if_away")
        guard let queue = block.word("hand_over") else { return .unreadable }
        return .handOver(HandOverSyntax(queue: queue, note: note, ifAway: away))
    }
}
