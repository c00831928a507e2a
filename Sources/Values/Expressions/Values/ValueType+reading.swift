import Foundation

/// The reason why words cannot be read as a type.
public enum WordMistake: Error, Equatable {
    case otherType
    /// The question does not have this answer; the associated value lists those it has.
    case noSuchAnswer([String])
    case date(DateMistake)
    case decimals(Money)
}

extension ValueType {
    /// The value of `words`, read as this type.
    public func value(of words: String, _ context: ReadingContext) -> Result<Value, WordMistake> {
        switch self {
        case .text: return .success(.text(words))
        // The type is not known: text that looks like a number or a yes/no is read as one.
        case .unknown:
            return .success(
                Decimal(plain: words).map { .number($0) } ?? Literal.yesNo(words).map { .yesNo($0) } ?? .text(words))
        case .number: return (Decimal(plain: words).map { .number($0) }).orOtherType
        case .duration: return (Literal.duration(words).map { .duration($0) }).orOtherType
        case .yesNo: return (Literal.yesNo(words).map { .yesNo($0) }).orOtherType
        case .choice(let choice): return choice.value(of: words)
        case .money: return Self.money(words, context)
        case .date: return Self.date(words)
        case .time: return Self.moment(words, context)
        case .list where words == "[]": return .success(.list([]))
        case .list, .record, .place, .file: return .failure(.otherType)
        }
    }

    private static func money(_ words: String, _ context: ReadingContext) -> Result<Value, WordMistake> {
        switch Literal.money(words, currency: context.currency) {
        case .success(let money): .success(.money(money))
        case .failure(.decimals(let money)): .failure(.decimals(money))
        case .failure: .failure(.otherType)
        }
    }

    private static func date(_ words: String) -> Result<Value, WordMistake> {
        switch Literal.date(words) {
        case .success(let date): .success(.date(date))
        case .failure(.notADate): .failure(.otherType)
        case .failure(let mistake): .failure(.date(mistake))
        }
    }

    /// A moment with its time, or a date, which stands for the beginning of that day.
    private static func moment(_ words: String, _ context: ReadingContext) -> Result<Value, WordMistake> {
        let parts = words.split(separator: " ")
        guard let day = parts.first, parts.count <= 2 else { return .failure(.otherType) }
        let time = parts.count == 2 ? Literal.timeOfDay(parts[1]) : TimeOfDay(hour: 0, minute: 0)
        switch (Literal.date(day), time) {
        case (.success(let date), let time?):
            return .success(.time(TimeSlot(start: context.zone.moment(date, time))))
        case (.failure(let mistake), _) where mistake != .notADate: return .failure(.date(mistake))
        default: return .failure(.otherType)
        }
    }

    /// Whether values of both types can be compared for equality.
    func compares(with other: ValueType) -> Bool {
        switch (self, other) {
        case (.unknown, _), (_, .unknown): true
        case (.choice, .choice), (.choice, .text), (.text, .choice): true
        case (.choice(let choice), .number), (.number, .choice(let choice)): choice.isNumeric
        case (.record, .record), (.list, .list): true
        default: self == other
        }
    }

    public var isTextual: Bool {
        switch self {
        case .text, .choice: true
        default: false
        }
    }

    public var isList: Bool {
        if case .list = self { true } else { false }
    }

    /// Whether values of the type are ordered.
    var isOrdered: Bool {
        switch self {
        case .number, .money, .date, .time, .duration: true
        case .choice(let choice): choice.isNumeric
        default: false
        }
    }
}

extension ValueType.ChoiceType {
    /// The answer with this label or id; any words when a list may add more answers.
    fileprivate func value(of words: String) -> Result<Value, WordMistake> {
        let wanted = words.lowercased()
        if hasMore || answers.contains(where: { $0.label.lowercased() == wanted || $0.id.lowercased() == wanted }) {
            return .success(.text(words))
        }
        return .failure(.noSuchAnswer(answers.map(\.label)))
    }
}

extension Value? {
    fileprivate var orOtherType: Result<Value, WordMistake> { map { .success($0) } ?? .failure(.otherType) }
}
