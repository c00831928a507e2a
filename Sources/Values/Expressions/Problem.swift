public import Diagnostics

/// Something wrong inside an expression, placed by bytes of the expression's own text.
public struct Problem: Sendable, Hashable {
    public let code: DiagnosticCode
    public let message: String
    /// Bytes of the text that was read.
    public let range: Range<Int>
    public let label: String
    public let help: String?

    public init(
        _ code: DiagnosticCode, _ message: String, at range: Range<Int>, label: String = "", help: String? = nil
    ) {
        self.code = code
        self.message = message
        self.range = range
        self.label = label
        self.help = help
    }
}

extension Problem {
    /// Money that is not written with exactly the decimals of its currency.
    static func decimals(of money: Money, at range: Range<Int>) -> Problem {
        let words = ["no decimals", "one decimal", "two decimals", "three decimals", "four decimals"]
        return Problem(
            .moneyDecimals, "\(money.currency.code) has \(words[min(money.currency.decimals, words.count - 1)])",
            at: range, label: "written otherwise", help: "write `\(money.rounded.text)`")
    }
}
