/// Something an author should know about a file: what is wrong, where, and what to do about it.
public struct Diagnostic: Sendable, Hashable {
    public enum Severity: String, Sendable {
        /// The bot does not start with it.
        case error
        /// The bot runs, but will surprise somebody.
        case warning
    }

    /// A second place that belongs to the matter, such as the first of two equal names.
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
    /// What is the matter, in the author's words: lower case, without a full stop.
    public let message: String
    /// Exactly the guilty word; the caret stands at its beginning.
    public let span: Span
    /// A few words under the caret.
    public let label: String
    /// Something to do.
    public let help: String?
    /// How one gets there, for messages about ways through a flow.
    public let note: String?
    public let related: [Related]

    /// - Parameter severity: only where a code has two; else what the code always is.
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
    /// The order in which people read them: by file, then by place, each message once.
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
