/// The largest width of a text in any common sans-serif font, in units of a font of 12 pixels.
///
/// The widths are those of DejaVu Sans, the widest of the common fonts; in others, some space is left.
enum TextWidth {
    static func of(_ text: some StringProtocol, size: Double = 12, isBold: Bool = false) -> Double {
        text.reduce(0) { $0 + em($1) } * size * (isBold ? 1.12 : 1)
    }

    /// The text, truncated between two characters with `…` when it is wider than `width`.
    static func shortened(_ text: String, to width: Double, size: Double = 12, isBold: Bool = false) -> String {
        guard of(text, size: size, isBold: isBold) > width else { return text }
        var short = ""
        var used = of("…", size: size, isBold: isBold)
        for character in text {
            used += of(String(character), size: size, isBold: isBold)
            if used > width { break }
            short.append(character)
        }
        while short.last?.isWhitespace ?? false { short.removeLast() }
        return short + "…"
    }

    /// The text on a limited number of lines, broken between words, the last one truncated.
    static func wrapped(_ text: String, to width: Double, lines most: Int, size: Double = 12) -> [String] {
        var lines: [String] = []
        var words = text.split(whereSeparator: \.isWhitespace).flatMap { pieces(of: String($0), width, size) }[...]
        while let first = words.popFirst() {
            var line = first
            while let word = words.first, of("\(line) \(word)", size: size) <= width {
                line += " \(word)"
                words.removeFirst()
            }
            if lines.count + 1 == most, let next = words.first {
                return lines + [shortened("\(line) \(next)", to: width, size: size)]
            }
            lines.append(line)
        }
        return lines
    }

    /// A word in pieces that fit on a line.
    private static func pieces(of word: String, _ width: Double, _ size: Double) -> [String] {
        guard of(word, size: size) > width else { return [word] }
        var pieces = [""]
        for character in word {
            if of(pieces[pieces.count - 1] + String(character), size: size) > width { pieces.append("") }
            pieces[pieces.count - 1].append(character)
        }
        return pieces
    }

    private static func em(_ character: Character) -> Double {
        if let ascii = character.asciiValue { return ascii < 32 ? 0.32 : Double(ems[Int(ascii) - 32]) / 1000 }
        let value = character.unicodeScalars.first?.value ?? 0
        switch value {
        case 0xA0...0x24F: return 0.78
        case 0x250...0x10FF: return 0.85
        case 0x2010...0x203A: return value == 0x2014 || value == 0x2026 ? 1 : 0.6
        case 0x1100...0x11FF, 0x2E80...0xD7FF, 0xF900...0xFAFF, 0xFF00...0xFF60: return 1.05
        default: return 1.4
        }
    }

    /// The widths from the space to the tilde, in thousandths of an em.
    private static let ems = [
        318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636, 636,
        636,
        636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557,
        863,
        748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550,
        635,
        615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525,
        636,
        337, 636, 838, 838,
    ]
}
