import Diagnostics
import Expressions
import FlowModel

/// `remind` as written.
struct ReminderSyntax: Sendable {
    /// The value of `remind:`, for the locations of diagnostics.
    var span: Span
    var when: When
    var go: DestinationSyntax?
    var unless: Unless?
    /// The name under which it is moved and removed.
    var name: TextSyntax?

    enum When: Sendable {
        /// `in 2 days`.
        case after(TimeLength)
        /// `1 day before {visit}`; `at {visit.start}` has a duration of zero.
        case before(TimeLength, TextSyntax)
        /// It has been reported.
        case unreadable
    }

    struct Unless: Sendable {
        var condition: ConditionSyntax
        var source: SourceText
    }

    /// The text that names the time it is relative to.
    var moment: TextSyntax? {
        if case .before(_, let text) = when { text } else { nil }
    }
}

/// A fact of `customer:` in bot.yaml.
struct FactSyntax: Sendable {
    var name: Word
    var type: ValueType
}
