import Expressions

/// How YAML tools interpret a text without quotes: YAML 1.2, and 1.1 as in Yams and PyYAML.
enum YAMLWords {
    /// Whether a YAML tool reads a text without quotes as the same text.
    ///
    /// - Parameters:
    ///   - keepsType: whether it may be a number or a Boolean, because the flow language reads it as one too.
    ///   - isInList: whether it is between the brackets of a list on one line.
    static func isPlain(_ text: String, keepsType: Bool, isInList: Bool = false) -> Bool {
        guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else { return false }
        if first == " " || last == " " || last == ":" || beginsLikeStructure(text, first) { return false }
        if text.contains(": ") || text.contains(" #") || text.hasPrefix("---") || text.hasPrefix("...") { return false }
        if text.unicodeScalars.contains(where: { $0.value < 0x20 || isLineEnd($0) }) { return false }
        if isCurly(first), isCurly(last) { return false }
        if isInList, text.contains(where: { ",[]{}".contains($0) }) { return false }
        return keepsType || !hasType(text)
    }

    /// Whether a continuation line of a text may begin like this.
    static func canContinue(_ line: String) -> Bool {
        line.unicodeScalars.first.map { !beginsLikeStructure(line, $0) && $0 != "\"" } ?? false
            && !line.hasPrefix("---") && !line.hasPrefix("...")
    }

    private static func beginsLikeStructure(_ text: String, _ first: Unicode.Scalar) -> Bool {
        if ",[]{}#&*!|>'\"%@`".unicodeScalars.contains(first) { return true }
        guard "-?:".unicodeScalars.contains(first) else { return false }
        let second = text.unicodeScalars.dropFirst().first
        return second == nil || second == " " || first != "-" && ",[]{}".unicodeScalars.contains(second ?? " ")
    }

    private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
        [0x7F, 0x85, 0x2028, 0x2029, 0xFEFF].contains(scalar.value)
    }

    private static func isCurly(_ scalar: Unicode.Scalar) -> Bool { Quotes.isCurly(Character(scalar)) }

    // Types.

    /// Whether a YAML tool would read a number, a Boolean, null or a date.
    static func hasType(_ text: String) -> Bool {
        if words.contains(text) { return true }
        guard let first = text.utf8.first, digits.contains(first) || "+-.".utf8.contains(first) else { return false }
        return text.wholeMatch(of: /[-+]?(0|[1-9][0-9_]*)/) != nil
            || text.wholeMatch(of: /[-+]?0[bx]?[0-9a-fA-F_]+|0o[0-7]+/) != nil
            || text.wholeMatch(of: /[-+]?(\.[0-9][0-9_]*|[0-9][0-9_]*(\.[0-9_]*)?)([eE][-+]?[0-9]+)?/) != nil
            || text.wholeMatch(of: /[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?/) != nil
            || text.wholeMatch(of: /[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)/) != nil
            || text.wholeMatch(of: /[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ].*[0-9]:[0-9]{2}:[0-9]{2}.*)?/) != nil
    }

    /// Whether a YAML tool reads the same number or Boolean as we do, without losing any of its notation.
    static func isPlainlyTyped(_ text: String) -> Bool {
        if ["yes", "no", "true", "false"].contains(text) { return true }
        return text.wholeMatch(of: /-?(0|[1-9][0-9]{0,15})(\.[0-9]*[1-9])?/) != nil
    }

    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    private static let words: Set<String> = {
        let lower = ["yes", "no", "on", "off", "true", "false", "null"]
        let capital = lower.map { ($0.first?.uppercased() ?? "") + $0.dropFirst() }
        return Set(lower + capital + lower.map { $0.uppercased() } + ["~", "<<", "="])
    }()

    // Lists as values of assignments.

    /// A list on one line, with its items unchanged, in quotes where a YAML tool would misread them.
    static func list(_ text: String) -> String { "[\(items(of: text).map(listItem).joined(separator: ", "))]" }

    /// The items between the commas of a list on one line, without surrounding spaces.
    private static func items(of text: String) -> [String] {
        let bytes = Array(text.utf8)
        var items: [String] = []
        var start = 1
        var at = 1
        while at < bytes.count {
            let item = String(decoding: bytes[start..<at], as: UTF8.self).filled
            if item.isEmpty, "\"'".utf8.contains(bytes[at]), let closing = QuotedText.closing(bytes[at...]) {
                at += closing
            } else if bytes[at] == UInt8(ascii: ",") || at == bytes.count - 1 {
                if !item.isEmpty { items.append(item) }
                start = at + 1
            }
            at += 1
        }
        return items
    }

    private static func listItem(_ text: String) -> String {
        if isQuoted(text) || isPlain(text, keepsType: false, isInList: true) { return text }
        // Such a list has no escapes.
        return text.contains("\"") || text.contains("\\") ? "'\(text)'" : "\"\(text)\""
    }

    private static func isQuoted(_ item: String) -> Bool { item.first.map { "\"'".contains($0) } ?? false }

    /// Whether two lists on one line have the same items, ignoring quotes and spaces.
    static func isSameList(_ text: String, _ other: String) -> Bool {
        guard text.hasPrefix("["), other.hasPrefix("["), text.hasSuffix("]"), other.hasSuffix("]") else { return false }
        let bare = { (item: String) in isQuoted(item) ? String(item.dropFirst().dropLast()) : item }
        return items(of: text).map(bare) == items(of: other).map(bare)
    }
}

extension String {
    /// Without surrounding spaces.
    fileprivate var filled: String {
        var text = Substring(self)
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
