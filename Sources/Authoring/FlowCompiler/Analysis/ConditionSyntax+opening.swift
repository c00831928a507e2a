import Expressions

extension ConditionSyntax {
    /// The names such as `people.desk.open` that are certainly `yes` when the condition has this outcome.
    func openNames(when outcome: Bool) -> Set<Name> {
        switch self {
        case .test(let test): return test.opens(when: outcome) ? [test.name] : []
        case .not(let part): return part.openNames(when: !outcome)
        case .all(let parts): return Self.joined(parts.map { $0.openNames(when: outcome) }, allHold: outcome)
        case .any(let parts): return Self.joined(parts.map { $0.openNames(when: outcome) }, allHold: !outcome)
        case .broken: return []
        }
    }

    /// - Parameter allHold: whether every part has the outcome, not only one of them.
    private static func joined(_ parts: [Set<Name>], allHold: Bool) -> Set<Name> {
        parts.dropFirst().reduce(parts.first ?? []) { allHold ? $0.union($1) : $0.intersection($1) }
    }
}

extension ConditionSyntax.Test {
    fileprivate func opens(when outcome: Bool) -> Bool {
        guard name.fields.last == "open", right.count == 1, case .words(let word) = right[0].content else {
            return false
        }
        switch (self.word, word) {
        case (.is, "yes"), (.isNot, "no"): return outcome
        case (.is, "no"), (.isNot, "yes"): return !outcome
        default: return false
        }
    }
}

extension WhenSyntax {
    /// The names that are certainly `yes` when a line is taken; the last one is `otherwise`.
    func openNames(on line: Int) -> Set<Name> {
        let above = lines.prefix(line).map { $0.condition.openNames(when: false) }
        let own = line < lines.count ? lines[line].condition.openNames(when: true) : []
        return above.reduce(own) { $0.union($1) }
    }
}
