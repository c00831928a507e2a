import Expressions

/// A UTC time in ISO 8601, to the minute or the second.
///
/// Apple's page on interactive message types requires an absolute time in GMT: `2017-05-26T08:27:55+00:00`, the same
/// with `+0000` or with `Z`. Its own samples omit the seconds, so they are optional here.
enum UTCTime {
    /// Parses `2026-11-21T10:00+0000` and similar forms; `nil` for anything else, including other offsets and
    /// nonexistent days and hours.
    static func moment(_ text: String) -> Moment? {
        var reader = DigitReader(text)
        guard let year = reader.number(4), reader.take("-"), let month = reader.number(2), reader.take("-"),
            let day = reader.number(2), reader.take("T"), let hour = reader.number(2), reader.take(":"),
            let minute = reader.number(2)
        else { return nil }
        var second = 0
        if reader.take(":") {
            guard let written = reader.number(2) else { return nil }
            second = written
        }
        guard ["Z", "+0000", "+00:00"].contains(reader.rest), (1...12).contains(month),
            (1...days(inMonth: month, of: year)).contains(day), hour < 24, minute < 60, second < 60
        else { return nil }
        let days = dayNumber(year: year, month: month, day: day)
        return Moment(seconds: ((days * 24 + hour) * 60 + minute) * 60 + second)
    }

    /// Writes `2026-11-21T10:00:00.000Z`.
    static func text(_ moment: Moment) -> String {
        let milliseconds = moment.milliseconds - moment.seconds * 1000
        let (days, second) = moment.seconds.flooredDivision(by: 86_400)
        let (year, month, day) = date(dayNumber: days)
        let date = "\(padded(year, 4))-\(padded(month))-\(padded(day))"
        let time = "\(padded(second / 3600)):\(padded(second / 60 % 60)):\(padded(second % 60))"
        return "\(date)T\(time).\(padded(milliseconds, 3))Z"
    }

    private static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns the days since 1 January 1970, counting years from March so that the leap day comes last.
    private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let (era, yearOfEra) = shifted.flooredDivision(by: 400)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func date(dayNumber: Int) -> (year: Int, month: Int, day: Int) {
        let (era, dayOfEra) = (dayNumber + 719_468).flooredDivision(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func padded(_ number: Int, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension Int {
    fileprivate func flooredDivision(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

private struct DigitReader {
    private var left: Substring.UTF8View

    init(_ text: String) { left = text[...].utf8 }

    var rest: String { String(Substring(left)) }

    mutating func take(_ character: Character) -> Bool {
        guard let byte = left.first, byte == character.asciiValue else { return false }
        left.removeFirst()
        return true
    }

    /// Parses a number of exactly `count` digits.
    mutating func number(_ count: Int) -> Int? {
        let digits = left.prefix(count)
        guard digits.count == count, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
        left.removeFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
    }
}
