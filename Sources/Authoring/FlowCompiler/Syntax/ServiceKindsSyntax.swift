import Diagnostics
import Expressions

/// `sign_in` as written.
struct SignInKindSyntax: Sendable {
    var key: Span
    var provider: Word
    var scope: [Word] = []
    var extra: [(name: String, text: TextSyntax)] = []
}

/// `app` as written.
struct AppKindSyntax: Sendable {
    var key: Span
    var app: Word
    /// The data for the query of the message's address.
    var data: [InputSyntax] = []
    var isLive: Bool
}

/// `pay` as written, with all its keys.
struct PayKindSyntax: Sendable {
    /// The location of the key `pay`.
    var key: Span
    var lines: [PayLineSyntax] = []
    /// Whether a line, a method or an amount may be missing because it could not be read.
    var isDamaged = false
    var total: AmountSyntax?
    var shipping: ShippingSyntax?
    var contact: ContactSyntax?
    var billing: ContactSyntax?
    var recalculate: Word?
    var track: Word?
    var page: Word?
    var poll: Word?
    var countries: [String] = []
    var merchant: Word?
}

struct PayLineSyntax: Sendable {
    var label: TextSyntax
    var price: AmountSyntax
    var isPending: Bool
    var each: EachSyntax?
}

/// An amount: a constant, a name, or an expression.
struct AmountSyntax: Sendable {
    /// An expression, or `broken`.
    var value: AssignedSyntax
    var source: SourceText
    var span: Span

    /// The amount, if it contains no names.
    var constant: Money? {
        if case .sum(.constant(.money(let money), _)) = value { money } else { nil }
    }

    /// Its names as a text, for checks whether they hold a value.
    var names: Template {
        if case .sum(let sum) = value { Template(sum.inserts.map { .insert($0) }) } else { Template([]) }
    }
}

/// `shipping` as written.
struct ShippingSyntax: Sendable {
    var key: Span
    var content: Content

    enum Content: Sendable {
        case methods([ShippingMethodSyntax])
        /// A name that holds a list.
        case name(TextSyntax)
        case unreadable
    }

    var methods: [ShippingMethodSyntax] {
        if case .methods(let methods) = content { methods } else { [] }
    }
}

struct ShippingMethodSyntax: Sendable {
    var label: TextSyntax
    var note: TextSyntax
    var price: AmountSyntax
    var id: TextSyntax?
}

/// `contact` or `billing` as written.
struct ContactSyntax: Sendable {
    var fields: [ContactWord]
    /// Whether a word of it could not be read.
    var isDamaged: Bool
}

/// The contact fields that a payment sheet can request.
enum ContactWord: String, Sendable, CaseIterable {
    case name
    case phoneticName = "phonetic_name"
    case email, phone, post
}
