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

/// The words of `number:`.
enum NumberWord: String, Sendable, CaseIterable { case whole, decimal }

/// `money:` as written.
struct MoneyKindSyntax: Sendable {
    var key: Span
    var currency: Currency
    /// In that currency.
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
    /// How a form writes the day, as a Unicode date pattern.
    var shows: String?
    var field = FieldSyntax()
}

/// The words of `date:`.
enum DateWord: String, Sendable, CaseIterable { case any, past, future }

/// What stands around the place where something is typed.
struct FieldSyntax: Sendable {
    var label: TextSyntax?
    var prefix: TextSyntax?
    var example: TextSyntax?
    var hint: TextSyntax?
    /// Apple's own names, where those that go with the kind are not right.
    var keyboard: String?
    var content: String?

    var texts: [TextSyntax] { [label, prefix, example, hint].compactMap { $0 } }
}
