import Diagnostics
import Expressions

/// Decodes `records`: named records with their fields, to be used as types.
struct RecordsDecoder {
    let findings: DiagnosticCollector
    /// The records that another file declares.
    var known: [String: ValueType] = [:]

    /// The records by name, without those that cannot be used as types.
    func blocks(_ file: Block) -> [String: Block] {
        guard let below = file.block("records") else { return [:] }
        var records: [String: Block] = [:]
        for entry in below.map.entries {
            let name = Located(entry.key.string, at: entry.key.span)
            if TypeReader.words.keys.contains(name.value) {
                findings.report(
                    .reservedName, "`\(name.value)` is already a type", at: name.span, label: "a word of the language",
                    help: "give the record another name")
            } else if known.keys.contains(name.value) {
                findings.report(
                    .nameTaken, "Config/actions.yaml has a record `\(name.value)` already", at: name.span,
                    label: "the second one", help: "give one of them another name, or leave this one out")
            } else if !Name.isIdentifier(name.value) {
                findings.reportName(name, "a record")
            } else {
                records[name.value] = below.block(entry, "a record")
            }
        }
        return records
    }

    /// The records of bot.yaml as types, and whether one may be missing.
    func records(_ bot: Block) -> (types: [String: ValueType], isDamaged: Bool) {
        let before = findings.diagnostics.count
        let blocks = blocks(bot)
        let reader = TypeReader(records: blocks, known: known, findings: findings)
        var types: [String: ValueType] = [:]
        for name in blocks.keys.sorted() { types[name] = reader.type(name) }
        let isDamaged = !bot.has("records") ? bot.mayHave("records") : findings.diagnostics.count > before
        return (types, isDamaged)
    }
}
