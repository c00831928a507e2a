/// Marks in a text round what private names have brought into it, so that whatever is made of a private answer is known,
/// however it is put together: with the marks taken off it is what the customer reads, with the names in place of what
/// they hold it is what anybody may see.
///
/// The marks are code points for private use in plane 15, which texts of people have no use for (Unicode 16, section 23.5);
/// they are taken out of what comes from outside.
public enum PrivateMarks {
    private static let opening: Unicode.Scalar = "\u{F5E41}"
    private static let behindName: Unicode.Scalar = "\u{F5E42}"
    private static let closing: Unicode.Scalar = "\u{F5E43}"

    /// What a private name has brought, with its name.
    public static func marked(_ text: String, by name: Name) -> String {
        "\(opening)\(name.text)\(behindName)\(text)\(closing)"
    }

    public static func isMarked(_ text: String) -> Bool { text.unicodeScalars.contains(where: isMark) }

    /// The text as the customer reads it.
    public static func plain(_ text: String) -> String { read(text).plain }

    /// The text as anybody may see it: `Your plate is (plate).`
    public static func shown(_ text: String) -> String { read(text).shown }

    /// A text from outside, which has no business with marks.
    public static func withoutMarks(_ text: String) -> String {
        guard isMarked(text) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { !isMark($0) }))
    }

    /// Whether a code point is one of the marks, which stay as they are wherever a text is written in another way.
    public static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar == opening || scalar == behindName || scalar == closing
    }

    /// Marks may lie inside each other: the outermost name is shown.
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
    /// Whether a text in it holds something private.
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
