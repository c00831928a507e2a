import Diagnostics

/// `said is hi or hello`: values behind `or` that are compared with nothing, because `is one of` is meant.
extension ConditionParser {
    /// The values from here on; `nil` when a test follows, or none of several values can be meant.
    func valuesAlone(after test: Test) -> [Range<Int>]? {
        guard test.word.ofSeveral != nil else { return nil }
        var ahead = self
        var values: [Range<Int>] = []
        repeat {
            guard let value = ahead.valueAlone(for: test) else { break }
            values.append(value)
        } while ahead.skipToNextValue()
        return values.isEmpty ? nil : values
    }

    mutating func broken(_ values: [Range<Int>], beside test: Test) -> ConditionSyntax {
        let all = test.right.map(written) + values.map(string)
        let name = string(test.nameRange)
        return broken(
            .badCondition, "`\(string(values[0]))` is compared with nothing", values[0], label: "and then?",
            help: "write `\(name) \(test.word.ofSeveral ?? "is one of") \(all.joined(separator: ", "))`")
    }

    private func written(_ side: RightSide) -> String {
        if case .name = side.content { "{\(string(side.range))}" } else { string(side.range) }
    }

    /// Reads a value up to `or`, `and`, a comma, a bracket or the end; `nil` when it is rather a test.
    private mutating func valueAlone(for test: Test) -> Range<Int>? {
        skipSpace()
        let first = at
        guard first < bytes.count, !beginsTest, rightSide() != nil, problems.isEmpty else { return nil }
        let value = trimmed(first..<at)
        let words = string(value).split(separator: " ")
        let isMisspelt =
            words.count > 1
            && (words[0] == test.name.text || Self.comparisonHelp(for: String(words[1])).hasPrefix("did you mean"))
        return isMisspelt ? nil : value
    }

    /// Whether a bracket, `not`, or a name with a word that compares comes next.
    private var beginsTest: Bool {
        if bytes[at] == UInt8(ascii: "(") { return true }
        var ahead = self
        guard let word = ahead.word(at: at), string(word) != "not" else { return true }
        while ahead.at < bytes.count, isNamePart(bytes[ahead.at]) { ahead.at += 1 }
        ahead.skipSpace()
        return ConditionSyntax.Word.spellings.contains { ahead.end(of: $0.0) != nil }
    }

    /// Skips a comma or `or`.
    private mutating func skipToNextValue() -> Bool {
        skipSpace()
        if take(UInt8(ascii: ",")) { return true }
        guard let next = connector(), string(next) == "or" else { return false }
        at = next.upperBound
        return true
    }
}

extension ConditionSyntax.Word {
    /// The spelling for several values.
    fileprivate var ofSeveral: String? {
        switch self {
        case .is, .isOneOf: "is one of"
        case .isNot, .isNotOneOf: "is not one of"
        case .contains, .containsOneOf: "contains one of"
        default: nil
        }
    }
}
