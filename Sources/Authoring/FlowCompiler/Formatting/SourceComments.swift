import Diagnostics

/// Maintains a comment above each text of a translation with its source.
///
/// The comment is one line directly above the name of the text. Translators' notes are above it and are kept.
struct SourceComments {
    /// The source texts by name, with runs of white space reduced to single spaces.
    private let sources: [String: String]

    init(_ sources: [String: String]) {
        self.sources = sources.mapValues { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    }

    /// A formatted translation, with the comments updated.
    func put(into text: String) -> String {
        let file = SourceFile(path: "", text: text)
        guard case .map(let texts)? = FileReader.read(file, as: .translation).root?.entry("texts")?.value else {
            return text
        }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for entry in texts.entries.reversed() {
            guard let source = sources[entry.key.string] else { continue }
            let place = file.line(at: entry.key.span.range.lowerBound)
            let comment = "\(lines[place].prefix { $0 == " " })# \(source)"
            if place > 0, isSource(lines[place - 1], source, entry) {
                lines[place - 1] = comment
            } else {
                lines.insert(comment, at: place)
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Whether a line is such a comment: the current source, the source at the time of translation, or nearly one of
    /// them.
    private func isSource(_ line: String, _ source: String, _ entry: Entry) -> Bool {
        let content = line.drop { $0 == " " }
        guard content.hasPrefix("#") else { return false }
        let comment = content.dropFirst().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if comment == source { return true }
        if case .map(let map)? = entry.value, case .value(let of)? = map.entry("of")?.value,
            Fingerprint.of(comment) == of.string.lowercased()
        {
            return true
        }
        return closest(to: comment, among: [source]) != nil
    }
}
