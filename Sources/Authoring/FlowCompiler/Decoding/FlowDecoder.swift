import Diagnostics
import Expressions

/// Decodes the map of a file to a flow.
struct FlowDecoder {
    let findings: DiagnosticCollector
    let context: ReadingContext
    /// The types that `needs` may use.
    let types: TypeReader

    /// - Parameter fileName: the name of the flow according to its file.
    func flow(_ root: MapNode?, file: String, fileName: String) -> FlowSyntax {
        let beginning = Span(file: file, range: 0..<0)
        guard let root else {
            return FlowSyntax(
                file: file, name: fileName, head: beginning, steps: [], anywhere: AnywhereSyntax(isDamaged: true),
                exits: ExitsSyntax(), isUnreadable: true)
        }
        let block = Block(root, "a flow", findings)
        block.expectKeys(of: .flow)
        let name = block.require("flow") ? block.word("flow") : nil
        block.require("start", help: "add `start:` with the name of the first step")
        _ = block.text("about")
        block.require("steps")
        let steps = steps(block)
        var flow = FlowSyntax(
            file: file, name: fileName, writtenName: name,
            head: block.key("flow") ?? root.entries.first?.key.span ?? beginning,
            start: start(block), steps: steps?.steps ?? [], stepsEnd: stepsEnd(root),
            areStepsDamaged: steps?.isDamaged ?? true,
            anywhere: AnywhereDecoder(findings: findings).anywhere(block, inBot: false),
            exits: ExitsDecoder(findings: findings, inBot: false).exits(block), isUnreadable: steps == nil)
        NeedsDecoder(findings: findings, context: context, types: types).read(block, into: &flow)
        flow.whenClosed = whenClosed(block)
        flow.results = ResultsDecoder(findings: findings, types: types).results(block)
        return flow
    }

    private func whenClosed(_ block: Block) -> CallSyntax? {
        guard let below = block.block("when_closed") else { return nil }
        below.expectKeys(of: .whenClosed)
        below.require("call", help: "add `call:` with the action to call")
        guard case .call(let call) = CallDecoder(findings: findings, context: context).call(below) else { return nil }
        return call
    }

    private func start(_ block: Block) -> DestinationSyntax? {
        block.value("start", wants: "one step").map {
            DestinationSyntax(target: .step($0.string), span: $0.span, stepSpan: $0.span)
        }
    }

    /// Up to the key after the steps, otherwise to the end of the file.
    private func stepsEnd(_ root: MapNode) -> Int {
        let place = root.entries.firstIndex { $0.key.string == "steps" }
        let behind = place.flatMap { root.entries.dropFirst($0 + 1).first }
        return behind?.span.range.lowerBound ?? .max
    }

    private func steps(_ block: Block) -> (steps: [StepSyntax], isDamaged: Bool)? {
        guard let steps = block.block("steps", "a flow") else { return nil }
        let decoder = StepDecoder(findings: findings, context: context)
        let nameless = reportNameless(steps.map)
        // Where a key is repeated, the name of the next step may be missing.
        let isRepeating = steps.map.entries.contains { entry in
            if case .map(let step)? = entry.value { step.isRepeating } else { false }
        }
        let named = steps.map.entries.dropFirst(nameless)
        return (named.map { decoder.step($0) }, steps.map.isDamaged || isRepeating || nameless > 0)
    }

    /// Reports the keys of a step that stand where its name should, because its line is missing. Returns their number.
    private func reportNameless(_ steps: MapNode) -> Int {
        let table = KeyPlace.step.table
        guard let first = steps.entries.first, table.has(first.key.string), case .value? = first.value else { return 0 }
        findings.report(
            .missingKey, "the first step has no name", at: first.key.span,
            label: "the line with its name is missing above",
            help: "add a line with the name of the step before it, such as `welcome:`")
        return steps.entries.prefix { table.has($0.key.string) }.count
    }
}

/// Decodes `anywhere`: words that lead to a destination from every question.
struct AnywhereDecoder {
    let findings: DiagnosticCollector

    func anywhere(_ block: Block, inBot: Bool) -> AnywhereSyntax {
        guard let below = block.block("anywhere") else {
            return AnywhereSyntax(isDamaged: block.mayHave("anywhere"))
        }
        let lines = below.map.entries.map { entry in
            if let contained = entry.key.contained {
                let words = findings.contained(entry.key)
                return AnywhereSyntax.Line(
                    words: words, source: contained, isContained: true,
                    destination: below.destination(entry, inBot: inBot))
            }
            return AnywhereSyntax.Line(
                words: findings.separated(entry.key), source: entry.key.text,
                destination: below.destination(entry, inBot: inBot))
        }
        let isDamaged = below.map.isDamaged || lines.contains { $0.destination == nil }
        return AnywhereSyntax(lines: lines, isDamaged: isDamaged)
    }
}
