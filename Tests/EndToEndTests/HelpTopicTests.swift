import Foundation
import TestSupport
import Testing

/// `usher help TOPIC`, `usher --version`, and what `usher check` says of explanations.
@Suite struct HelpTopicTests {
    @Test(arguments: ["language", "transcripts", "settings", "templates"])
    func `a page names the full page, and fits a terminal`(topic: String) async throws {
        let page = try await Program.run(["help", topic])
        page.expectEnd(with: 0)
        #expect(page.errors == "")
        let name = try #require(page.output.firstMatch(of: /The full page is (Docs\/\w+\.md)/)).1
        #expect(FileManager.default.fileExists(atPath: Program.root.appending(path: String(name)).path))
        for line in page.output.split(separator: "\n") { #expect(line.count <= 120, "\(line)") }
        #expect(try await Program.run(["--help"]).output.contains("usher help \(topic)"))
    }

    @Test func `the help of commands is as it was`() async throws {
        let help = try await Program.run(["help", "check"])
        let same = try await Program.run(["check", "--help"])
        help.expectEnd(with: 0)
        #expect(help.output == same.output)
    }

    @Test(arguments: [
        ("langauge", "did you mean `usher help language`?"), ("chekc", "did you mean `usher help check`?"),
        ("bananas", "the pages are language, transcripts, settings, templates"),
    ])
    func `a word that is no page and no command is an error`(word: String, help: String) async throws {
        let page = try await Program.run(["help", word])
        #expect(page.status == 2 && page.output == "" && page.errors.contains(help), "\(page)")
    }

    @Test func `the flow and the transcript of the pages work together`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "bot: Hello\nzone: Europe/Berlin\nstart: hello\nanywhere:\n  agent, help, support: hello/person\npeople:\n  team:\n",
            to: "Flows/bot.yaml")
        for (topic, file) in [("language", "hello.yaml"), ("transcripts", "hello.transcript")] {
            let page = try await Program.run(["help", topic]).output
            try folder.write(Self.example(of: page), to: "Flows/\(file)")
        }
        let check = try await Program.run(["check"], in: URL(filePath: folder.path))
        #expect(check.status == 0 && check.errors == "", "\(check)")
        let test = try await Program.run(["test"], in: URL(filePath: folder.path))
        #expect(test.output.contains("1 passed, 0 failed"), "\(test)")
    }

    /// The indented lines of a page.
    private static func example(of page: String) -> String {
        page.split(separator: "\n").filter { $0.hasPrefix("    ") }.map { $0.dropFirst(4) + "\n" }.joined()
    }

    @Test func `the version is alone in the first line, the rest says what runs`() async throws {
        let lines = try await Program.run(["--version"]).output.split(separator: "\n")
        #expect(lines.count == 3 && lines[0] == "0.1.0")
        #expect(lines[1].contains(/^built with Swift 6\.\d.*, (debug|release), for .+$/))
        #expect(lines[2].contains(/^SQLite 3\.\d+\.\d+, libcurl \d+\.\d+\.\d+/))
    }

    @Test func `check names the command that explains what it found`() async throws {
        let folder = try TemporaryFolder()
        _ = try await Program.run(["new", "mine", "--template", "empty"], in: URL(filePath: folder.path))
        let flow = try folder.read("mine/Flows/hello.yaml")
        let line = try #require(flow.firstMatch(of: /\n    then: (\w+)\n/))
        try folder.write(
            flow.replacingCharacters(in: line.range, with: "\n    then: nowhere\n"), to: "mine/Flows/hello.yaml")
        let check = try await Program.run(["check"], in: URL(filePath: folder.file("mine")))
        check.expectEnd(with: 1)
        #expect(check.errors.contains("`usher explain unknown-step` explains "), "\(check)")
    }
}
