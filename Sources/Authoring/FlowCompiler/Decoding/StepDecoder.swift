import Diagnostics
import Expressions
import FlowModel

/// Decodes a step from its name and the block below it.
struct StepDecoder {
    let findings: DiagnosticCollector
    let context: ReadingContext

    func step(_ entry: Entry) -> StepSyntax {
        let name = Located(entry.key.string, at: entry.key.span)
        var step = StepSyntax(
            name: name, span: entry.span, openings: [], thing: nil, then: nil, exits: ExitsSyntax(), isDamaged: false)
        checkName(name)
        guard case .map(let map)? = entry.value else {
            step.isDamaged = true
            step.thing = .unreadable
            reportNoBlock(entry)
            return step
        }
        let block = Block(map, "a step", at: name.span, findings)
        let keys = StepKeys(block: block, step: name.value)
        keys.expect()
        reportSayBelowQuestion(block, keys)
        step.was = oldNames(block)
        step.save = savedName(block)
        step.openings = OpeningDecoder(findings: findings, context: context).openings(block)
        step.thing = thing(block, keys)
        step.then = then(block)
        step.exits = ExitsDecoder(findings: findings, inBot: false).stepExits(block)
        step.overlays = OverlayDecoder(findings: findings).overlays(block)
        return step
    }

    private func reportNoBlock(_ entry: Entry) {
        guard let value = entry.value else { return findings.reportEmpty(entry.key) }
        findings.reportShape(
            entry.key.string, wants: "a block", value, help: "write below it what the step does, such as `say: Hello`")
    }

    /// What is said below the kind of answer looks as if it came after the answer.
    private func reportSayBelowQuestion(_ block: Block, _ keys: StepKeys) {
        let written = block.map.entries.map(\.key)
        guard block.has("ask"), !block.map.isDamaged, let kind = keys.writtenKinds.first,
            let place = written.firstIndex(where: { $0.span == kind.span }),
            let said = written[place...].first(where: { $0.string == "say" || $0.string == "show" })
        else { return }
        findings.report(
            .sayBelowQuestion, "`\(said.string)` stands below `\(kind.string)`, but is sent before the question",
            at: said.span, label: "not after the answer",
            help: "move it above `ask:`; what comes after the answer goes into the next step")
    }

    private func checkName(_ name: Word) {
        if let meaning = Self.meanings[name.value] {
            findings.report(
                .reservedName, "`\(name.value)` already means \(meaning)", at: name.span,
                label: "a word of the language", help: "give the step another name")
        } else if !Name.isIdentifier(name.value) {
            findings.refuse(name, "a step")
        }
    }

    private static let meanings = [
        "end": "the end of the conversation", "back": "the previous question",
        "resume": "the question that was interrupted", "start": "the first step of a flow",
        "send": "sending a form", "nothing": "an empty value",
    ]

    private func oldNames(_ block: Block) -> [Word] {
        guard block.has("was") else { return [] }
        return (block.words("was") ?? []).filter { word in
            let isName = Name.isIdentifier(word.value)
            if !isName { findings.reportName(word, "a step") }
            return isName
        }
    }

    private func savedName(_ block: Block) -> Word? {
        guard let word = block.word("save") else { return nil }
        guard Name.isIdentifier(word.value) else {
            findings.refuse(word, "an answer")
            return nil
        }
        return word
    }

    private func then(_ block: Block) -> ThenSyntax? {
        guard let key = block.key("then"), let destination = block.destination("then") else { return nil }
        return ThenSyntax(key: key, destination: destination)
    }

    // Actions.

    private func thing(_ block: Block, _ keys: StepKeys) -> ThingSyntax? {
        let written = keys.writtenThings
        if written.count > 1, !block.map.isDamaged { reportTwoThings(written, keys.step) }
        let thing = written.first.map { self.thing($0.string, block, keys) } ?? nothing(block, keys)
        return written.count > 1 ? .unreadable : thing
    }

    private func thing(_ key: String, _ block: Block, _ keys: StepKeys) -> ThingSyntax {
        switch key {
        case "ask": QuestionDecoder(findings: findings, context: context).question(block, keys)
        case "when": when(block)
        case "hand_over": handOver(block)
        case "call": CallDecoder(findings: findings, context: context).call(block)
        case "run": CallDecoder(findings: findings, context: context).run(block)
        case "keep": CallDecoder(findings: findings, context: context).results(.keep, block)
        case "read": CallDecoder(findings: findings, context: context).results(.read, block)
        case "change": CallDecoder(findings: findings, context: context).results(.change, block)
        case "remind": ReminderDecoder(findings: findings).reminder(block)
        default: .unreadable
        }
    }

    /// A step without an action, unless one may be in a line that could not be read.
    private func nothing(_ block: Block, _ keys: StepKeys) -> ThingSyntax? {
        if block.hasUnknownKey || StepKeys.things.contains(where: block.mayHave) { return .unreadable }
        guard let kind = keys.writtenKinds.first else { return nil }
        if StepKeys.kinds.contains(kind.string) {
            findings.report(
                .kindWithoutQuestion, "there are `\(kind.string)` but nothing is asked", at: kind.span,
                label: "an answer to what?", help: "add `ask:` with the question")
        }
        return .unreadable
    }

    private func reportTwoThings(_ written: [ValueNode], _ step: String) {
        findings.report(
            .twoKindsOfStep, "`\(step)` \(Self.verb(written[0].string)) and \(Self.verb(written[1].string))",
            at: written[1].span, label: "the second thing", help: "make it two steps",
            related: [Diagnostic.Related("the first", at: written[0].span)])
    }

    private static func verb(_ thing: String) -> String {
        switch thing {
        case "ask": "asks"
        case "when": "decides"
        case "hand_over": "hands over"
        case "call": "calls"
        case "run": "runs a flow"
        case "keep": "keeps a row"
        case "read": "reads rows"
        case "change": "changes a row"
        default: "reminds"
        }
    }

    private func when(_ block: Block) -> ThingSyntax {
        guard let below = block.block("when"), let key = block.key("when") else { return .unreadable }
        return .when(WhenDecoder(findings: findings).when(below, key: key))
    }

    private func handOver(_ block: Block) -> ThingSyntax {
        let note = block.text("note")
        let away = block.destination("if_away")
        let meanwhile = block.text("meanwhile")
        let unanswered = ExitsDecoder(findings: findings, inBot: false).unanswered(block)
        guard let queue = block.word("hand_over") else { return .unreadable }
        return .handOver(
            HandOverSyntax(queue: queue, note: note, ifAway: away, meanwhile: meanwhile, unanswered: unanswered))
    }
}
