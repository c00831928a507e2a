/// A text with names in braces, as authors write it.
public struct Template: Sendable, Hashable {
    public indirect enum Part: Sendable, Hashable {
        case text(String)
        case insert(Insert)
        /// `#` in a plural form: the number itself.
        case number
    }

    /// One pair of braces with its content.
    public struct Insert: Sendable, Hashable {
        public let name: Name
        /// The byte range of the name in the text.
        public let nameRange: Range<Int>
        public var style: Style
        /// The words after `or`, used when the name is empty. `nothing` stands for an empty text.
        public var fallback: String?
        /// The byte range of the whole insert with its braces.
        public var range: Range<Int>

        public init(name: Name, nameRange: Range<Int>, style: Style, fallback: String?, range: Range<Int>) {
            self.name = name
            self.nameRange = nameRange
            self.style = style
            self.fallback = fallback
            self.range = range
        }
    }

    public enum Style: Sendable, Hashable {
        /// The default format of the type.
        case usual
        case format(ValueFormat, range: Range<Int>)
        /// Words that are not a known format; the checker reports them.
        case unknownFormat(String, range: Range<Int>)
        case plural([Variant])
        case select([Variant])
    }

    /// One form of a plural or select: `one {one bike}`.
    public struct Variant: Sendable, Hashable {
        /// `=0`, `one`, `other`, or the word to select on.
        public let key: String
        public let text: Template
    }

    public var parts: [Part]

    public init(_ parts: [Part]) { self.parts = parts }

    /// A text without names.
    public init(plain text: String) { parts = text.isEmpty ? [] : [.text(text)] }

    public static let empty = Template([])

    /// All inserts, including those inside plural forms, in the order written.
    public var inserts: [Insert] {
        parts.flatMap { part -> [Insert] in
            guard case .insert(let insert) = part else { return [] }
            switch insert.style {
            case .plural(let variants), .select(let variants): return [insert] + variants.flatMap(\.text.inserts)
            default: return [insert]
            }
        }
    }

    /// The text itself when it contains no names.
    public var constant: String? {
        if parts.count == 1, case .text(let whole) = parts[0] { return whole }
        var text = ""
        for part in parts {
            guard case .text(let piece) = part else { return nil }
            text += piece
        }
        return text
    }

    /// The text as its author wrote it.
    ///
    /// - Parameter insert: what stands for a name.
    public func written(_ insert: (Name) -> String) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .insert(let inserted): insert(inserted.name)
            case .number: "#"
            }
        }.joined()
    }

    /// The only insert, when the template consists of nothing else: its value is passed on unchanged, not as a text.
    public var onlyInsert: Insert? {
        guard parts.count == 1, case .insert(let insert) = parts[0] else { return nil }
        return insert
    }
}
