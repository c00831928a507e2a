public import Diagnostics

/// The page of one diagnostic: its meaning, an example that causes it, the corrected example, and the reason for the
/// rule.
///
/// Texts are prose with `` ` `` around code; lines are broken when the page is displayed.
public struct Explanation: Sendable {
    public let code: DiagnosticCode
    /// The rule in one short line, lower case, without a full stop.
    public let rule: String
    /// The meaning of the message, in a sentence or two.
    public let meaning: String
    /// An example that causes this message and no other.
    public let broken: Example
    /// The same example, corrected: it causes no messages.
    public let repaired: Example
    /// The consequences for customers, or for the author, without the rule.
    public let why: String

    init(
        _ code: DiagnosticCode, rule: String, meaning: String, broken: Example, repaired: Example, why: String
    ) {
        self.code = code
        self.rule = rule
        self.meaning = meaning
        self.broken = broken
        self.repaired = repaired
        self.why = why
    }
}

extension Explanation {
    /// All pages, by topic: from reading a file to what customers see of it.
    public static let all: [Explanation] =
        lines + signs + values + words + keys + namesOfThings + steps + questions + ways + exits + anywhereWords + names
        + braces + conditions + sums + calls + actions + people + answers + forms + pictures + cards + slots + keeping
        + translations + accepted + transcripts + explored + announced + services

    /// The page of a code; every code has one.
    public static func page(of code: DiagnosticCode) -> Explanation? { all.first { $0.code == code } }
}
