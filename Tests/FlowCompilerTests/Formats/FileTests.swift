import Diagnostics
import FlowCompiler
import Foundation
import TestSupport
import Testing
import Yams

/// `fmt` on whole files.
@Suite struct FileTests {
    /// All project files among the fixtures of this target.
    static let files: [(path: String, text: String)] = {
        let folder = Fixtures.folder
        let paths = FileManager.default.subpaths(atPath: folder.path) ?? []
        return paths.filter { $0.hasSuffix(".yaml") && !$0.contains("Broken/") }.sorted().map { path in
            (path, (try? String(contentsOf: folder.appending(path: path), encoding: .utf8)) ?? "")
        }
    }()

    static func kind(_ path: String) -> FormattedFile.Kind {
        let parts = path.split(separator: "/").suffix(2)
        return FormattedFile.kind(of: parts.joined(separator: "/")) ?? .flow
    }

    @Test(arguments: files.filter { !$0.path.contains("015-many-at-once") })
    func `a real file is laid out once, and means the same to everyone`(path: String, text: String) throws {
        let kind = Self.kind(path)
        guard let written = formatted(text, as: kind) else {
            let found = FormattedFile(SourceFile(path: path, text: text), as: kind).diagnostics
            #expect(found.contains { $0.code == .duplicateStep }, "\(found.map(\.message))")
            return
        }
        #expect(formatted(written, as: kind) == written)
        #expect(Said.ours(written, as: kind)?.withLists == Said.ours(text, as: kind)?.withLists)
        #expect(try Said.yams(written) == Said.ours(written, as: kind)?.withLists)
    }

    @Test(arguments: files) func `no comment is lost`(path: String, text: String) throws {
        guard let written = formatted(text, as: Self.kind(path)) else { return }
        let comments = { (text: String) in text.split(separator: "\n").filter { $0.contains("# ") }.count }
        #expect(comments(written) == comments(text))
    }

    @Test(arguments: ["bakery", "bike-repair", "bistro"])
    func `a laid out project compiles to the same`(project: String) {
        let before = Fixtures.files("Correct/\(project)")
        var after = before
        after.texts = before.texts.map { file in
            let text = FormattedFile(file, as: FormattedFile.kind(of: file.path) ?? .flow).text
            return SourceFile(path: file.path, text: text ?? "")
        }
        let (old, new) = (compile(before), compile(after))
        #expect(new.report.errors == 0)
        #expect(new.bot.map { shape($0) } == old.bot.map { shape($0) })
    }

    private func compile(_ files: ProjectFiles) -> Compilation { Compiler.compile(files, options: Fixtures.options) }

    /// Returns a bot as a text, without the locations of its parts in the files.
    private func shape(_ bot: some Any) -> String {
        var text = ""
        dump(bot, to: &text)
        let isPlace = { (line: Substring) in
            ["ange", "Bound", "pointerValue", "_buffer"].contains { line.contains($0) }
        }
        return text.split(separator: "\n").filter { !isPlace($0) }.sorted().joined(separator: "\n")
    }

    @Test func `a file with a mistake that stops the reader is left alone`() {
        for text in ["flow: a\n  start: b\n", "flow: \"a\n", "steps: { a: b }\n", "flow: *x\n", "", "say\n"] {
            let file = FormattedFile(SourceFile(path: "Flows/a.yaml", text: text), as: .flow)
            #expect(file.text == nil)
            #expect(!file.diagnostics.isEmpty)
        }
    }

    @Test func `a mistake in what is said stops nothing`() {
        #expect(formatted("flow: a\nthen:   nowhere\n") == "flow: a\nthen: nowhere\n")
    }

    @Test func `a Config file of comments stays as it is`() {
        #expect(formatted("# server:\n#   port: 1\n", as: .config) == "# server:\n#   port: 1\n")
    }

    @Test func `only files that are read have a layout`() {
        #expect(FormattedFile.kind(of: "Flows/bot.yaml") == .bot)
        #expect(FormattedFile.kind(of: "Flows/hello.yaml") == .flow)
        #expect(FormattedFile.kind(of: "Config/actions.yaml") == .config)
        #expect(FormattedFile.kind(of: "Flows/hello.de.yaml") == .translation)
        #expect(FormattedFile.kind(of: "Flows/hello.transcript") == nil)
    }
}
