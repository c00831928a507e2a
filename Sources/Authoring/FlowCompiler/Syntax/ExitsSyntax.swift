import Diagnostics
import Expressions

/// The exits in a step, a flow or the bot.
struct ExitsSyntax: Sendable {
    var silent: SilentSyntax?
    var other: OtherSyntax?
    var failed: FailedSyntax?
    /// Only steps have these three.
    var cancelled: PlainExitSyntax?
    var unable: PlainExitSyntax?
    var empty: PlainExitSyntax?
    /// The exits for events from outside, which only steps have, too.
    var events: EventExitsSyntax?
}

/// `if_cancelled`, `if_unable` or `if_empty`.
struct PlainExitSyntax: Sendable {
    var key: Span
    /// `nil` when it could not be read.
    var block: Block?

    struct Block: Sendable {
        var say: TextSyntax?
        var then: DestinationSyntax
    }
}

/// `if_silent`.
struct SilentSyntax: Sendable {
    /// The location of the key `if_silent`.
    var key: Span
    /// `nil` is `never`, or a block that could not be read.
    var block: Block?
    var isNever = false

    struct Block: Sendable {
        var after: Located<TimeLength>
        var say: TextSyntax?
        var repeats: Int
        var then: DestinationSyntax
    }
}

/// `if_other`.
struct OtherSyntax: Sendable {
    var key: Span
    var content: Content

    enum Content: Sendable {
        case block(say: TextSyntax?, tries: Int, then: DestinationSyntax)
        /// Accepts what was typed as the answer.
        case accept
        case unreadable
    }
}

/// `if_failed`.
struct FailedSyntax: Sendable {
    var key: Span
    /// `nil` when it could not be read.
    var block: Block?

    struct Block: Sendable {
        var say: TextSyntax?
        var retryFrom: DestinationSyntax?
        var tries: Int
        var then: DestinationSyntax
    }
}

/// `if_unanswered`.
struct UnansweredSyntax: Sendable {
    var key: Span
    var after: Located<TimeLength>
    var say: TextSyntax?
    var again: Int
    var then: DestinationSyntax?
}
