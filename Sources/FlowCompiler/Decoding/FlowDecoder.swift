import Diagnostics
import Expressions

/// Makes a flow of the map that its file is.
struct FlowDecoder {
    let findings: Findings
    let context: ReadingContext

    private static let keys = [
        "flow", "start", "steps", "about", "anywhere", "if_silent", "if_other", "if_failed",
    ]
    private static let laterKeys = ["needs", "gives", "when_closed"]

    /// - Parameter fileName: the name that the file gives the flow.
    func flow(_ root: MapNode?, file: String, fileName: String) -> FlowSyntax {
        let beginning = Span(file: file, range: 0..<0)
        guard let root else {
            return FlowSyntax(
                file: file, name: fileName, head: beginning, steps: [], anywhere: [], exits: ExitsSyntax(),
                isUnreadable: true)
        }
        let block = Block(root, "a flow", findings)
        block.expectKeys(Self.keys, later: Self.laterKeys)
        let name = block.require("flow") ? block.word("flow") : nil
        let start =
            block.require("start", help: "add `start:` with the name of the first step")
            ? block.destination("start") : nil
        _ = block.text("about")
        let steps = block.require("steps") ? steps(block) : nil
        return FlowSyntax(
            file: file, name: fileName, writtenName: name,
            head: block.key("flow") ?? root.entries.first?.key.span ?? beginning,
            start: start, steps: steps ?? [],
            anywhere: AnywhereDecoder(findings: findings).anywhere(block, inBot: false),
            exits: ExitsDecoder(findings: findings).exits(block, inBot: false), isUnreadable: steps == nil)
    }

    private func steps(_ block: Block) -> [StepSyntax]? {
        guard let steps = block.block("steps", "a flow") else { return nil }
        let decoder = StepDecoder(findings: findings, context: context)
        return steps.map.entries.map { decoder.step($0) }
    }
}

/// Reads `anywhere`: words that lead somewhere at any moment.
struct AnywhereDecoder {
    let findings: Findings

    func anywhere(_ block: Block, inBot: Bool) -> [AnywhereSyntax] {
        guard let below = block.block("anywhere") else { return [] }
        return below.map.entries.map { entry in
            AnywhereSyntax(words: findings.separated(entry.key), destination: destination(of: entry, inBot: inBot))
        }
    }

    private func destination(of entry: Entry, inBot: Bool) -> DestinationSyntax? {
        switch entry.value {
        case .value(let value)?: return findings.destination(value, inBot: inBot)
        case let node?: findings.reportShape(entry.key.string, wants: "one step", node)
        case nil: findings.reportEmpty(entry.key)
        }
        return nil
    }
}
