/// A MIME type with its attributes (RFC 2045, section 5.1), read as leniently as messages are written.
public struct MIMEType: Sendable, Hashable {
    public struct Attribute: Sendable, Hashable {
        public var name: String
        public var value: String
    }

    /// Type and subtype in small letters, such as `application/vnd.layer.text+json`; empty when there is none.
    public var type: String
    public var attributes: [Attribute]

    public init(_ type: String, attributes: [(name: String, value: String)] = []) {
        self.type = type.lowercased()
        self.attributes = attributes.map { Attribute(name: $0.name, value: $0.value) }
    }

    /// Blanks do not matter, nor does a `;` at the end; an attribute without a value is left out.
    public init(parsing text: String) {
        var pieces = Self.pieces(of: text)
        type = pieces.isEmpty ? "" : pieces.removeFirst().lowercased()
        attributes = pieces.compactMap { piece in
            guard let equals = piece.firstIndex(of: "=") else { return nil }
            let name = piece[..<equals].trimmingBlanks.lowercased()
            let value = piece[piece.index(after: equals)...].trimmingBlanks.unquoted
            return name.isEmpty ? nil : Attribute(name: name, value: value)
        }
    }

    /// The value of an attribute, by its name in small letters.
    public subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// Whether a body of this type is JSON.
    public var isJSON: Bool { type.hasSuffix("json") }

    /// As it is written in a part.
    public var text: String {
        attributes.reduce(into: type) { text, attribute in
            let isPlain = attribute.value.allSatisfy { !$0.isWhitespace && !";\"=,\\".contains($0) }
            text += ";\(attribute.name)=\(isPlain ? attribute.value : attribute.value.quoted)"
        }
    }

    /// What stands between semicolons outside quotes; the type itself has none.
    private static func pieces(of text: String) -> [String] {
        var pieces: [String] = [""]
        var isQuoted = false
        var isEscaped = false
        for character in text {
            if character == ";", !isQuoted {
                pieces.append("")
                continue
            }
            if character == "\"", pieces.count > 1, !isEscaped { isQuoted.toggle() }
            isEscaped = character == "\\" && !isEscaped
            pieces[pieces.count - 1].append(character)
        }
        return pieces.map { $0[...].trimmingBlanks }.enumerated().filter { $0.offset == 0 || !$0.element.isEmpty }
            .map(\.element)
    }
}

extension Substring {
    fileprivate var trimmingBlanks: String {
        let start = drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }
}

extension String {
    fileprivate var quoted: String {
        "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    fileprivate var unquoted: String {
        guard count > 1, hasPrefix("\""), hasSuffix("\"") else { return self }
        var text = ""
        var isEscaped = false
        for character in dropFirst().dropLast() {
            isEscaped = character == "\\" && !isEscaped
            if !isEscaped { text.append(character) }
        }
        return text
    }
}
