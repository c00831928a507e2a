import Diagnostics
import Expressions

/// Decodes `customer`: the stored facts about customers, with their types.
struct FactsDecoder {
    let findings: DiagnosticCollector

    /// - Parameter types: those that facts may have.
    func facts(_ bot: Block, _ types: TypeReader) -> (facts: [FactSyntax], isDamaged: Bool) {
        guard let below = bot.block("customer", "`customer`") else { return ([], bot.mayHave("customer")) }
        let types = types.fields(below)
        var facts: [FactSyntax] = []
        for entry in below.map.entries {
            guard let type = types.first(where: { $0.name == entry.key.string })?.type else { continue }
            let name = Located(entry.key.string, at: entry.key.span)
            if BuiltIns.customerFields.contains(name.value) {
                findings.report(
                    .reservedName, "`customer.\(name.value)` is built in and holds no fact", at: name.span,
                    label: "a built-in name", help: "give the fact another name")
            } else {
                facts.append(FactSyntax(name: name, type: type))
            }
        }
        return (facts, below.hasUnreadableNames)
    }
}
