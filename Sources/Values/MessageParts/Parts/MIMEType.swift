/// A MIME type with its attributes (RFC 2045, section 5.1), parsed leniently.
public struct MIMEType: Sendable, Hashable {
    /// A parameter of a MIME type.
    public struct Attribute: Sendable, Hashable {
        /// The name of the attribute, in lower case.
        public var name: String
        /// The value of the attribute, without quotes.
        public var value: String
    }

    /// Type and subtype in lower case, such as `application/vnd.layer.text+json`; empty when there is none.
    public var type: String
    /// The attributes, in the order written.
    public var attributes: [Attribute]

    /// A MIME type with the given attributes.
    public init(_ type: String, attributes: [(name: String, value: String)] = []) {
        self.type = type.lowercased()
        self.attributes = attributes.map { Attribute(name: $0.name, value: $0.value) }
    }

    /// Parses a MIME type. Spaces and a trailing `;` are ignored; an attribute without a value is left out.
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

    /// The value of an attribute, by its name in lower case.
    public subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// Whether a body of this type is JSON.
    public var isJSON: Bool { type.hasSuffix("json") }

    /// The MIME type in the form in which a part contains it.
    public var text: String {
        attributes.reduce(into: type) { text, attribute in
            let isPlain = attribute.value.allSatisfy { !$0.isWhitespace && !";\"=,\\".contains($0) }
            text += ";\(attribute.name)=\(isPlain ? attribute.value : attribute.value.quoted)"
        }
    }

    /// The segments between semicolons outside quotes; the type itself cannot contain quotes.
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
