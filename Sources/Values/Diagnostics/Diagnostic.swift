/// A message to an author about a file: what is wrong, where, and how to fix it.
public struct Diagnostic: Sendable, Hashable {
    public enum Severity: String, Sendable {
        /// The bot does not start.
        case error
        /// The bot runs, but may not behave as the author expects.
        case warning
    }

    /// A second location that belongs to the message, such as the first of two equal names.
    public struct Related: Sendable, Hashable {
        public let span: Span
        public let label: String

        public init(_ label: String, at span: Span) {
            self.span = span
            self.label = label
        }
    }

    public let code: DiagnosticCode
    public let severity: Severity
    /// What is wrong, in the author's terms: lower case, without a full stop.
    public let message: String
    /// Exactly the word at fault; the caret stands at its beginning.
    public let span: Span
    /// A few words under the caret.
    public let label: String
    /// What the author can do about it.
    public let help: String?
    /// How a conversation gets there, for messages about paths through a flow.
    public let note: String?
    public let related: [Related]

    /// - Parameter severity: given only for codes that have two severities; otherwise the code's own severity applies.
    public init(
        _ code: DiagnosticCode, _ message: String, at span: Span, label: String = "", help: String? = nil,
        note: String? = nil, related: [Related] = [], severity: Severity? = nil
    ) {
        self.code = code
        self.severity = severity ?? code.severity
        self.message = message
        self.span = span
        self.label = label
        self.help = help
        self.note = note
        self.related = related
    }
}

extension [Diagnostic] {
    /// The diagnostics in reading order: by file, then by location, without duplicates.
    public func inOrder() -> [Diagnostic] {
        var seen = Set<Diagnostic>()
        return filter { seen.insert($0).inserted }
            .sorted { left, right in
                (left.span.file, left.span.range.lowerBound, left.code.rawValue)
                    < (right.span.file, right.span.range.lowerBound, right.code.rawValue)
            }
    }

    public var hasErrors: Bool { contains { $0.severity == .error } }
}
