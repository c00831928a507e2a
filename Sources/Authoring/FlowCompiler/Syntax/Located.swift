import Diagnostics
import Expressions

/// A value and where it stands.
struct Located<Value: Sendable>: Sendable {
    var value: Value
    var span: Span

    init(_ value: Value, at span: Span) {
        self.value = value
        self.span = span
    }
}

/// A word that names something: a step, a queue, a way to show a question.
typealias Word = Located<String>

/// A text for customers, with its braces read.
struct TextSyntax: Sendable {
    var source: SourceText
    var template: Template
    /// The text as it stands in the file.
    var span: Span

    /// Where a stretch of the text stands in the file.
    func span(_ range: Range<Int>) -> Span { source.span(range) }

    /// How many characters are sure to be shown: those outside braces.
    var fixedLength: Int {
        template.parts.reduce(0) { count, part in
            if case .text(let text) = part { count + text.count } else { count }
        }
    }
}

/// Where to go next.
struct DestinationSyntax: Sendable {
    enum Target: Sendable, Hashable {
        /// A step of the same flow.
        case step(String)
        /// A step of a flow; `nil` is the one it starts with.
        case flow(String, step: String?)
        case end, back, resume
    }

    var target: Target
    var span: Span
    /// Where the name of the step stands, when a flow stands before it.
    var stepSpan: Span

    /// As it is written.
    var text: String {
        switch target {
        case .step(let step): step
        case .flow(let flow, let step): "\(flow)/\(step ?? "start")"
        case .end: "end"
        case .back: "back"
        case .resume: "resume"
        }
    }
}

/// `x in list`: the block is repeated for every item.
struct EachSyntax: Sendable {
    var variable: Word
    var list: Located<Name>
    var span: Span
}
