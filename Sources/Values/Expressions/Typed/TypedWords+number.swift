public import Foundation

extension TypedWords {
    /// The number in a typed text: `1,5` in German equals `1.5` in English, and `1.234` in German `1,234` in English.
    ///
    /// Thousands may be grouped in the way of the language, with spaces or with apostrophes; then every group has three
    /// digits. At most 28 digits.
    public func number(_ text: String) -> Decimal? {
        let typed = normal(text).trimmingSpaces(andFinal: Self.point)
        return plain(typed).flatMap { Decimal(plain: $0) }
    }

    private static let point: Character = "."

    /// The number reduced to digits, a point and a minus. A text that is not a number in the region is read in the
    /// language's default format: `24.90` from a German device in English.
    func plain(_ text: String) -> String? {
        plain(text, NumberSigns(locale)) ?? usual.flatMap { plain(text, NumberSigns($0)) }
    }

    private func plain(_ text: String, _ signs: NumberSigns) -> String? {
        var digits = text[...]
        var sign = ""
        if let first = digits.first, "-−+".contains(first) {
            digits = digits.dropFirst().drop { $0 == " " }
            sign = first == "+" ? "" : "-"
        }
        let parts = digits.split(omittingEmptySubsequences: false) { signs.decimal.contains($0) }
        guard (1...2).contains(parts.count), let whole = whole(parts[0], isAlone: parts.count == 1, signs)
        else { return nil }
        guard parts.count == 2 else { return sign + whole }
        guard !parts[1].isEmpty, parts[1].allSatisfy(\.isDigit) else { return nil }
        return "\(sign)\(whole).\(parts[1])"
    }

    /// The digits before the decimal separator, without grouping.
    private func whole(_ text: Substring, isAlone: Bool, _ signs: NumberSigns) -> String? {
        if text.isEmpty { return isAlone ? nil : "0" }
        guard let separator = text.first(where: { !$0.isDigit }) else { return String(text) }
        guard signs.group.contains(separator) else { return nil }
        let groups = text.split(separator: separator, omittingEmptySubsequences: false)
        guard let first = groups.first, (1...3).contains(first.count), groups.dropFirst().allSatisfy({ $0.count == 3 }),
            groups.joined().allSatisfy(\.isDigit)
        else { return nil }
        return groups.joined()
    }
}

/// The separators and signs in numbers.
private struct NumberSigns {
    let decimal: Set<Character>
    let group: Set<Character>

    init(_ locale: Locale) {
        decimal = Set(locale.decimalSeparator ?? ".").union(["٫"])
        group = Set(locale.groupingSeparator ?? ",").union([" ", "'", "’", "٬"]).subtracting(decimal)
    }
}

extension Character {
    /// One of the ten digits of ASCII.
    var isDigit: Bool { isASCII && isNumber }
}
