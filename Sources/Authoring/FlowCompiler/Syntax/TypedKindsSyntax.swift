import Diagnostics
import Expressions
import Foundation

/// `number:` as written.
struct NumberKindSyntax: Sendable {
    var key: Span
    var kind: NumberWord
    var atLeast: Located<Decimal>?
    var atMost: Located<Decimal>?
    var field = FieldSyntax()
}

/// The values of `number:`.
enum NumberWord: String, Sendable, CaseIterable { case whole, decimal }

/// `money:` as written.
struct MoneyKindSyntax: Sendable {
    var key: Span
    var currency: Currency
    /// In the currency of the question.
    var atLeast: Located<Decimal>?
    var atMost: Located<Decimal>?
    var field = FieldSyntax()
}

/// `date:` as written.
struct DateKindSyntax: Sendable {
    var key: Span
    var from: Located<DateLimit>?
    var to: Located<DateLimit>?
    var preset: Located<DateLimit>?
    /// The date format in a form, as a Unicode date pattern.
    var shows: String?
    var field = FieldSyntax()
}

/// The values of `date:`.
enum DateWord: String, Sendable, CaseIterable { case any, past, future }

/// The labels and settings of an input field.
struct FieldSyntax: Sendable {
    var label: TextSyntax?
    var prefix: TextSyntax?
    var example: TextSyntax?
    var hint: TextSyntax?
    /// Apple's own names, where the defaults of the kind are not suitable.
    var keyboard: String?
    var content: String?

    var texts: [TextSyntax] { [label, prefix, example, hint].compactMap { $0 } }
}
