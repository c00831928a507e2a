import Diagnostics
import Expressions

/// `entries` of bot.yaml: the first messages or links of conversations, and the flows they open.
struct EntriesSyntax: Sendable {
    struct Line: Sendable {
        var condition: Condition
        /// The condition as it is in the file.
        var span: Span
        var destination: DestinationSyntax?
    }

    enum Condition: Sendable {
        case link(intent: Word?, group: Word?)
        case words([Word])
        /// Words that are looked for inside the first message, and all of them as one text.
        case contains([Word], source: SourceText)
        /// An event from outside.
        case event(Word)
        /// It has been reported.
        case unreadable
    }

    var lines: [Line] = []
    /// Whether a part could not be read: then any condition may open any flow.
    var isDamaged = false

    var destinations: [DestinationSyntax] { lines.compactMap(\.destination) }
}
