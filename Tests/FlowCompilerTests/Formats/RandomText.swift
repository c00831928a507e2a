import TestSupport

/// Writes random flow files: blocks, lists, texts, comments and blank lines, with every kind of indentation and quotes.
struct RandomText {
    private var chance: SeededRandom
    private var lines: [String] = []

    /// The same seed writes the same file.
    static func file(seed: UInt64) -> String {
        var writer = RandomText(chance: SeededRandom(seed: seed))
        writer.file()
        return writer.lines.joined(separator: "\n") + "\n"
    }

    private mutating func file() {
        line(0, "flow: random", comments: true)
        line(0, "about: \(text(0))")
        if chance.happens(onceIn: 2) { map(0, "anywhere", labels: true) }
        line(0, "steps:")
        let indent = 1 + chance.number(below: 5)
        for number in 0..<(1 + chance.number(below: 4)) { step(number, indent) }
        filler(0)
    }

    private mutating func step(_ number: Int, _ indent: Int) {
        line(indent, chance.happens(onceIn: 6) ? "'s\(number)':" : "s\(number):", comments: true)
        let inner = indent + 1 + chance.number(below: 5)
        for key in ["say", "set", "ask", "answers", "when", "times", "then"].shuffled(using: &chance).prefix(4) {
            switch key {
            case "say" where chance.happens(onceIn: 2): list(inner, "say")
            case "say", "ask": line(inner, "\(key): \(text(inner))")
            case "set": settings(inner)
            case "answers" where chance.happens(onceIn: 3): items(inner)
            case "answers" where chance.happens(onceIn: 2): line(inner, "answers: \(inline())", comments: true)
            case "answers": map(inner, "answers", labels: true)
            case "when": map(inner, "when", labels: false)
            default: line(inner, "\(key): \(word())", comments: true)
            }
        }
    }

    // Blocks.

    private mutating func map(_ indent: Int, _ key: String, labels: Bool) {
        line(indent, "\(key):", comments: true)
        let inner = indent + 1 + chance.number(below: 4)
        for number in 0..<(1 + chance.number(below: 3)) {
            let name = labels ? chance.pick(Self.labels) : chance.pick(Self.conditions)
            line(
                inner, "\(labels ? name + (number == 0 ? "" : " \(number)") : "a\(number) \(name)"): \(word())",
                comments: true)
        }
    }

    private mutating func list(_ indent: Int, _ key: String) {
        line(indent, "\(key):", comments: true)
        let inner = indent + chance.number(below: 4)
        for _ in 0..<(1 + chance.number(below: 3)) { line(inner, "- \(text(inner))") }
    }

    private mutating func items(_ indent: Int) {
        line(indent, "answers:", comments: true)
        let inner = indent + chance.number(below: 3)
        for _ in 0..<(1 + chance.number(below: 3)) {
            let dash = "-" + String(repeating: " ", count: 1 + chance.number(below: 3))
            line(inner, dash + "label: \(text(inner + dash.count))")
            line(inner + dash.count, "note: \(text(inner + dash.count))")
            if chance.happens(onceIn: 2) { line(inner + dash.count, "then: \(word())", comments: true) }
        }
    }

    private mutating func settings(_ indent: Int) {
        line(indent, "set:", comments: true)
        let inner = indent + 1 + chance.number(below: 4)
        for number in 0..<(1 + chance.number(below: 4)) { line(inner, "x\(number): \(chance.pick(Self.sums))") }
    }

    private mutating func inline() -> String {
        "[" + (0..<chance.number(below: 4)).map { _ in chance.pick(Self.items) }.joined(separator: " ,") + "]"
    }

    // Lines.

    private mutating func line(_ indent: Int, _ text: String, comments: Bool = false) {
        filler(indent)
        let comment =
            comments && chance.happens(onceIn: 4) ? [" # why", "    # because", "\t#x"][chance.number(below: 3)] : ""
        lines += (String(repeating: " ", count: indent) + text + comment).split(
            separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
    }

    /// Writes blank lines and comments, in any column.
    private mutating func filler(_ indent: Int) {
        while chance.happens(onceIn: 3) {
            let isBlank = chance.happens(onceIn: 2)
            let blanks = String(repeating: " ", count: chance.number(below: indent + 4))
            lines.append(isBlank ? blanks : "\(blanks)# comment \(lines.count)")
        }
    }

    // Values.

    private mutating func word() -> String {
        chance.pick(["end", "no", "s1", "back", "\"end\"", "people/person", "yes", "12"])
    }

    /// Returns a text for a key at `indent`: on its line, on several, in quotes, or in a block.
    private mutating func text(_ indent: Int) -> String {
        let deeper = "\n" + String(repeating: " ", count: indent + 1 + chance.number(below: 4))
        switch chance.number(below: 9) {
        case 0:
            return "\"\(chance.pick(Self.safe)) \\\" \\\\ \\n \(chance.pick(Self.safe))\""
                + chance.pick(["", " # quoted"])
        case 1: return "'\(chance.pick(Self.safe)) '' \(chance.pick(Self.safe))'"
        case 2:
            return chance.pick(["|", "|-", ">", ">-"]) + (0..<3).map { _ in deeper + chance.pick(Self.texts) }.joined()
        case 3:
            return "\(chance.pick(Self.safe))\(deeper)\(chance.pick(Self.further))\(deeper)\(chance.pick(Self.further))"
        case 4: return "\"\(chance.pick(Self.safe))\(deeper)\(chance.pick(Self.further))\""
        case 5: return "\(deeper)\(chance.pick(Self.safe))"
        default: return chance.pick(Self.texts)
        }
    }

    private static let safe = ["Hello there", "We are open", "Grüße 東京", "See you 👋", "It costs 5"]
    private static let further = [
        "and more", "at: nine", "- a bag", "you #1", "*bold*", "[x]", "\"so\" he", "2026-12-01", "?",
    ]
    private static let texts =
        safe + further + [
            "yes", "No", "42", "00420", "9:00", "Open: daily", "ends:", "{name}", "{name, or you}: hi", "a [b]", "'tis",
            "@me",
            "“Hi”", "“Hi” there", "!", "!x", "%", "`x`", "~", "null", "a # b", "#5", "1e3", "2026-12-01", "- x", ", x",
            "]", "}",
            "a\u{A0}b", "C:\\x", "say \"hi\"", "\"hi\" she said", ". . .", "--", "=", "<<", "0x1F", "-", "5 {n} #6",
        ]
    private static let labels = [
        "Yes", "No", "2", "Talk to us", "Note: closed", "\"a: b\"", "It's", "?", "null", "9:00", "a, b",
    ]
    private static let conditions = ["is empty", "is \"x: y\"", "is {b}", "is more than 3", "is not 'No'"]
    private static let sums = [
        "3", "yes", "nothing", "{a}", "{a} + 1", "({a} + 1) * 2", "{a}, hello", "\"3\"", "12.50", "[]", "[a,b]",
        "[{a}, \"b, c\"]",
        "2026-12-01", "No", "Hello: you", "2 days", "'{a}'", "~",
    ]
    private static let items = ["Yes", "a b", "\"c, d\"", "'e'", "{f}", "12", "g: h", "“j”", "k#l"]
}
