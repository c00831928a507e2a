import Diagnostics

extension Template {
    /// Parses a text with names in braces. Inserts that cannot be parsed are reported and left out; the rest stays.
    public static func parse(_ text: String) -> (template: Template, problems: [Problem]) {
        parse(Array(text.utf8)[...])
    }

    /// Parses a part of a longer text; all locations are relative to the beginning of the longer text.
    static func parse(_ bytes: ArraySlice<UInt8>) -> (template: Template, problems: [Problem]) {
        var parser = TemplateParser(bytes)
        let template = parser.template(insideForm: false)
        return (template, parser.problems)
    }
}

/// Parses inserts: `{name}`, `{name, format}`, `{name, or words}`, `{name, plural, one {…} other {…}}`, `{{` and `}}`.
private struct TemplateParser {
    private let bytes: ArraySlice<UInt8>
    private var at: Int
    /// The end of the text, or of the form that is being parsed.
    private var end: Int
    private(set) var problems: [Problem] = []
    private var depth = 0
    private static let deepest = 10

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        at = bytes.startIndex
        end = bytes.endIndex
    }

    /// Parses up to the end.
    mutating func template(insideForm: Bool) -> Template {
        var parts: [Template.Part] = []
        var plain: [UInt8] = []
        func flush() {
            if !plain.isEmpty { parts.append(.text(String(decoding: plain, as: UTF8.self))) }
            plain = []
        }
        while at < end {
            let byte = bytes[at]
            switch byte {
            case UInt8(ascii: "{") where peek(1) == byte, UInt8(ascii: "}") where peek(1) == byte:
                plain.append(byte)
                at += 2
            case UInt8(ascii: "{"):
                flush()
                if let insert = insert() { parts.append(.insert(insert)) }
            case UInt8(ascii: "}"):
                reportBrace(at, "this `}` closes nothing")
                at += 1
            case UInt8(ascii: "#") where insideForm:
                flush()
                parts.append(.number)
                at += 1
            default:
                plain.append(byte)
                at += 1
            }
        }
        flush()
        return Template(parts)
    }

    /// Parses the text of a form, which ends before `brace`.
    private mutating func form(until brace: Int) -> Template {
        let outer = end
        end = brace
        defer { end = outer }
        return template(insideForm: true)
    }

    private func peek(_ ahead: Int) -> UInt8? { at + ahead < end ? bytes[at + ahead] : nil }

    private mutating func reportBrace(_ place: Int, _ message: String) {
        problems.append(
            Problem(
                .unclosedBrace, message, at: place..<place + 1, label: "braces come in pairs",
                help: "a brace itself is written twice: `{{` or `}}`"))
    }

    /// Parses the text between a brace and its partner.
    private mutating func insert() -> Template.Insert? {
        let opening = at
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest, let closing = partner(of: opening) else {
            reportBrace(opening, "this `{` is never closed")
            at = end
            return nil
        }
        at = opening + 1
        let nameEnd = bytes[at..<closing].firstIndex(of: UInt8(ascii: ",")) ?? closing
        let nameRange = trimmed(at..<nameEnd)
        at = nameEnd
        let insert = insert(named: nameRange, range: opening..<closing + 1, closing: closing)
        at = closing + 1
        return insert
    }

    private mutating func insert(named range: Range<Int>, range whole: Range<Int>, closing: Int) -> Template.Insert? {
        let text = string(range)
        guard isName(text) else {
            problems.append(
                Problem(
                    .badName,
                    text.isEmpty ? "there is no name between these braces" : "nothing can be called `\(text)`",
                    at: text.isEmpty ? whole : range, label: "not a name",
                    help: text.isEmpty
                        ? "a brace itself is written twice: `{{`"
                        : Name.text(like: text).map { "a name has no spaces; did you mean `{\($0)}`?" }))
            return nil
        }
        var insert = Template.Insert(name: Name(text), nameRange: range, style: .usual, fallback: nil, range: whole)
        if at < closing { readStyle(of: &insert, closing: closing) }
        return insert
    }

    private func isName(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.allSatisfy { Name.isIdentifier($0) }
    }

    /// Parses from the comma after the name: a format, words after `or`, or the forms of a plural.
    private mutating func readStyle(of insert: inout Template.Insert, closing: Int) {
        let rest = trimmed(at + 1..<closing)
        if let words = words(afterOr: rest) {
            insert.fallback = words
            return
        }
        let end = bytes[rest].firstIndex(of: UInt8(ascii: ",")) ?? rest.upperBound
        let range = trimmed(rest.lowerBound..<end)
        let format = string(range)
        if format == "plural" || format == "select" {
            at = min(end + 1, closing)
            let variants = variants(until: closing)
            insert.style = format == "plural" ? .plural(variants ?? []) : .select(variants ?? [])
            if let variants { requireOther(variants, insert) }
            return
        }
        insert.style = ValueFormat(format).map { .format($0, range: range) } ?? .unknownFormat(format, range: range)
        if end < rest.upperBound {
            let last = trimmed(end + 1..<rest.upperBound)
            if let words = words(afterOr: last) {
                insert.fallback = words
            } else {
                let all = range.lowerBound..<last.upperBound
                insert.style = .unknownFormat(string(all), range: all)
            }
        }
    }

    private func words(afterOr range: Range<Int>) -> String? {
        let text = string(range)
        guard text.hasPrefix("or ") else { return nil }
        return String(text.dropFirst(3).drop { $0 == " " })
    }

    /// The forms of a plural or select; `nil` when one cannot be parsed, which is reported.
    private mutating func variants(until closing: Int) -> [Template.Variant]? {
        var variants: [Template.Variant] = []
        while true {
            while at < closing, bytes[at] == UInt8(ascii: " ") { at += 1 }
            guard at < closing else { return variants }
            guard let brace = bytes[at..<closing].firstIndex(of: UInt8(ascii: "{")),
                let partner = partner(of: brace), partner < closing
            else {
                let range = trimmed(at..<closing)
                problems.append(
                    Problem(
                        .missingOtherForm, "`\(string(range))` is no form", at: range,
                        help: "write each form as a word and a text in braces: `one {one bike} other {# bikes}`"))
                return nil
            }
            let key = string(trimmed(at..<brace))
            at = brace + 1
            variants.append(Template.Variant(key: key, text: form(until: partner)))
            at = partner + 1
        }
    }

    private mutating func requireOther(_ variants: [Template.Variant], _ insert: Template.Insert) {
        guard !variants.contains(where: { $0.key == "other" }) else { return }
        let what = if case .plural = insert.style { "all other numbers" } else { "everything else" }
        problems.append(
            Problem(
                .missingOtherForm, "what is said for \(what)?",
                at: insert.range.lowerBound..<insert.range.lowerBound + 1, label: "there is no form `other`",
                help: "add `other {…}` at the end"))
    }

    /// The closing brace for the one at `opening`.
    private func partner(of opening: Int) -> Int? {
        var level = 0
        for index in opening..<end {
            if bytes[index] == UInt8(ascii: "{") { level += 1 }
            if bytes[index] == UInt8(ascii: "}") {
                level -= 1
                if level == 0 { return index }
            }
        }
        return nil
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        var range = range
        while let first = range.first, bytes[first] == UInt8(ascii: " ") || bytes[first] == UInt8(ascii: "\n") {
            range = range.dropFirst()
        }
        while let last = range.last, bytes[last] == UInt8(ascii: " ") || bytes[last] == UInt8(ascii: "\n") {
            range = range.dropLast()
        }
        return range
    }

    private func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
