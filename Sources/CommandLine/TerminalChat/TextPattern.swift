import Expressions

/// A text of a flow, split at the names that are inserted into it.
struct TextPattern: Sendable {
    private let pieces: [String]

    init(_ template: Template) {
        var pieces = [""]
        for part in template.parts {
            if case .text(let text) = part { pieces[pieces.count - 1] += text } else { pieces.append("") }
        }
        self.pieces = pieces.map(Self.oneLine)
    }

    /// The whole text, when nothing is inserted into it.
    var constant: String? { pieces.count == 1 ? pieces[0] : nil }

    /// The text with `*` in place of every name.
    var words: String { pieces.joined(separator: "*") }

    func fits(_ text: String) -> Bool { values(in: text) != nil }

    /// What a message has in place of the names; `nil` when it is another text.
    func values(in text: String) -> [Substring]? {
        let text = Self.oneLine(text)
        guard text.hasPrefix(pieces[0]) else { return nil }
        if pieces.count == 1 { return text == pieces[0] ? [] : nil }
        var rest = text.dropFirst(pieces[0].count)
        var values: [Substring] = []
        for piece in pieces.dropFirst().dropLast() {
            guard let found = piece.isEmpty ? rest.startIndex..<rest.startIndex : rest.firstRange(of: piece) else {
                return nil
            }
            values.append(rest[..<found.lowerBound])
            rest = rest[found.upperBound...]
        }
        guard let last = pieces.last, rest.hasSuffix(last) else { return nil }
        return values + [rest.dropLast(last.count)]
    }

    /// The text with these values in place of the names.
    func text(with values: [Substring]) -> String {
        zip(values, pieces.dropFirst()).reduce(pieces[0]) { $0 + $1.0 + $1.1 }
    }

    static func oneLine(_ text: String) -> String { text.replacing(/[\r\n]+/, with: " ") }
}
