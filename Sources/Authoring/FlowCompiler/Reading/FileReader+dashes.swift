import Diagnostics

/// Lines that are meant as items of a list, although they do not begin with `-` and a space.
extension FileReader {
    /// The sign that a line begins with in place of `- `, with the spaces behind it: a dash without a space, a dash of a
    /// word processor, or a bullet.
    func dashMeant(by line: Line) -> Range<Int>? {
        guard [0x2A, 0x2D, 0xC2, 0xE2].contains(file.bytes[line.start]) else { return nil }
        let text = file.text(in: line.start..<line.range.upperBound)
        guard let sign = text.first, Self.dashes.contains(sign) else { return nil }
        let rest = text.dropFirst()
        let spaces = rest.prefix { $0.isWhitespace }
        // `--` and `-5` are no items, and `*name` is an alias.
        guard let next = rest.dropFirst(spaces.count).first, !Self.dashes.contains(next) else { return nil }
        if sign == "-", !spaces.isEmpty { return nil }
        if spaces.isEmpty, next.isNumber || sign == "*" { return nil }
        return line.start..<line.start + String(sign).utf8.count + String(spaces).utf8.count
    }

    private static let dashes: Set<Character> = ["-", "‐", "‑", "–", "—", "−", "•", "·", "‣", "*"]

    /// Reports the sign in place of the dash of an item.
    mutating func report(_ dash: Range<Int>, of line: Line) {
        let sign = file.text(in: dash).first.map(String.init) ?? ""
        let help = "write `- \(file.text(in: dash.upperBound..<line.range.upperBound))`"
        if sign == "-" {
            report(
                .missingSpace, "there is no space after the dash", at: span(dash), label: "a space is missing",
                help: help)
        } else {
            report(
                .wrongShape, "an item of a list begins with `-`, not with `\(sign)`", at: span(dash),
                label: "another sign", help: help)
        }
    }

    /// Reports the second of several lines of a text that each begin like an item of a list.
    mutating func reportItemsInText(after first: Line) {
        guard dashMeant(by: first) != nil, next < lines.count, lines[next].indent == first.indent,
            let dash = dashMeant(by: lines[next])
        else { return }
        let text = file.text(in: dash.upperBound..<lines[next].range.upperBound)
        report(
            .swallowedItem, "this item is read as part of the text above it", at: span(dash),
            label: "no item of a list",
            help: "begin both lines with `-` and a space, such as `- \(text)`; lines that are one text go below `|`")
    }
}
