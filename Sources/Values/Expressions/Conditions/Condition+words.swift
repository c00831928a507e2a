extension Condition {
    /// The condition in the syntax of a flow, with the names that it compares with in braces.
    public var words: String {
        switch self {
        case .test(let name, let comparison): "\(name.text) \(comparison.words)"
        case .all(let parts): parts.map(\.inBrackets).joined(separator: " and ")
        case .any(let parts): parts.map(\.inBrackets).joined(separator: " or ")
        case .not(let part): "not (\(part.words))"
        }
    }

    private var inBrackets: String {
        switch self {
        case .test, .not: words
        case .all, .any: "(\(words))"
        }
    }
}

extension Condition.Comparison {
    fileprivate var words: String {
        switch self {
        case .isEmpty: "is empty"
        case .isNotEmpty: "is not empty"
        case .equals(let right): "is \(right.words)"
        case .differs(let right): "is not \(right.words)"
        case .isOneOf(let rights): "is one of \(rights.map(\.words).joined(separator: ", "))"
        case .isNoneOf(let rights): "is not one of \(rights.map(\.words).joined(separator: ", "))"
        case .ordered(let ordering, let right): "is \(ordering.words) \(right.words)"
        case .contains(let right): "contains \(right.words)"
        case .containsOneOf(let rights): "contains one of \(rights.map(\.words).joined(separator: ", "))"
        case .startsWith(let right): "starts with \(right.words)"
        case .matches(let pattern): "matches \(pattern.source)"
        }
    }
}

extension Condition.Ordering {
    fileprivate var words: String {
        switch self {
        case .more: "more than"
        case .less: "less than"
        case .atLeast: "at least"
        case .atMost: "at most"
        }
    }
}

extension Condition.Operand {
    fileprivate var words: String {
        switch self {
        case .name(let name): "{\(name.text)}"
        case .value(.text(let text)): text
        case .value(.yesNo(let yes)): yes ? "yes" : "no"
        case .value(let value): Wording(language: "en", zone: .utc).text(value)
        }
    }
}
