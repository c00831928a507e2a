import Foundation
import Testing

/// Words that are not used in help texts, errors, log lines, comments and pages, each with the standard term to use
/// instead. Verbs are listed in every form.
private let avoided: [(words: [String], instead: String)] = [
    (["tell", "tells", "told", "telling"], "report, return, notify or log"),
    (["heed", "heeds", "heeded"], "apply"),
    (["reckon", "reckons", "reckoned", "reckoning"], "calculate"),
    (["whoever", "somebody", "nobody", "anybody", "everybody"], "the actor: the caller, the operator, a customer"),
    (["be had", "is had", "are had", "was had", "not had", "had anew"], "be available, or can be fetched"),
    (["come to nothing", "comes to nothing", "came to nothing"], "fail"),
    (["go on", "goes on", "went on", "gone on", "going on"], "continue"),
    (["set aside", "sets aside"], "discard, or move to the dead letters"),
    (["take away", "takes away", "took away", "taken away"], "remove"),
    (["what became of", "what becomes of", "what comes of"], "the outcome"),
    (["came to its end", "comes to its end", "come to an end"], "end"),
    (["anew"], "again"),
    (["mend", "mends", "mended", "mending"], "fix or correct"),
    (["should stand", "stands here", "stand here"], "expected …, found …"),
    (["for want of"], "because … is missing"),
    (["turned away"], "rejected"),
    (["let go of", "lets go of"], "delete, release or close"),
]

/// Uses of an avoided word that are right, each with the reason. An entry that is no longer needed fails the test.
private let exceptions: [(file: String, word: String, reason: String)] = [
    ("Sources/Values/Expressions/Arithmetic/ArithmeticParser.swift", "reckoned", "a diagnostic of flows"),
    ("Sources/Values/Expressions/Arithmetic/ArithmeticSyntax+resolve.swift", "reckoned", "a diagnostic of flows"),
    ("Sources/Engine/Simulation/Coverage.swift", "nobody", "a diagnostic of transcripts"),
    ("Sources/Engine/Simulation/Player+acting.swift", "nobody", "a diagnostic of transcripts"),
    ("Sources/Engine/Simulation/Player+expecting.swift", "goes on", "a diagnostic of transcripts"),
    ("Sources/Server/Server/SignIn/SignInWords.swift", "somebody", "a text for customers"),
    ("Sources/Server/Server/SignIn/SignInWords.swift", "go on", "a text for customers"),
    ("Sources/Apple/AppleSimulator/Identity/IdentityProvider+tokens.swift", "somebody", "a subject, as test data"),
    ("Sources/CommandLine/TerminalChat/ChatLoop+commands.swift", "nobody", "the name of a user, as test data"),
]

/// Diagnostics of flows and the pages about the language have a wording of their own.
private let exempt = [
    "Sources/Authoring/FlowCompiler/", "Sources/Authoring/Explanations/", "Sources/Values/Diagnostics/",
    "Docs/Language.md", "Docs/Authoring.md",
]

