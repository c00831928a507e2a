import Diagnostics
import Foundation

/// The context in which the words of an expression are read, apart from its names.
public struct ReadingContext: Sendable {
    /// The currency of amounts that name none.
    public let currency: Currency?
    /// The time zone of dates and times.
    public let zone: Zone

    public init(currency: Currency?, zone: Zone) {
        self.currency = currency
        self.zone = zone
    }
}

extension ConditionSyntax {
    /// The condition with its words read as the types they are compared with, and all type errors.
    public func resolved(in types: some TypeScope, _ context: ReadingContext) -> (Condition?, [Problem]) {
        switch self {
        case .broken: return (nil, [])
        case .test(let test):
            var resolver = TestResolver(test: test, types: types, context: context)
            let comparison = resolver.comparison()
            return (comparison.map { .test(test.name, $0) }, resolver.problems)
        case .not(let part):
            let (condition, problems) = part.resolved(in: types, context)
            return (condition.map { .not($0) }, problems)
        case .all(let parts):
            let (conditions, problems) = resolve(parts, types, context)
            return (conditions.map { .all($0) }, problems)
        case .any(let parts):
            let (conditions, problems) = resolve(parts, types, context)
            return (conditions.map { .any($0) }, problems)
        }
    }

    private func resolve(
        _ parts: [ConditionSyntax], _ types: some TypeScope, _ context: ReadingContext
    ) -> ([Condition]?, [Problem]) {
        let resolved = parts.map { $0.resolved(in: types, context) }
        let conditions = resolved.compactMap(\.0)
        return (conditions.count == parts.count ? conditions : nil, resolved.flatMap(\.1))
    }
}

/// Reads the right side of one test as the type of its left side.
private struct TestResolver<Types: TypeScope> {
    let test: ConditionSyntax.Test
    let types: Types
    let context: ReadingContext
    var problems: [Problem] = []

    mutating func comparison() -> Condition.Comparison? {
        switch types.type(of: test.name, at: test.nameRange) {
        case .failure(let error):
            problems.append(error.problem)
            return nil
        case .success(let type):
            guard allows(type) else { return nil }
            return comparison(with: type)
        }
    }

    private mutating func comparison(with type: ValueType) -> Condition.Comparison? {
        switch test.word {
        case .isEmpty: .isEmpty
        case .isNotEmpty: .isNotEmpty
        case .is: operand(type).map { .equals($0) }
        case .isNot: operand(type).map { .differs($0) }
        case .isOneOf: operands(type).map { .isOneOf($0) }
        case .isNotOneOf: operands(type).map { .isNoneOf($0) }
        case .isMoreThan, .isAfter: operand(numeric(type)).map { .ordered(.more, $0) }
        case .isLessThan, .isBefore: operand(numeric(type)).map { .ordered(.less, $0) }
        case .isAtLeast: operand(numeric(type)).map { .ordered(.atLeast, $0) }
        case .isAtMost: operand(numeric(type)).map { .ordered(.atMost, $0) }
        case .contains: operand(itemType(type)).map { .contains($0) }
        case .containsOneOf: operands(itemType(type)).map { .containsOneOf($0) }
        case .startsWith: operand(.text).map { .startsWith($0) }
        case .matches: pattern().map { .matches($0) }
        }
    }

    /// Whether values of `type` can be compared with this word at all.
    private mutating func allows(_ type: ValueType) -> Bool {
        if type == .unknown { return true }
        let (fits, wanted): (Bool, String) =
            switch test.word {
            case .is, .isNot, .isOneOf, .isNotOneOf, .isEmpty, .isNotEmpty: (true, "")
            case .isMoreThan, .isLessThan, .isAtLeast, .isAtMost:
                (type.isOrdered, "compares numbers, money, dates, times and durations")
            case .isBefore, .isAfter:
                (type == .date || type == .time || test.name.isTimeOfDay, "compares dates and times")
            case .contains, .containsOneOf: (type.isTextual || type.isList, "looks into texts and lists")
            case .startsWith, .matches: (type.isTextual, "looks into texts")
            }
        if fits { return true }
        problems.append(
            Problem(
                .typeMismatch, "`\(test.name.text)` is \(type.word), `\(Self.text(of: test.word))` \(wanted)",
                at: test.wordRange, label: "not with \(type.word)", help: type.comparisonHelp))
        return false
    }

    private static func text(of word: ConditionSyntax.Word) -> String {
        ConditionSyntax.Word.spellings.first { $0.1 == word }.map(\.0) ?? ""
    }

    private func numeric(_ type: ValueType) -> ValueType {
        if case .choice = type { .number } else { type }
    }

    private func itemType(_ type: ValueType) -> ValueType {
        switch type {
        case .list(let item): item ?? .unknown
        case .unknown: .unknown
        default: .text
        }
    }

    private mutating func pattern() -> Pattern? {
        guard let side = test.right.first else { return nil }
        guard case .words(let source) = side.content else {
            problems.append(Problem(.badCondition, "a pattern is written out, not taken from a name", at: side.range))
            return nil
        }
        do throws(PatternMistake) {
            return try Pattern(source)
        } catch {
            problems.append(Problem(.badPattern, error.message, at: side.range))
            return nil
        }
    }

    private mutating func operands(_ type: ValueType) -> [Condition.Operand]? {
        let operands = test.right.map { read($0, as: type) }
        return operands.contains { $0 == nil } ? nil : operands.compactMap { $0 }
    }

    private mutating func operand(_ type: ValueType) -> Condition.Operand? {
        test.right.first.flatMap { read($0, as: type) }
    }

    private mutating func read(_ side: ConditionSyntax.RightSide, as type: ValueType) -> Condition.Operand? {
        switch side.content {
        case .words(let words):
            if test.name.isTimeOfDay, type == .duration { return timeOfDay(words, side.range) }
            switch type.value(of: words, context) {
            case .success(let value): return .value(value)
            case .failure(let mistake): problems.append(problem(mistake, words, side.range, type))
            }
        case .name(let name):
            switch types.type(of: name, at: side.range) {
            case .success(let other):
                if type.compares(with: other) { return .name(name) }
                problems.append(
                    Problem(
                        .typeMismatch, "`\(test.name.text)` is \(type.word), `\(name.text)` is \(other.word)",
                        at: side.range, label: other.word))
            case .failure(let error): problems.append(error.problem)
            }
        }
        return nil
    }

    /// A time of day is compared as its distance from midnight.
    private mutating func timeOfDay(_ words: String, _ range: Range<Int>) -> Condition.Operand? {
        if let time = Literal.timeOfDay(words) { return .value(.duration(.minutes(time.minutes))) }
        problems.append(
            Problem(
                .typeMismatch, "`\(test.name.text)` is a time of day, `\(words)` is not", at: range,
                label: "not a time of day", help: "write it in 24 hours, such as `18:30`"))
        return nil
    }

    private func problem(
        _ mistake: WordMistake, _ words: String, _ range: Range<Int>, _ type: ValueType
    ) -> Problem {
        switch mistake {
        case .otherType:
            return Problem(
                .typeMismatch, "`\(test.name.text)` is \(type.word), `\(words)` is not", at: range,
                label: "not \(type.word)", help: type.spellingHelp)
        case .noSuchAnswer(let labels):
            return Problem(
                .unknownAnswer, "`\(test.name.text)` never answers `\(words)`", at: range,
                label: "not one of its answers",
                help: suggestion(for: words, among: labels, are: "its answers are"))
        case .date(let mistake): return Problem(.badDate, mistake.message(for: words), at: range)
        case .decimals(let money): return .decimals(of: money, at: range)
        }
    }
}
