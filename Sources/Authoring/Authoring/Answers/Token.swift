/// A coloured part of a file. Tokens do not overlap, and none goes over the end of a line.
public struct Token: Sendable, Hashable {
    /// The raw values are names of the LSP's semantic token types.
    public enum Kind: String, Sendable, CaseIterable {
        /// A key of the language.
        case key = "keyword"
        /// A step or a page.
        case step = "function"
        case flow = "namespace"
        /// A name that holds a value, or its field.
        case name = "variable"
        case field = "property"
        /// A queue, a week, an action or a service.
        case declared = "class"
        /// A word of the language as a value: `end`, `yes`, a format.
        case word = "enumMember"
        /// A text that customers read.
        case text = "string"
        case number
        case comment
        case sign = "operator"
    }

    /// Bytes.
    public let range: Range<Int>
    public let kind: Kind
    /// Whether something is declared here.
    public let isDeclaration: Bool

    public init(_ kind: Kind, _ range: Range<Int>, isDeclaration: Bool = false) {
        self.range = range
        self.kind = kind
        self.isDeclaration = isDeclaration
    }
}
