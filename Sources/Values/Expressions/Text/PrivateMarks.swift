/// Marks in a text around the values of private names, so that everything derived from a private answer is known,
/// however it is put together: without the marks it is the text for the customer; with the names in place of the values
/// it is the text for everyone else.
///
/// The marks are private-use code points in plane 15, which human-readable texts do not contain (Unicode 16, section
/// 23.5); they are removed from external input.
public enum PrivateMarks {
    private static let opening: Unicode.Scalar = "\u{F5E41}"
    private static let behindName: Unicode.Scalar = "\u{F5E42}"
    private static let closing: Unicode.Scalar = "\u{F5E43}"

    /// The value of a private name, marked with that name.
    public static func marked(_ text: String, by name: Name) -> String {
        "\(opening)\(name.text)\(behindName)\(text)\(closing)"
    }

    public static func isMarked(_ text: String) -> Bool { text.unicodeScalars.contains(where: isMark) }

    /// The text for the customer.
    public static func plain(_ text: String) -> String { read(text).plain }

    /// The redacted text, which is safe to show to anyone: `Your plate is (plate).`
    public static func shown(_ text: String) -> String { read(text).shown }

    /// A text from outside, without any marks, which it must not contain.
    public static func withoutMarks(_ text: String) -> String {
        guard isMarked(text) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { !isMark($0) }))
    }

    /// Whether a code point is one of the marks, which stay unchanged when a text is escaped or encoded.
    public static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar == opening || scalar == behindName || scalar == closing
    }

    /// Marks can be nested: the outermost name is shown.
    private static func read(_ text: String) -> (plain: String, shown: String) {
        guard isMarked(text) else { return (text, text) }
        var plain = String.UnicodeScalarView()
        var shown = String.UnicodeScalarView()
        var depth = 0
        var isName = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case opening:
                depth += 1
                isName = true
                if depth == 1 { shown.append("(") }
            case behindName:
                isName = false
                if depth == 1 { shown.append(")") }
            case closing:
                depth = max(0, depth - 1)
                isName = false
            default:
                if !isName { plain.append(scalar) }
                if depth == 0 || depth == 1 && isName { shown.append(scalar) }
            }
        }
        return (String(plain), String(shown))
    }
}

extension Value {
    /// Whether any text in the value contains private data.
    public var isMarked: Bool {
        switch self {
        case .text(let text): PrivateMarks.isMarked(text)
        case .list(let items): items.contains(where: \.isMarked)
        case .record(let fields): fields.names.contains { fields[$0]?.isMarked ?? false }
        default: false
        }
    }

    /// The value without marks.
    public var withoutMarks: Value {
        guard isMarked else { return self }
        switch self {
        case .text(let text): return .text(PrivateMarks.plain(text))
        case .list(let items): return .list(items.map(\.withoutMarks))
        case .record(let fields):
            return .record(Fields(fields.names.compactMap { name in fields[name].map { (name, $0.withoutMarks) } }))
        default: return self
        }
    }
}
