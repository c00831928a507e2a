import Diagnostics
import Expressions

/// `entries` of bot.yaml: what a conversation begins with, and which flow it opens.
struct EntriesSyntax: Sendable {
    struct Line: Sendable {
        var condition: Condition
        /// The condition as it stands in the file.
        var span: Span
        var destination: DestinationSyntax?
    }

    enum Condition: Sendable {
        case link(intent: Word?, group: Word?)
        case words([Word])
        /// It has been reported.
        case unreadable
    }

    var lines: [Line] = []
    /// Whether something could not be read: then anything may open any flow.
    var isDamaged = false

    var destinations: [DestinationSyntax] { lines.compactMap(\.destination) }
}
