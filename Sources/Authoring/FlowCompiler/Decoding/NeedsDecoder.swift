import Diagnostics
import Expressions

/// Decodes the inputs and results of a flow.
struct NeedsDecoder {
    let findings: DiagnosticCollector
    let context: ReadingContext
    let types: TypeReader

    func read(_ block: Block, into flow: inout FlowSyntax) {
        flow.areNeedsDamaged = block.mayHave("needs")
        if let below = block.block("needs") {
            flow.needs = below.map.entries.compactMap { need($0, in: below) }
            flow.areNeedsDamaged = below.map.isDamaged || flow.needs.count < below.map.entries.count
        }
        flow.areGivesDamaged = block.mayHave("gives")
        if let below = block.block("gives") {
            flow.gives = below.map.entries.compactMap { given($0, in: below) }
            flow.areGivesDamaged = below.map.isDamaged || flow.gives.count < below.map.entries.count
        }
    }

    private func need(_ entry: Entry, in block: Block) -> NeedSyntax? {
        let name = Located(entry.key.string, at: entry.key.span)
        guard Name.isIdentifier(name.value) else {
            findings.refuse(name, "an input")
            return nil
        }
        let field = block.word(entry).map { types.field(name.value, $0) }
        return NeedSyntax(name: name, field: field ?? ValueType.RecordField(name.value, .unknown, isOptional: true))
    }

    private func given(_ entry: Entry, in block: Block) -> AssignmentSyntax? {
        let name = Located(entry.key.string, at: entry.key.span)
        guard Name.isIdentifier(name.value) else {
            findings.refuse(name, "a result")
            return nil
        }
        guard let value = block.value(entry, wants: "one value") else { return nil }
        let (assigned, problems) = AssignedSyntax.parse(
            value.string, isQuoted: value.isQuoted && !value.isOneName, context)
        findings.add(problems, in: value.text)
        return AssignmentSyntax(name: name, value: assigned, source: value.text, span: value.span)
    }
}
