import Diagnostics
import FlowCompiler
import Testing

/// One mistake causes one diagnostic: every line of a whole project gets every kind of mistake in turn.
@Suite struct OneSlipTests {
    /// A way to introduce a mistake into a line; `nil` when it does not apply to it.
    struct Slip: Sendable, CustomTestStringConvertible {
        let name: String
        /// Whether it changes the indentation: of two lines at different columns either may be reported.
        var isIndent = false
        let spoil: @Sendable (String) -> String?
        var testDescription: String { name }

        func allows(_ found: Found, _ line: Int) -> Bool {
            found.line == line || isIndent && found.code == "bad-indent" && found.line > line
        }
    }

    @Test(arguments: ["bakery.yaml", "staff.yaml", "bot.yaml"], slips)
    func `a slip is told on its own line and nowhere else`(_ name: String, _ slip: Slip) throws {
        let files = Fixtures.files("Correct/bakery")
        let file = try #require(files.texts.first { $0.path == "Flows/\(name)" })
        let lines = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        for number in lines.indices {
            guard let spoilt = slip.spoil(String(lines[number])) else { continue }
            var changed = lines.map(String.init)
            changed[number] = spoilt
            var project = files
            project.texts = files.texts.map {
                $0.path == file.path ? SourceFile(path: file.path, text: changed.joined(separator: "\n")) : $0
            }
            let report = Compiler.compile(project, options: Fixtures.options).report
            // The bakery sets names that its kitchen alone reads.
            let found = report.found.filter { $0.code != "name-never-used" }
            let isRight = found.map { $0.file == file.path && slip.allows($0, number + 1) } == [true]
            let isSilent = found.isEmpty && slip.isIndent  // the only line of its block may begin anywhere
            #expect(isRight || isSilent, "line \(number + 1): \(spoilt)\n\(found)\n\(report.text())")
        }
    }

    static let slips = [
        Slip(name: "the colon is forgotten") { line in
            key(line).map { "\($0.indent)\($0.key) \($0.value)".trimmedEnd }
        },
        Slip(name: "the space is forgotten") { line in
            key(line).flatMap { $0.value.isEmpty ? nil : "\($0.indent)\($0.key):\($0.value)" }
        },
        Slip(name: "the value is forgotten") { line in
            key(line).flatMap { $0.value.isEmpty || ">|".contains($0.value.first!) ? nil : "\($0.indent)\($0.key):" }
        },
        Slip(name: "a letter is doubled in a key") { line in
            key(line).flatMap {
                !words.contains($0.key) ? nil : "\($0.indent)\($0.key.prefix(1))\($0.key): \($0.value)".trimmedEnd
            }
        },
        Slip(name: "the line begins one space further in", isIndent: true) { line in key(line).map { _ in " " + line }
        },
        Slip(name: "the line begins one space further out", isIndent: true) { line in
            key(line).flatMap { $0.indent.isEmpty ? nil : String(line.dropFirst()) }
        },
        Slip(name: "the line begins with a tab") { line in
            key(line).flatMap { $0.indent.count < 2 ? nil : "\t" + line.dropFirst(2) }
        },
        Slip(name: "a quote is opened") { line in
            key(line).flatMap { isPlain($0.value) ? "\($0.indent)\($0.key): \"\($0.value)" : nil }
        },
        Slip(name: "a bracket is opened") { line in
            key(line).flatMap { isWord($0) ? "\($0.indent)\($0.key): [\($0.value)" : nil }
        },
        Slip(name: "a block stands on one line") { line in
            key(line).flatMap { isWord($0) ? "\($0.indent)\($0.key): { a: \($0.value) }" : nil }
        },
        Slip(name: "an alias stands there") { line in
            key(line).flatMap { isWord($0) ? "\($0.indent)\($0.key): *other" : nil }
        },
    ]

    /// Keys that occur in the project and are not names.
    private static let words: Set<String> = [
        "flow", "about", "start", "steps", "after", "say", "repeats", "then", "ask", "answers", "as", "bubble", "title",
        "note", "image", "size", "reply", "id", "if_other", "if_silent", "set", "when", "several", "at_least",
        "at_most", "tries", "times", "every", "in", "lasting", "days", "notice", "where", "latitude", "longitude",
        "radius", "zone", "text", "kind", "matches", "if_failed", "hand_over", "if_away", "bot", "business", "currency",
        "languages", "anywhere", "people", "address", "texts",
    ]

    private static func key(_ line: String) -> (indent: String, key: String, value: String)? {
        let indent = String(line.prefix { $0 == " " })
        let text = line.dropFirst(indent.count)
        guard !text.hasPrefix("#"), !text.hasPrefix("-"), let colon = text.firstIndex(of: ":") else { return nil }
        let value = text[text.index(after: colon)...].drop { $0 == " " }
        return (indent, String(text[..<colon]), String(value))
    }

    private static func isPlain(_ value: String) -> Bool {
        guard let first = value.first else { return false }
        return !"\"'[{|>".contains(first) && !value.contains("\"")
    }

    /// Whether the value is a word, not prose.
    private static func isWord(_ line: (indent: String, key: String, value: String)) -> Bool {
        let prose = [
            "say", "ask", "label", "note", "title", "price", "items", "total", "remark", "about", "reply", "notice",
            "line",
        ]
        return isPlain(line.value) && !prose.contains(line.key)
    }
}

extension String {
    fileprivate var trimmedEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
