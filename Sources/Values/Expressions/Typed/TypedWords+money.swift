import Foundation

extension TypedWords {
    /// The amount in a typed text, in the requested currency: `24,90`, `24,90 €`, `€24.90`, `EUR 24.90`, `25`.
    ///
    /// An amount in another currency is rejected, as is one with more decimals than the currency has.
    public func money(_ text: String, in currency: Currency) -> Money? {
        var typed = normal(text).trimmingSpaces(andFinal: ".")
        // The longest sign first: `us$` ends with `$`.
        for sign in signs(of: currency) {
            if typed.hasPrefix(sign) {
                typed = String(typed.dropFirst(sign.count)).trimmingSpaces()
            } else if typed.hasPrefix("-" + sign) {
                typed = "-" + String(typed.dropFirst(sign.count + 1)).trimmingSpaces()
            } else if typed.hasSuffix(sign) {
                typed = String(typed.dropLast(sign.count)).trimmingSpaces()
            } else {
                continue
            }
            break
        }
        guard let plain = plain(typed), let amount = Decimal(plain: plain) else { return nil }
        let decimals = plain.split(separator: ".").dropFirst().first?.count ?? 0
        return decimals <= currency.decimals ? Money(amount, currency) : nil
    }

    /// The code of a currency, and its short and long symbols in the language.
    private func signs(of currency: Currency) -> [String] {
        let styles = [locale, usual].compactMap { $0 }.flatMap { locale in
            let style = Decimal.FormatStyle.Currency(code: currency.code, locale: locale).precision(.fractionLength(0))
            return [style, style.presentation(.narrow), style.presentation(.fullName)]
        }
        let written = styles.flatMap { style in
            [1, 5].map { normal(Decimal($0).formatted(style)).filter { !$0.isDigit }.trimmingSpaces() }
        }
        let extra = Self.extraSigns[currency.code] ?? []
        return Set([currency.code.lowercased()] + written + extra).filter { !$0.isEmpty }
            .sorted { ($0.count, $0) > ($1.count, $1) }
    }

    /// Symbols that people use in addition to those of the Unicode CLDR.
    private static let extraSigns = [
        "JPY": ["円", "¥", "￥"], "EUR": ["€"], "GBP": ["£"], "USD": ["$"], "CHF": ["fr", "sfr"],
    ]
}
