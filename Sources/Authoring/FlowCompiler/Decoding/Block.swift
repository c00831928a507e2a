import Diagnostics
import Expressions

/// A map of keys that is being decoded to a value of the language.
///
/// Every decoding function returns `nil` both when the key is absent and when its value cannot be read; the latter is
/// reported.
struct Block {
    let map: MapNode
    /// The name of the block in messages: `a step`, `if_silent`.
    let what: String
    /// Where a missing key is reported: at the key of the block, otherwise at its first letter.
    let place: Span
    let findings: DiagnosticCollector

    init(_ map: MapNode, _ what: String, at place: Span? = nil, _ findings: DiagnosticCollector) {
        self.map = map
        self.what = what
        self.place = place ?? map.entries.first?.key.span ?? map.span
        self.findings = findings
    }

    // Keys.

    func has(_ key: String) -> Bool { map.entry(key) != nil }

    func key(_ key: String) -> Span? { map.entry(key)?.key.span }

    /// Reports keys that a place does not have.
    ///
    /// - Parameter below: the blocks of this place in which a key may have been meant.
    func expectKeys(of place: KeyPlace, below: [(key: String, place: KeyPlace)] = []) {
        let table = place.table
        for entry in map.entries where !table.has(entry.key.string) {
            let home = below.first { has($0.key) && $0.place.table.has(entry.key.string) }
            reportUnknown(entry.key, among: table.names, home: home?.key)
        }
    }

    /// Reports unknown keys, where they depend on more than the place.
    func expectKeys(_ known: [String]) {
        for entry in map.entries where !known.contains(entry.key.string) { reportUnknown(entry.key, among: known) }
    }

    private func reportUnknown(_ written: ValueNode, among known: [String], home: String? = nil) {
        let key = written.string
        findings.reportUnknownKey(
            "\(what) has no `\(key)`", at: written.span, label: "no such key",
            help: home.map { "write it below `\($0):`" } ?? Synonyms.word(for: key, among: known).map {
                "did you mean `\($0)`?"
            }
                ?? suggestion(for: key, among: known, are: "\(what) has"))
    }

    /// Whether `key` is present, or a line that could not be read or a misspelt key may stand for it.
    ///
    /// Called after `expectKeys`, so that a key in another spelling is not reported as missing.
    func mayHave(_ key: String) -> Bool {
        has(key) || map.isDamaged || map.entries.contains { findings.isMisspelt($0.key, for: key) }
    }

    /// Whether a key has been reported as unknown: it may stand for one that is missing.
    var hasUnknownKey: Bool { map.entries.contains { findings.unknownKeys.contains($0.key.span) } }

    /// Reports `key` when it is missing, unless another key may stand for it. Returns whether it is present.
    @discardableResult
    func require(_ key: String, _ message: String? = nil, help: String? = nil) -> Bool {
        if has(key) { return true }
        if hasUnknownKey || mayHave(key) { return false }
        findings.report(
            .missingKey, message ?? "\(what) does not say `\(key)`", at: place, label: "`\(key)` is missing",
            help: help ?? "add `\(key):`")
        return false
    }

    // Values.

    /// The value of `key`; a key without a value is reported.
    func node(_ key: String) -> Node? { map.entry(key).flatMap(node) }

    /// The value of an entry, unless it could not be read; an entry without a value is reported.
    func node(_ entry: Entry) -> Node? {
        switch entry.value {
        case .broken?: return nil
        case let value?: return value
        case nil:
            findings.reportEmpty(entry.key)
            return nil
        }
    }

    /// The value of `key` when it is a single text.
    func value(_ key: String, wants: String) -> ValueNode? { map.entry(key).flatMap { value($0, wants: wants) } }

    func value(_ entry: Entry, wants: String) -> ValueNode? {
        guard let node = node(entry) else { return nil }
        guard case .value(let value) = node else {
            findings.reportShape(entry.key.string, wants: wants, node)
            return nil
        }
        if value.string.isEmpty { findings.reportEmpty(entry.key) }
        return value.string.isEmpty ? nil : value
    }

    func text(_ key: String) -> TextSyntax? { value(key, wants: "a text").map { findings.text($0) } }

    func word(_ key: String) -> Word? { map.entry(key).flatMap(word) }

    func word(_ entry: Entry) -> Word? {
        value(entry, wants: "one word").map { Located($0.string, at: $0.span) }
    }

    func destination(_ key: String, inBot: Bool = false) -> DestinationSyntax? {
        map.entry(key).flatMap { destination($0, inBot: inBot) }
    }

    func destination(_ entry: Entry, inBot: Bool = false) -> DestinationSyntax? {
        value(entry, wants: "one step").map { findings.destination($0, inBot: inBot) }
    }

    /// The block below `key`.
    func block(_ key: String, _ what: String? = nil, wants: String = "a block") -> Block? {
        map.entry(key).flatMap { block($0, what, wants: wants) }
    }

    func block(_ entry: Entry, _ what: String? = nil, wants: String = "a block") -> Block? {
        guard let node = node(entry) else { return nil }
        if case .map(let map) = node {
            return Block(map, what ?? "`\(entry.key.string)`", at: entry.key.span, findings)
        }
        findings.reportShape(entry.key.string, wants: wants, node)
        return nil
    }

    /// A list of words, or a single one.
    func words(_ key: String) -> [Word]? {
        guard let node = node(key) else { return nil }
        switch node {
        case .value(let value): return [Located(value.string, at: value.span)]
        case .list(let list):
            return list.items.compactMap { item in
                if case .value(let value) = item { return Located(value.string, at: value.span) }
                findings.reportShape(key, wants: "words", item)
                return nil
            }
        case .map, .broken:
            findings.reportShape(key, wants: "words", node)
            return nil
        }
    }
}
