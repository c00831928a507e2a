/// A condition as written, with the locations of its parts.
public indirect enum ConditionSyntax: Sendable, Hashable {
    case test(Test)
    case all([ConditionSyntax])
    case any([ConditionSyntax])
    case not(ConditionSyntax)
    /// A part that could not be parsed; it has been reported.
    case broken

    /// `name word value`.
    public struct Test: Sendable, Hashable {
        public let name: Name
        public let nameRange: Range<Int>
        public let word: Word
        public let wordRange: Range<Int>
        public let right: [RightSide]
    }

    public struct RightSide: Sendable, Hashable {
        public enum Content: Sendable, Hashable {
            case words(String)
            case name(Name)
        }

        public let content: Content
        public let range: Range<Int>
    }

    /// The comparison words.
    public enum Word: Sendable, Hashable {
        case `is`, isNot, isOneOf, isNotOneOf, isMoreThan, isLessThan, isAtLeast, isAtMost, isBefore, isAfter
        case contains, containsOneOf, startsWith, matches, isEmpty, isNotEmpty

        /// The spellings in flow files. A spelling comes before the spellings that are prefixes of it.
        static let spellings: [(String, Word)] = [
            ("is not one of", .isNotOneOf), ("is not empty", .isNotEmpty), ("is one of", .isOneOf),
            ("is more than", .isMoreThan), ("is less than", .isLessThan), ("is at least", .isAtLeast),
            ("is at most", .isAtMost), ("is before", .isBefore), ("is after", .isAfter), ("is empty", .isEmpty),
            ("is not", .isNot), ("is", .is), ("starts with", .startsWith), ("contains one of", .containsOneOf),
            ("contains", .contains),
            ("matches", .matches), ("!=", .isNot), (">=", .isAtLeast), ("<=", .isAtMost), ("=", .is),
            (">", .isMoreThan), ("<", .isLessThan),
        ]

        var takesNothing: Bool { self == .isEmpty || self == .isNotEmpty }
        var takesSeveral: Bool { self == .isOneOf || self == .isNotOneOf || self == .containsOneOf }
    }

    /// All tests in the condition, in the order written.
    public var tests: [Test] {
        switch self {
        case .test(let test): [test]
        case .all(let parts), .any(let parts): parts.flatMap(\.tests)
        case .not(let part): part.tests
        case .broken: []
        }
    }

    /// The names that are certain to hold a value when the condition is true.
    public var namesThenFilled: [Name] {
        switch self {
        case .test(let test):
            switch test.word {
            case .isEmpty, .isNot, .isNotOneOf: []
            default: [test.name]
            }
        case .all(let parts): parts.flatMap(\.namesThenFilled)
        case .any(let parts):
            parts.dropFirst().reduce(parts.first?.namesThenFilled ?? []) { common, part in
                common.filter(part.namesThenFilled.contains)
            }
        case .not(let part): part.namesOtherwiseFilled
        case .broken: []
        }
    }

    /// The names that are certain to hold a value when the condition is false.
    public var namesOtherwiseFilled: [Name] {
        switch self {
        case .test(let test):
            switch test.word {
            case .isEmpty, .isNot, .isNotOneOf: [test.name]
            default: []
            }
        case .any(let parts): parts.flatMap(\.namesOtherwiseFilled)
        case .all(let parts):
            parts.dropFirst().reduce(parts.first?.namesOtherwiseFilled ?? []) { common, part in
                common.filter(part.namesOtherwiseFilled.contains)
            }
        case .not(let part): part.namesThenFilled
        case .broken: []
        }
    }
}
