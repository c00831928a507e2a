/// The format of a value: the words after the comma in `{visit, date}`.
public enum ValueFormat: Sendable, Hashable {
    case dateAndTime, date, shortDate, day, time, iso
    case number, whole, plain, percent
    case decimals(Int)
    case money, amount
    case upper, lower, capital
    case and, or, lines, count
    /// Of opening hours: those of a day instead of the whole week.
    case today, tomorrow

    /// The format for these words, whatever the type.
    public init?(_ words: some StringProtocol) {
        let parts = words.split(separator: " ")
        if parts.count == 2, parts[1] == "decimals" || parts[1] == "decimal", let count = Int(parts[0]),
            (0...20).contains(count)
        {
            self = .decimals(count)
        } else if let format = Self.byWords[parts.joined(separator: " ")] {
            self = format
        } else {
            return nil
        }
    }

    private static let byWords: [String: ValueFormat] = [
        "date and time": .dateAndTime, "date": .date, "short date": .shortDate, "day": .day, "time": .time,
        "iso": .iso, "number": .number, "whole": .whole, "plain": .plain, "percent": .percent, "money": .money,
        "amount": .amount, "upper": .upper, "lower": .lower, "capital": .capital, "and": .and, "or": .or,
        "lines": .lines, "count": .count, "today": .today, "tomorrow": .tomorrow,
    ]

    /// The words for the format.
    public var words: String {
        if case .decimals(let count) = self { return "\(count) decimals" }
        return Self.byWords.first { $0.value == self }?.key ?? ""
    }

    /// The formats of values of `type`, as authors write them; the first one is the default.
    public static func words(for type: ValueType) -> [String] {
        switch type {
        case .date: ["date", "short date", "day", "iso"]
        case .time: ["date and time", "date", "short date", "day", "time", "iso"]
        case .number: ["number", "whole", "plain", "percent", "2 decimals"]
        case .money: ["money", "amount"]
        case .text, .choice: ["upper", "lower", "capital"]
        case .list: ["and", "or", "lines", "count"]
        default: []
        }
    }

    /// The formats of opening hours.
    public static let ofHours = ["today", "tomorrow"]

    /// Whether a value of `type` can have this format.
    public func fits(_ type: ValueType) -> Bool {
        switch (self, type) {
        case (_, .unknown), (.decimals, .number): true
        case (.decimals, _): false
        default: Self.words(for: type).contains { Self.byWords[$0] == self }
        }
    }
}
