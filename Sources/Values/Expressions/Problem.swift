public import Diagnostics

/// An error inside an expression, located by byte range in the expression's own text.
public struct Problem: Sendable, Hashable {
    public let code: DiagnosticCode
    public let message: String
    /// The range in bytes of the text that was read.
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
    /// An amount of money without exactly the decimals of its currency.
    static func decimals(of money: Money, at range: Range<Int>) -> Problem {
        let words = ["no decimals", "one decimal", "two decimals", "three decimals", "four decimals"]
        return Problem(
            .moneyDecimals, "\(money.currency.code) has \(words[min(money.currency.decimals, words.count - 1)])",
            at: range, label: "written otherwise", help: "write `\(money.rounded.text)`")
    }
}
