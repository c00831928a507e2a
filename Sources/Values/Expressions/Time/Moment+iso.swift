extension Moment {
    /// The time in ISO 8601 in UTC: `2026-12-01T09:00:00Z`.
    public var iso: String {
        let (date, time, second) = Zone.utc.local(self)
        guard (0...9_999).contains(date.year) else {
            return "\(date.iso)T\(padded(time.hour, 2)):\(padded(time.minute, 2)):\(padded(second, 2))Z"
        }
        // A question for times writes many of them.
        return String(unsafeUninitializedCapacity: 20) { bytes in
            let parts =
                [
                    (date.year, 4, "-"), (date.month, 2, "-"), (date.day, 2, "T"), (time.hour, 2, ":"),
                    (time.minute, 2, ":"), (second, 2, "Z"),
                ] as [(Int, Int, Unicode.Scalar)]
            var end = 0
            for (number, digits, behind) in parts {
                var rest = number
                for place in (end..<end + digits).reversed() {
                    bytes[place] = UInt8(ascii: "0") + UInt8(rest % 10)
                    rest /= 10
                }
                end += digits
                bytes[end] = UInt8(ascii: behind)
                end += 1
            }
            return end
        }
    }

    /// The same with milliseconds: `2026-12-01T09:00:00.250Z`.
    public var isoWithMilliseconds: String { "\(iso.dropLast()).\(padded(milliseconds - seconds * 1000, 3))Z" }

    /// The time in ISO 8601 with the offset of `zone`: `2026-12-01T10:00:00+01:00`.
    public func iso(in zone: Zone) -> String {
        let (date, time, second) = zone.local(self)
        let offset = zone.offset(at: self).seconds / 60
        let sign = offset < 0 ? "-" : "+"
        return "\(date.iso)T\(padded(time.hour, 2)):\(padded(time.minute, 2)):\(padded(second, 2))"
            + "\(sign)\(padded(abs(offset) / 60, 2)):\(padded(abs(offset) % 60, 2))"
    }

    /// Parses ISO 8601: a date, `T` or a space, a time with or without seconds (fractions are truncated), and `Z` or an
    /// offset such as `+0000`, `+01:00` or `+01`. Without an offset the time is read in `zone`, or rejected when `zone`
    /// is `nil`.
    public init?(iso text: String, in zone: Zone? = nil) {
        var scanner = DigitScanner(text)
        guard let year = scanner.digits(4), scanner.take("-"), let month = scanner.digits(2), scanner.take("-"),
            let day = scanner.digits(2), let date = CalendarDate(year: year, month: month, day: day),
            scanner.take("T") || scanner.take(" "),
            let hour = scanner.digits(2), scanner.take(":"), let minute = scanner.digits(2), hour < 24,
            let time = TimeOfDay(hour: hour, minute: minute)
        else { return nil }
        var second = 0
        if scanner.take(":") {
            guard let value = scanner.digits(2), value < 61 else { return nil }
            second = value
            if scanner.take(".") { scanner.skipDigits() }
        }
        guard let offset = scanner.offset(hasZone: zone != nil) else { return nil }
        switch offset {
        case .seconds(let ahead):
            self = Moment(seconds: date.dayNumber * 86_400 + time.minutes * 60 + second - ahead)
        case .none:
            guard let zone else { return nil }
            self = zone.moment(date, time) + .seconds(second)
        }
    }
}

/// Reads fixed numbers of digits from the beginning of a text.
private struct DigitScanner {
    enum Offset {
        case seconds(Int)
        case none
    }

    private var rest: Substring.UTF8View

    init(_ text: String) { rest = Substring(text).utf8 }

    mutating func digits(_ count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    mutating func skipDigits() { rest = rest.drop { $0 >= 0x30 && $0 <= 0x39 } }

    /// Reads the offset at the end of the text.
    mutating func offset(hasZone: Bool) -> Offset? {
        if rest.isEmpty { return hasZone ? Offset.none : nil }
        if take("Z") { return rest.isEmpty ? .seconds(0) : nil }
        let sign: Int
        if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return nil }
        guard let hours = digits(2) else { return nil }
        _ = take(":")
        let minutes = rest.isEmpty ? 0 : digits(2)
        guard let minutes, minutes < 60, rest.isEmpty else { return nil }
        return .seconds(sign * (hours * 3600 + minutes * 60))
    }
}
