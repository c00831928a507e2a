import Diagnostics
import Expressions
import FlowModel

/// Decodes `Config/actions.yaml`: hosts, records and actions.
struct ActionsDecoder {
    let findings: DiagnosticCollector
    let context: ReadingContext

    func actions(_ root: MapNode) -> ActionsSyntax {
        let block = Block(root, "actions.yaml", findings)
        block.expectKeys(of: .actionsFile)
        let records = RecordsDecoder(findings: findings).blocks(block)
        let types = TypeReader(records: records, findings: findings)
        var syntax = ActionsSyntax(hosts: hosts(block), isDamaged: root.isDamaged)
        // Errors in a record are reported by the actions that use it.
        let silent = TypeReader(records: records, findings: DiagnosticCollector())
        syntax.records = records.keys.reduce(into: [:]) { $0[$1] = silent.type($1) }
        guard let below = block.block("actions") else {
            if block.mayHave("actions") { syntax.isDamaged = true }
            return syntax
        }
        let decoder = ActionDecoder(findings: findings, context: context, types: types)
        syntax.actions = below.map.entries.map { decoder.action($0, in: below) }
        syntax.isDamaged = syntax.isDamaged || below.map.isDamaged
        return syntax
    }

    private func hosts(_ block: Block) -> [Word] {
        (block.words("hosts") ?? []).filter { host in
            if ActionHost(host.value) != nil { return true }
            findings.report(
                .badAddress, "`\(host.value)` is not a host", at: host.span, label: "not a host",
                help: "write nothing but its name, such as `api.shop.example`, perhaps with a port")
            return false
        }
    }
}

/// Parses types in the syntax of `needs`, `takes` and `gives`: `text`, `list of flight`, `money, optional`.
struct TypeReader {
    let records: [String: Block]
    /// Records that another file has already defined.
    var known: [String: ValueType] = [:]
    /// Whether there may be further records, which could not be read.
    var mayHaveOthers = false
    let findings: DiagnosticCollector

    static let words: [String: ValueType] = [
        "text": .text, "number": .number, "money": .money, "date": .date, "time": .time, "duration": .duration,
        "yes/no": .yesNo, "choice": .text, "file": .file, "place": .place, "record": .unknown,
    ]

    /// The fields of a block of names and types.
    func fields(_ block: Block?, inside: [String] = []) -> [ValueType.RecordField] {
        (block?.map.entries ?? []).compactMap { entry in
            guard Name.isIdentifier(entry.key.string) else {
                findings.reportName(Located(entry.key.string, at: entry.key.span), "a field")
                return nil
            }
            guard let word = block?.word(entry) else { return ValueType.RecordField(entry.key.string, .unknown) }
            return field(entry.key.string, word, inside)
        }
    }

    /// The type of a record.
    func type(_ record: String) -> ValueType { type(of: records[record], inside: [record]) }

    /// Where a field may be missing, nothing is known of the others either.
    private func type(of record: Block?, inside: [String]) -> ValueType {
        let fields = fields(record, inside: inside)
        return record?.hasUnreadableNames ?? false ? .unknown : .record(fields)
    }

    /// A name with its type, as the value of the name's key.
    func field(_ name: String, _ word: Word, _ inside: [String] = []) -> ValueType.RecordField {
        let parts = word.value.split(separator: ",", maxSplits: 1).map { $0.drop { $0 == " " } }
        if parts.count == 2, parts[1] != "optional" {
            findings.report(
                .unknownWord, "behind the type stands `\(parts[1])`", at: word.span, label: "not a type",
                help: "write nothing behind it, or `, optional`")
        }
        let type = type(String(parts.first ?? ""), word, inside)
        return ValueType.RecordField(name, type, isOptional: parts.count == 2)
    }

    private func type(_ text: String, _ word: Word, _ inside: [String]) -> ValueType {
        let listWord = "list of "
        if text.hasPrefix(listWord) { return .list(type(String(text.dropFirst(listWord.count)), word, inside)) }
        if let type = Self.words[text] ?? known[text] { return type }
        if let record = records[text] {
            guard !inside.contains(text) else {
                findings.report(
                    .unknownWord, "the record `\(text)` would hold itself", at: word.span, label: "never ends",
                    help: "give one of them a name of its own, or leave the field out")
                return .unknown
            }
            return type(of: record, inside: inside + [text])
        }
        if mayHaveOthers { return .unknown }
        let known = Self.words.keys.sorted() + (Array(records.keys) + Array(self.known.keys)).sorted()
        findings.report(
            .unknownWord, "there is no type called `\(text)`", at: word.span, label: "not a type",
            help: closest(to: text, among: known).map { "did you mean `\($0)`?" }
                ?? "types are \(known.joined(separator: ", ")) and `list of` one of them")
        return .unknown
    }
}
