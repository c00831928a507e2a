import Foundation

/// Parses the literals of flow files: durations, dates, money and the like (flow language, section 7).
public enum Literal {
    /// `yes`, `no`, `true` or `false`.
    public static func yesNo(_ text: some StringProtocol) -> Bool? {
        switch text {
        case "yes", "true": true
        case "no", "false": false
        default: nil
        }
    }

    /// A number and a unit, several joined with `and`: `1 hour and 30 minutes`.
    public static func duration(_ text: some StringProtocol) -> TimeLength? {
        let words = text.split(separator: " ")
        guard words.count % 3 == 2 else { return nil }
        var total = TimeLength.zero
        for start in stride(from: 0, to: words.count, by: 3) {
            if start > 0, words[start - 1] != "and" { return nil }
            guard let amount = Decimal(plain: words[start]), amount >= 0,
                let unit = unit(words[start + 1])
            else { return nil }
            let exact = amount * Decimal(unit.milliseconds)
            guard exact.isWhole, exact < Decimal(Int32.max) * 1_000_000 else { return nil }
            total = total + .milliseconds(NSDecimalNumber(decimal: exact).intValue)
        }
        return total
    }

    static func unit(_ word: some StringProtocol) -> TimeLength? {
        switch word {
        case "second", "seconds": .seconds(1)
        case "minute", "minutes": .minutes(1)
        case "hour", "hours": .hours(1)
        case "day", "days": .days(1)
        case "week", "weeks": .days(7)
        default: nil
        }
    }

    /// A date such as `2026-12-01`, or the reason why the text is not a date.
    public static func date(_ text: some StringProtocol) -> Result<CalendarDate, DateMistake> {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2], parts.allSatisfy({ $0.utf8.allSatisfy(isDigit) }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return .failure(.notADate) }
        if let date = CalendarDate(year: year, month: month, day: day) { return .success(date) }
        return .failure((1...12).contains(month) ? .noSuchDay(year, month, day) : .noSuchMonth(month))
    }

    /// A time of day in 24 hours, such as `9:00`; `24:00` only as the end of a day.
    public static func timeOfDay(_ text: some StringProtocol) -> TimeOfDay? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy(isDigit) }), let hour = Int(parts[0]), let minute = Int(parts[1])
        else { return nil }
        return TimeOfDay(hour: hour, minute: minute)
    }

    /// Money such as `12.50 EUR`, or `12.50` where the bot has a currency.
    public static func money(_ text: some StringProtocol, currency: Currency?) -> Result<Money, MoneyMistake> {
        let words = text.split(separator: " ")
        guard (1...2).contains(words.count), let amount = Decimal(plain: words[0]) else { return .failure(.notMoney) }
        guard let currency = words.count == 2 ? Currency(String(words[1])) : currency else {
            return .failure(words.count == 2 ? .unknownCurrency(String(words[1])) : .noCurrency)
        }
        let decimals = words[0].split(separator: ".").dropFirst().first?.count ?? 0
        guard decimals == currency.decimals else { return .failure(.decimals(Money(amount, currency))) }
        return .success(Money(amount, currency))
    }

    static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}

/// The reason why a text is not a date.
public enum DateMistake: Error, Equatable {
    case notADate
    case noSuchMonth(Int)
    case noSuchDay(Int, Int, Int)

    /// A sentence for the author about `text`.
    public func message(for text: String) -> String {
        switch self {
        case .notADate: return "`\(text)` is not a date"
        case .noSuchMonth(let month): return "there is no month \(month)"
        case .noSuchDay(let year, let month, let day):
            let names = [
                "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
                "November", "December",
            ]
            return "\(names[month - 1]) \(year) has no day \(day)"
        }
    }
}

/// The reason why a text is not an amount of money.
public enum MoneyMistake: Error, Equatable {
    case notMoney
    case noCurrency
    case unknownCurrency(String)
    /// The amount has more or fewer decimals than its currency.
    case decimals(Money)
}

extension CalendarDate {
    /// The date that `text` gives in ISO 8601.
    public init?(iso text: some StringProtocol) {
        guard case .success(let date) = Literal.date(text) else { return nil }
        self = date
    }
}
