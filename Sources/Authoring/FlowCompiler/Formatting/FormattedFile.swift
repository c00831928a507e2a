public import Diagnostics

/// A file of a project in canonical layout, which every YAML tool reads as our reader does (flow language, section 7).
///
/// Two spaces per level, lists indented below their key, quotes wherever a YAML tool would read something else, at most
/// one blank line. The order, the comments and the line breaks of long texts stay as the author wrote them. Formatting
/// is idempotent.
public struct FormattedFile: Sendable {
    /// The formatted file; `nil` when it cannot be read and must not be changed.
    public let text: String?
    /// The errors that prevent it from being read.
    public let diagnostics: [Diagnostic]

    /// The kinds of file with different layouts.
    public enum Kind: Sendable {
        case bot, flow, config, translation
    }

    /// - Parameter sources: for a translation, the source of each of its texts, which is written as a comment above the
    ///   text.
    public init(_ file: SourceFile, as kind: Kind, sources: [String: String] = [:]) {
        let (root, found) = FileReader.read(file, as: kind.region)
        // A tab is an error everywhere else; the formatter corrects it.
        let errors = found.filter { $0.severity == .error && $0.code != .tabIndent }
        if let root, errors.isEmpty, kind != .config || !root.entries.isEmpty {
            let laidOut = Layout.text(of: root, in: file, kind.region)
            let text = sources.isEmpty ? laidOut : SourceComments(sources).put(into: laidOut)
            diagnostics = Self.difference(root, text, file, kind)
            self.text = diagnostics.isEmpty ? text : nil
        } else if kind == .config, errors.isEmpty {
            // In a file that contains only comments all defaults apply; there is nothing to format.
            text = String(decoding: file.bytes, as: UTF8.self)
            diagnostics = []
        } else {
            text = nil
            diagnostics = errors
        }
    }

    /// The kind of a file, by its path in the project; `nil` for files without a layout, such as transcripts.
    public static func kind(of path: String) -> Kind? {
        let name = path.split(separator: "/").last ?? ""
        guard name.hasSuffix(".yaml") else { return nil }
        if path.hasPrefix("Config/") { return .config }
        guard path.hasPrefix("Flows/") else { return nil }
        if name.dropLast(".yaml".count).contains(".") { return .translation }
        return name == "bot.yaml" ? .bot : .flow
    }

    /// The kind of a text without a path, by the first of its outermost keys.
    public static func likelyKind(of file: SourceFile) -> Kind {
        for index in file.lineStarts.indices {
            let line = file.text(in: file.lineRange(index))
            guard let first = line.first, first != " ", first != "#", let colon = line.firstIndex(of: ":") else {
                continue
            }
            switch line[..<colon] {
            case "flow", "steps": return .flow
            case "bot", "zone", "languages", "business": return .bot
            case "translation", "texts": return .translation
            case "hosts", "records", "actions", "server", "apple", "storage", "merchants", "apps", "cards":
                return .config
            default: continue
            }
        }
        return .flow
    }

    /// A final check: the formatted text must have the same content as before, otherwise the author's file is left
    /// unchanged.
    private static func difference(
        _ root: MapNode, _ text: String, _ file: SourceFile, _ kind: Kind
    ) -> [Diagnostic] {
        let written = SourceFile(path: file.path, text: text)
        if let again = FileReader.read(written, as: kind.region).root, Node.map(root).says(.map(again)) { return [] }
        return [
            Diagnostic(
                .badIndent, "this file cannot be laid out without changing what it says",
                at: Span(file: file.path, range: 0..<0),
                help: "it is left as it is; `usher check` tells what is unusual in it")
        ]
    }
}

extension FormattedFile.Kind {
    fileprivate var region: Region {
        switch self {
        case .bot: .bot
        case .flow: .flow
        case .config: .config
        case .translation: .translation
        }
    }
}

extension Node {
    /// Whether another node has the same content, regardless of its location.
    fileprivate func says(_ other: Node) -> Bool {
        switch (self, other) {
        case (.value(let left), .value(let right)):
            return left.string == right.string || YAMLWords.isSameList(left.string, right.string)
        case (.list(let left), .list(let right)):
            return left.items.count == right.items.count && zip(left.items, right.items).allSatisfy { $0.says($1) }
        case (.map(let left), .map(let right)):
            return left.entries.count == right.entries.count
                && zip(left.entries, right.entries).allSatisfy { left, right in
                    guard left.key.string == right.key.string else { return false }
                    guard let value = left.value, let other = right.value else {
                        return left.value == nil && right.value == nil
                    }
                    return value.says(other)
                }
        default: return false
        }
    }
}
