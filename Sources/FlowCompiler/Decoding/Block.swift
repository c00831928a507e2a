import Diagnostics
import Expressions
import Foundation

/// A map of keys on its way to becoming a value of the language.
///
/// Every reading function gives `nil` when the key is not there, and when it cannot be read; the second is reported.
struct Block {
    let map: MapNode
    /// What the block is, for messages: `a step`, `if_silent`.
    let what: String
    /// Where a missing key is reported: the key of the block, else its first letter.
    let place: Span
    let findings: Findings

    init(_ map: MapNode, _ what: String, at place: Span? = nil, _ findings: Findings) {
        self.map = map
        self.what = what
        self.place = place ?? map.entries.first?.key.span ?? map.span
        self.findings = findings
    }

    func has(_ key: String) -> Bool { map.entry(key) != nil }

    func key(_ key: String) -> Span? { map.entry(key)?.key.span }

    /// Reports keys that do not belong here, and those that this version does not understand yet.
    func expectKeys(_ known: [String], later: [String] = []) {
        for entry in map.entries {
            let key = entry.key.string
            if known.contains(key) { continue }
            if later.contains(key) {
                findings.reportNotYet(key, at: entry.key.span)
            } else {
                findings.report(
                    .unknownKey, "\(what) has no `\(key)`", at: entry.key.span, label: "no such key",
                    help: Synonyms.key(key, among: known) ?? suggestion(for: key, among: known + later))
            }
        }
    }

    /// Reports `key` when it is not there. Returns whether it is.
    @discardableResult
    func require(_ key: String, _ message: String? = nil, help: String? = nil) -> Bool {
        if has(key) { return true }
        findings.report(
            .missingKey, message ?? "\(what) does not say `\(key)`", at: place, label: "`\(key)` is missing",
            help: help ?? "add `\(key):`")
        return false
    }

    /// The value of `key`; a key without one is reported.
    func node(_ key: String) -> Node? {
        guard let entry = map.entry(key) else { return nil }
        if let value = entry.value { return value }
        findings.reportEmpty(entry.key)
        return nil
    }

    /// The value of `key` when it is one text.
    func value(_ key: String, wants: String) -> ValueNode? {
        guard let node = node(key) else { return nil }
        if case .value(let value) = node {
            if value.string.isEmpty { findings.reportEmpty(map.entry(key)?.key ?? value) }
            return value.string.isEmpty ? nil : value
        }
        findings.reportShape(key, wants: wants, node)
        return nil
    }

    func text(_ key: String) -> TextSyntax? { value(key, wants: "a text").map { findings.text($0) } }

    func word(_ key: String) -> Word? {
        value(key, wants: "one word").map { Located($0.string, at: $0.span) }
    }

    func destination(_ key: String, inBot: Bool = false) -> DestinationSyntax? {
        value(key, wants: "one step").flatMap { findings.destination($0, inBot: inBot) }
    }

    /// The block below `key`.
    func block(_ key: String, _ what: String? = nil) -> Block? {
        guard let entry = map.entry(key), let node = node(key) else { return nil }
        if case .map(let map) = node {
            return Block(map, what ?? "`\(key)`", at: entry.key.span, findings)
        }
        findings.reportShape(key, wants: "a block", node)
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
        case .map:
            findings.reportShape(key, wants: "words", node)
            return nil
        }
    }

    /// A word out of a fixed set.
    func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
        _ key: String, as type: Choice.Type = Choice.self
    ) -> Located<Choice>? where Choice.RawValue == String {
        guard let word = word(key) else { return nil }
        if let choice = Choice(rawValue: word.value) { return Located(choice, at: word.span) }
        findings.reportUnknownWord(key, word, among: Choice.allCases.map(\.rawValue))
        return nil
    }

    func yesNo(_ key: String) -> Bool? {
        guard let word = word(key) else { return nil }
        if let value = Literal.yesNo(word.value) { return value }
        findings.report(
            .badYesNo, "`\(word.value)` is neither yes nor no", at: word.span, label: "write `yes` or `no`",
            help: "write `yes` or `no`")
        return nil
    }

    func duration(_ key: String, within range: ClosedRange<TimeLength>? = nil, _ limits: String = "") -> Located<
        TimeLength
    >? {
        guard let word = word(key) else { return nil }
        guard let length = Literal.duration(word.value) else {
            findings.report(
                .badDuration, "`\(word.value)` is not a length of time", at: word.span, label: "not a length of time",
                help: "write \(Synonyms.duration(word.value) ?? "`10 minutes`")")
            return nil
        }
        if let range, !range.contains(length) {
            findings.reportRange(key, limits, word)
            return nil
        }
        return Located(length, at: word.span)
    }

    func count(_ key: String, within range: ClosedRange<Int>) -> Located<Int>? {
        guard let word = word(key) else { return nil }
        guard let number = Decimal(plain: word.value), number.isWhole else {
            findings.report(
                .badNumber, "`\(word.value)` is not a whole number", at: word.span, label: "not a number",
                help: "write digits, such as `2`")
            return nil
        }
        let value = NSDecimalNumber(decimal: number).intValue
        guard number < 1_000_000_000, range.contains(value) else {
            findings.reportRange(key, "\(range.lowerBound) to \(range.upperBound)", word)
            return nil
        }
        return Located(value, at: word.span)
    }

    func decimal(_ key: String, within range: ClosedRange<Double>) -> Located<Double>? {
        guard let word = word(key) else { return nil }
        guard Decimal(plain: word.value) != nil, let value = Double(word.value) else {
            findings.report(
                .badNumber, "`\(word.value)` is not a number", at: word.span, label: "not a number",
                help: "write digits with at most one point, such as `48.13`")
            return nil
        }
        guard range.contains(value) else {
            findings.reportRange(key, "\(Int(range.lowerBound)) to \(Int(range.upperBound))", word)
            return nil
        }
        return Located(value, at: word.span)
    }
}
