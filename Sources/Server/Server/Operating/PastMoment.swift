public import Expressions

/// Parses a time in the past as operators write it: `2026-12-01`, `2026-12-01T10:00:00Z`, or a duration before now,
/// such as `2 days`.
public enum PastMoment {
    public static let expected =
        "a date such as `2026-12-01`, a time such as `2026-12-01T10:00:00Z`, or a duration such as `2 days`"

    /// - Returns: `nil` for any other text.
    public static func reading(_ words: String, now: Moment) -> Moment? {
        if let length = Literal.duration(words) { return now - length }
        return Moment(iso: words) ?? Moment(iso: words + "T00:00:00Z")
    }
}
