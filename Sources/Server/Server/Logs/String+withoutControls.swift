extension String {
    /// The text with every character that controls a terminal, except line breaks and tabs, escaped as in JSON:
    /// `\u001b`.
    package var withoutControls: String { escaped { $0.steersTerminals && $0 != "\n" && $0 != "\t" } }

    /// The same on one line.
    package var onOneLine: String { escaped(\.steersTerminals) }

    private func escaped(_ isEscaped: (Unicode.Scalar) -> Bool) -> String {
        guard unicodeScalars.contains(where: isEscaped) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            guard isEscaped(scalar) else { return text.unicodeScalars.append(scalar) }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
    }
}

extension Unicode.Scalar {
    /// Whether the character is invisible and changes how a terminal shows the surrounding text: control characters,
    /// bidirectional marks, line separators, interlinear annotation marks.
    fileprivate var steersTerminals: Bool {
        guard value < 0x20 || value >= 0x7F else { return false }
        return switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: isUnseen && !Self.belongsToWriting(self)
        default: false
        }
    }

    /// Some format characters, such as signs above Arabic numbers, are visible.
    private var isUnseen: Bool { properties.isDefaultIgnorableCodePoint || ("\u{FFF9}"..."\u{FFFB}").contains(self) }

    /// Joiners, soft break opportunities, and the invisible parts of flags and musical notes: words and pictures would
    /// look wrong without them, and they change nothing else.
    private static func belongsToWriting(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{AD}", "\u{180E}", "\u{200B}"..."\u{200D}", "\u{2060}", "\u{1BCA0}"..."\u{1BCA3}",
            "\u{1D173}"..."\u{1D17A}", "\u{E0020}"..."\u{E007F}":
            true
        default: false
        }
    }
}
