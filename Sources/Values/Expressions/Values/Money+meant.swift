import Foundation

extension Money {
    /// The amount that is meant by a text in another notation than that of flow files: `24,90 EUR`, `€24.90`, `1.250,00 €`.
    ///
    /// - Parameter currency: the usual currency, for a sign that several currencies have.
    public init?(meantBy text: String, usual currency: Currency?) {
        guard
            let match = text.wholeMatch(
                of: /(?<before>[€£$¥]|[A-Z]{3})? *(?<amount>[0-9][0-9.,]*) *(?<after>[€£$¥]|[A-Z]{3})?/)
        else { return nil }
        let marks = [match.before, match.after].compactMap { $0 }
        guard marks.count == 1, let amount = Self.amount(match.amount),
            let currency = Self.currency(String(marks[0]), currency)
        else { return nil }
        self = Money(amount, currency).rounded
        // More decimals than the currency has are no amount of it.
        if self.amount != amount { return nil }
    }

    private static func currency(_ mark: String, _ usual: Currency?) -> Currency? {
        guard let codes = codesBySign[mark] else { return Currency(mark) }
        if let usual, codes.contains(usual.code) { return usual }
        return Currency(codes[0])
    }

    private static let codesBySign = [
        "€": ["EUR"], "£": ["GBP"], "$": ["USD", "CAD", "AUD", "NZD", "MXN", "SGD", "HKD"], "¥": ["JPY", "CNY"],
    ]

    /// `1.250,00`, `1,250.00`, `24,9` and `24`; `nil` where it is unclear which sign separates the decimals.
    private static func amount(_ text: Substring) -> Decimal? {
        let groups = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        guard groups.allSatisfy({ !$0.isEmpty }), let last = groups.last else { return nil }
        if groups.count == 1 { return Decimal(plain: text) }
        let signs = text.filter { $0 == "." || $0 == "," }
        let areGroups = { (groups: ArraySlice<Substring>) in groups.allSatisfy { $0.count == 3 } }
        if groups.count > 2, Set(signs).count == 1, areGroups(groups.dropFirst()) {
            return Decimal(plain: groups.joined())
        }
        let isDecimal = (1...2).contains(last.count) && signs.dropLast().allSatisfy { $0 != signs.last }
        guard isDecimal, Set(signs.dropLast()).count <= 1, areGroups(groups.dropFirst().dropLast()) else { return nil }
        return Decimal(plain: "\(groups.dropLast().joined()).\(last)")
    }
}