/// The words of help texts, errors, log lines, comments and pages.
@Suite struct VocabularyTests {
    @Test func `comments, texts and pages use standard terms`() throws {
        var needed: Set<String> = []
        for file in try proseFiles() {
            for found in avoidedWords(in: try prose(of: file)) {
                let isException = exceptions.contains { $0.file == file && $0.word == found.word }
                if isException { needed.insert("\(file) \(found.word)") }
                #expect(
                    isException, "\(file):\(found.line) says “\(found.word)”; use: \(found.instead)")
            }
        }
        for exception in exceptions {
            let isNeeded = needed.contains("\(exception.file) \(exception.word)")
            #expect(isNeeded, "\(exception.file) does not say “\(exception.word)”; remove the exception")
        }
    }

    @Test(arguments: [
        ("let a = \"it is told\" // nobody", ["told", "nobody"]), ("let told = 1", []),
        ("log(\"\\(told) is \\(list.map(\\.x).joined(separator: \"heeded\")) told\")", ["heeded", "told"]),
        ("/// `told` is a key, and “goes on” is none.", ["goes on"]),
        ("let a = \"\"\"\n  reckoned\n  \"\"\"\ntold", ["reckoned"]),
        ("let a = \"\\\"told\\\"\"", ["told"]), ("go(on: 1) // gone", []),
    ])
    func `avoided words are found in comments and literals only`(code: String, words: [String]) {
        #expect(avoidedWords(in: SwiftProse(code).lines).map(\.word).sorted() == words.sorted())
    }

    @Test func `help texts of commands and options begin with a verb`() throws {
        let verbs: Set = [
            "Add", "Append", "Back", "Begin", "Build", "Change", "Check", "Connect", "Convert", "Copy", "Count",
            "Create",
            "Delete", "Describe",
            "Draw", "End", "Erase", "Explain", "Export", "Format", "Give", "Import", "Include", "Inspect", "Label",
            "Limit", "List", "Listen", "Look", "Make", "Move", "Play", "Print", "Publish", "Put", "Read", "Record",
            "Remove",
            "Report", "Retry", "Revoke", "Run", "Seed", "Send", "Show", "Simulate", "Stop", "Talk", "Treat", "Trust",
            "Try", "Update",
            "Use",
            "Write",
        ]
        let pattern =
            /(?:abstract:|@(?:ArgumentParser\.)?(?:Option|Flag)\([^")]*?(?:\("[^"]*"\)[^")]*?)?help:)\s*"(\w+)/
        var count = 0
        for file in files(below: "Sources/CommandLine/usher") {
            for match in try text(of: file).matches(of: pattern) {
                count += 1
                #expect(
                    verbs.contains(String(match.1)),
                    "\(file): “\(match.1) …” does not begin with a verb in the imperative (or add the verb to this test)"
                )
            }
        }
        #expect(count > 100)
    }

    @Test func `log lines are events or states, and begin without an article`() throws {
        let pattern = /\b(?:logger|log)\.(?:critical|error|warning|notice|info|debug|trace)\(\s*"([^"\\]+)/
        var count = 0
        for file in files(below: "Sources") {
            for match in try text(of: file).matches(of: pattern) {
                count += 1
                let message = String(match.1)
                #expect(message.first?.isUppercase == false, "\(file): “\(message)” begins with a capital letter")
                let articles = ["a ", "an ", "the ", "it ", "they "]
                #expect(
                    !articles.contains(where: message.hasPrefix),
                    "\(file): “\(message)” is a sentence; name the event, such as `webhook rejected`")
            }
        }
        #expect(count > 80)
    }

    private func proseFiles() throws -> [String] {
        let pages = try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Docs").path)
            .filter { $0.hasSuffix(".md") }.map { "Docs/\($0)" }
        let settings = FileManager.default.subpaths(atPath: root.appending(path: "Config").path) ?? []
        let all =
            files(below: "Sources") + pages + ["README.md", "CHANGELOG.md", "Benchmarks/README.md"]
            + settings.filter { $0.contains(".") }.map { "Config/\($0)" }
        try #require(all.count > 500 && pages.count > 10)
        return all.filter { file in !exempt.contains { file.hasPrefix($0) } }
    }

    private func prose(of file: String) throws -> [(line: Int, text: String)] {
        let content = try text(of: file)
        if file.hasSuffix(".swift") { return SwiftProse(content).lines }
        let lines = content.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        var newest = lines[...]
        if file == "CHANGELOG.md" {
            let sections = lines.indices.filter { lines[$0].hasPrefix("## ") }
            if sections.count > 1 { newest = lines[..<sections[1]] }
        }
        return newest.indices.map { ($0 + 1, newest[$0]) }
    }

    private func avoidedWords(
        in prose: [(line: Int, text: String)]
    ) -> [(line: Int, word: String, instead: String)] {
        var found: [(line: Int, word: String, instead: String)] = []
        for (line, text) in prose {
            // Code in backticks is not prose: keys, names of tests, former log lines.
            let parts = text.split(separator: "`", omittingEmptySubsequences: false)
            for part in stride(from: 0, to: parts.count, by: 2).map({ parts[$0] }) {
                // Names with underscores, such as columns of the database, are one word.
                let words = part.lowercased().split { !$0.isLetter && $0 != "_" }.map { String($0) }
                for index in words.indices {
                    for entry in Self.avoidedByFirstWord[words[index]] ?? []
                    where words[index...].starts(with: entry.words) {
                        found.append((line, entry.words.joined(separator: " "), entry.instead))
                    }
                }
            }
        }
        return found
    }

    private static let avoidedByFirstWord: [String: [(words: [String], instead: String)]] = {
        var entries: [String: [(words: [String], instead: String)]] = [:]
        for (phrases, instead) in avoided {
            for phrase in phrases {
                let words = phrase.split(separator: " ").map { String($0) }
                entries[words[0], default: []].append((words, instead))
            }
        }
        return entries
    }()
}

