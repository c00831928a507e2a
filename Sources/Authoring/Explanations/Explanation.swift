public import Diagnostics

/// The page of one diagnostic: what it means, an example that earns it, the same mended, and why there is the rule.
///
/// Texts are prose with `` ` `` around what is written in files; lines are broken where they are shown.
public struct Explanation: Sendable {
    public let code: DiagnosticCode
    /// The rule in one short line, lower case, without a full stop.
    public let rule: String
    /// What the message means, in a sentence or two.
    public let meaning: String
    /// An example that brings this message and no other.
    public let broken: Example
    /// The same example, mended: nothing is said about it.
    public let repaired: Example
    /// What would happen to customers, or to the author, without the rule.
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
    /// All pages, by theme: from how a file is read to what customers see of it.
    public static let all: [Explanation] =
        lines + signs + values + words + keys + namesOfThings + steps + questions + ways + exits + anywhereWords + names
        + braces + conditions + sums + calls + actions + people + answers + forms + pictures + cards + slots + keeping
        + translations + transcripts + services

    /// The page of a code; every code has one.
    public static func page(of code: DiagnosticCode) -> Explanation? { all.first { $0.code == code } }
}
