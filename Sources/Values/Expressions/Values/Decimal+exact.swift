public import Foundation

extension Decimal {
    /// The largest number of significant digits of a number in a flow.
    public static let mostDigits = 28

    /// Parses digits with at most one point and an optional leading minus; nothing else, and at most 28 digits.
    public init?(plain text: some StringProtocol) {
        var digits = 0
        var points = 0
        var leading = true
        for (index, byte) in text.utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "-") where index == 0: continue
            case UInt8(ascii: ".") where digits > 0: points += 1
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
            default: return nil
            }
            leading = byte == UInt8(ascii: ".")
        }
        guard digits > 0, digits <= Self.mostDigits, points <= 1, !leading,
            let value = Decimal(string: String(text), locale: nil)
        else { return nil }
        self = value
    }

    /// Rounded half to even.
    public func rounded(to decimals: Int) -> Decimal {
        var value = self
        var result = Decimal()
        NSDecimalRound(&result, &value, decimals, .bankers)
        return result
    }

    public var isWhole: Bool { rounded(to: 0) == self }

    /// Digits and a point, with exactly this many decimals.
    public func plainText(decimals: Int) -> String {
        let text = rounded(to: decimals).description
        guard decimals > 0 else { return text }
        let parts = text.split(separator: ".")
        let fraction = parts.count > 1 ? String(parts[1]) : ""
        return "\(parts[0]).\(fraction)\(String(repeating: "0", count: max(0, decimals - fraction.count)))"
    }
}
