import Diagnostics
import Expressions

/// A value with its location.
struct Located<Value: Sendable>: Sendable {
    var value: Value
    var span: Span

    init(_ value: Value, at span: Span) {
        self.value = value
        self.span = span
    }
}

/// A word that names something: a step, a queue, a way of showing a question.
typealias Word = Located<String>

/// A text for customers, with its braces parsed.
struct TextSyntax: Sendable {
    var source: SourceText
    var template: Template
    /// The location of the text in the file.
    var span: Span

    /// The location of a part of the text in the file.
    func span(_ range: Range<Int>) -> Span { source.span(range) }

    /// The number of characters that are always shown: those outside braces.
    var fixedLength: Int {
        template.parts.reduce(0) { count, part in
            if case .text(let text) = part { count + text.count } else { count }
        }
    }
}

/// The destination of a transition.
struct DestinationSyntax: Sendable {
    enum Target: Sendable, Hashable {
        /// A step of the same flow.
        case step(String)
        /// A step of a flow; `nil` is its start.
        case flow(String, step: String?)
        case end, back, resume
    }

    var target: Target
    var span: Span
    /// The location of the step's name, after that of the flow.
    var stepSpan: Span

    /// The destination as written.
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
