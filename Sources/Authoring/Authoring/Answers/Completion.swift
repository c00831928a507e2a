public import Diagnostics

/// Something that can be written at a position.
///
/// The edit contains complete, correctly indented text; clients must insert it as it is, without indenting it again.
public struct Completion: Sendable, Hashable {
    public enum Kind: String, Sendable, CaseIterable {
        /// A key of the language.
        case key
        /// A key with the lines that usually follow it.
        case snippet
        /// A word of the language, such as `end` or `yes`.
        case word
        case step, page, flow, queue
        /// A week of `hours`.
        case week
        case action, input
        /// A name that holds a value.
        case name
        /// A field of a value.
        case field
        /// A format after a comma in braces.
        case format
        /// A provider, merchant, app or card of `Config/services.yaml`.
        case service
        /// A file in `Flows/images`.
        case asset
        /// The label of an answer.
        case answer
        /// What a transcript may do.
        case verb
    }

    public let label: String
    public let kind: Kind
    /// A few words beside the label: a type, a file.
    public let detail: String?
    /// A sentence, in Markdown.
    public let documentation: String?
    /// The range that is replaced contains the position.
    public let edit: TextEdit
    /// Whether the text of the edit has places to fill in: `$1`, `${2:text}`, `$0`, as in LSP.
    public let isSnippet: Bool

    public init(
        _ label: String, _ kind: Kind, detail: String? = nil, documentation: String? = nil, edit: TextEdit,
        isSnippet: Bool = false
    ) {
        self.label = label
        self.kind = kind
        self.detail = detail
        self.documentation = documentation
        self.edit = edit
        self.isSnippet = isSnippet
    }
}