/// The comments and the contents of string literals in Swift code.
private struct SwiftProse {
    private(set) var lines: [(line: Int, text: String)] = []

    init(_ code: String) {
        var isInBlock = false
        for (index, line) in code.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.contains("\"\"\"") {
                isInBlock.toggle()
            } else if isInBlock {
                lines.append((index + 1, String(line)))
            } else if line.contains("\"") || line.contains("//") {
                var reader = LineReader(rest: Array(line))
                reader.readCode(isNested: false)
                lines.append((index + 1, reader.prose))
            }
        }
    }

    /// Reads a line of code without literals of several lines.
    private struct LineReader {
        var rest: [Character]
        var at = 0
        var prose = ""

        /// Reads up to the end of the line or, in an interpolation, up to its closing bracket.
        mutating func readCode(isNested: Bool) {
            var depth = 0
            while at < rest.count {
                let character = rest[at]
                at += 1
                switch character {
                case "\"": readLiteral()
                case "(": depth += 1
                case ")" where isNested && depth == 0: return
                case ")": depth -= 1
                case "/" where !isNested && at < rest.count && rest[at] == "/":
                    prose += " " + String(rest[at...])
                    at = rest.count
                default: break
                }
            }
        }

        private mutating func readLiteral() {
            prose += " "
            while at < rest.count {
                let character = rest[at]
                at += 1
                switch character {
                case "\"": return
                case "\\" where at < rest.count:
                    at += 1
                    prose += " "
                    if rest[at - 1] == "(" { readCode(isNested: true) }
                default: prose.append(character)
                }
            }
        }
    }
}

/// The public libraries are documented.
@Suite struct DocumentationTests {
    @Test(arguments: ["Sources/CommandLine/UsherLibrary", "Sources/Values/MessageParts"])
    func `every public declaration has a doc comment`(folder: String) throws {
        var count = 0
        for file in files(below: folder) {
            let lines = try text(of: file).split(separator: "\n", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            for (index, line) in lines.enumerated()
            where line.contains(/^(?:@\w+(?:\([^)]*\))? )*public (?!import|extension)/) {
                count += 1
                let before = lines[..<index].last { !$0.hasPrefix("@") } ?? ""
                #expect(before.hasPrefix("///"), "\(file):\(index + 1) has no doc comment: \(line)")
            }
        }
        #expect(count > 30)
    }
}

private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

private func text(of file: String) throws -> String {
    try String(contentsOf: root.appending(path: file), encoding: .utf8)
}

/// The Swift files below a folder of the package, by their paths in it.
private func files(below folder: String) -> [String] {
    let names = FileManager.default.subpaths(atPath: root.appending(path: folder).path) ?? []
    return names.filter { $0.hasSuffix(".swift") }.sorted().map { "\(folder)/\($0)" }
}
