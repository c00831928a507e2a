import Diagnostics
import Expressions
import Foundation

/// Values of a certain kind: words of a fixed set, durations, numbers.
extension Block {
    /// A word from a fixed set.
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
            .badYesNo, "`\(word.value)` is neither yes nor no", at: word.span, label: "neither yes nor no",
            help: "write `yes` or `no`")
        return nil
    }

    func duration(
        _ key: String, within range: ClosedRange<TimeLength>, _ limits: String
    ) -> Located<TimeLength>? {
        guard let word = word(key) else { return nil }
        guard let length = Literal.duration(word.value) else {
            findings.reportDuration(word)
            return nil
        }
        guard range.contains(length) else {
            findings.reportRange(key, limits, word)
            return nil
        }
        return Located(length, at: word.span)
    }

    /// A whole number of at least `least`, and at most `most` if there is an upper limit.
    func count(_ key: String, from least: Int, to most: Int? = nil) -> Located<Int>? {
        guard let word = word(key) else { return nil }
        guard let number = Decimal(plain: word.value), number.isWhole else {
            findings.report(
                .badNumber, "`\(word.value)` is not a whole number", at: word.span, label: "not a whole number",
                help: "write digits, such as `2`")
            return nil
        }
        guard abs(number) < 1_000_000_000, case let value = NSDecimalNumber(decimal: number).intValue, value >= least,
            value <= most ?? .max
        else {
            findings.reportRange(key, most.map { "\(least) to \($0)" } ?? "\(least) upwards", word)
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

extension DiagnosticCollector {
    func reportDuration(_ word: Word, such: String = "10 minutes") {
        report(
            .badDuration, "`\(word.value)` is not a length of time", at: word.span, label: "not a length of time",
            help: "write \(Synonyms.duration(word.value) ?? "a number and a unit, such as `\(such)`")")
    }
}
