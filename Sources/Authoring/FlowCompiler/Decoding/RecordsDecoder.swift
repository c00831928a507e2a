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

    /// The records of bot.yaml as types, and whether one may be missing. Of a record with a line that could not be read
    /// the fields are not known; an error in the type of a field leaves the others as they are.
    func records(_ bot: Block) -> (types: [String: ValueType], isDamaged: Bool) {
        let blocks = blocks(bot)
        var isDamaged = bot.mayHave("records")
        // Those whose block could not be read.
        var unreadable: [String: ValueType] = [:]
        if case .map(let map)? = bot.map.entry("records")?.value {
            isDamaged = Block(map, "`records`", findings).hasUnreadableNames
            for entry in map.entries where blocks[entry.key.string] == nil { unreadable[entry.key.string] = .unknown }
        }
        let reader = TypeReader(
            records: blocks, known: unreadable.merging(known) { _, known in known }, mayHaveOthers: isDamaged,
            findings: findings)
        let types = blocks.keys.sorted().reduce(into: unreadable) { types, name in types[name] = reader.type(name) }
        return (types, isDamaged)
    }
}

extension Block {
    /// Whether a name of the block may be missing: a line of it could not be read, or what stands there is no name.
    var hasUnreadableNames: Bool { map.isDamaged || map.entries.contains { !Name.isIdentifier($0.key.string) } }
}
