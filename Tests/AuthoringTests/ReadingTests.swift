import Authoring
import Diagnostics
import FlowCompiler
import TestSupport
import Testing

/// Outline, folding, colours and layout.
@Suite struct ReadingTests {
    private static let flow = """
        # One.
        # Two.
        flow: hello
        start: hello
        steps:
          hello:
            say: Order {customer.id, upper} #5
            then: form  # a comment
          form:
            ask: More?
            form:
              name:
                ask: Your name?
                text: name
            then: end

        """

    private var draft: Draft { SampleProject.written(["Flows/hello.yaml": Self.flow]).draft() }

    @Test func `an outline has the steps and their pages`() {
        let outline = draft.outline(of: "Flows/hello.yaml")
        #expect(outline.map(\.name) == ["hello", "form"])
        #expect(outline.map(\.detail) == ["Order {customer.id, upper} #5", "More?"])
        #expect(outline[1].children.map(\.name) == ["name"])
        #expect(outline.allSatisfy { $0.span.contains($0.nameSpan) })
        #expect(draft.outline(of: "Flows/bot.yaml").map(\.name) == ["team", "desk", "opening hours"])
    }

    @Test func `symbols are found by some of their letters`() {
        #expect(draft.symbols(matching: "prsn").map(\.name) == ["person"])
        #expect(draft.symbols(matching: "").count > 10)
    }

    @Test func `blocks and comments fold`() {
        #expect(
            draft.folds(in: "Flows/hello.yaml").map { [$0.firstLine, $0.lastLine] } == [
                [0, 1], [4, 14], [5, 7], [8, 14], [10, 13], [11, 13],
            ])
    }

    @Test func `every word has its colour`() throws {
        let draft = draft
        let file = try #require(draft.file("Flows/hello.yaml"))
        let tokens = draft.tokens(in: "Flows/hello.yaml").map { "\($0.kind.rawValue) \(file.text(in: $0.range))" }
        #expect(
            Array(tokens.prefix(22)) == [
                "comment # One.", "comment # Two.", "keyword flow", "namespace hello", "keyword start",
                "function hello",
                "keyword steps", "function hello", "keyword say", "string Order", "operator {", "variable customer",
                "property .id", "string ,", "enumMember upper", "operator }", "string #5", "keyword then",
                "function form", "comment # a comment", "function form", "keyword ask",
            ])
    }

    @Test(arguments: SampleProject.all) func `tokens lie in their lines and do not overlap`(_ project: SampleProject) {
        let draft = project.draft()
        for file in project.files.all + project.transcripts {
            var end = 0
            for token in draft.tokens(in: file.path) {
                #expect(token.range.lowerBound >= end && !token.range.isEmpty)
                #expect(file.line(at: token.range.lowerBound) == file.line(at: token.range.upperBound - 1))
                end = token.range.upperBound
            }
        }
    }

    @Test(arguments: SampleProject.all) func `formatting edits give the usual layout`(_ project: SampleProject) {
        let draft = project.draft()
        for file in project.files.texts {
            guard let kind = FormattedFile.kind(of: file.path) else { continue }
            let edits = draft.formatting(of: file.path)
            let again = draft.applying(edits)
            #expect(again.formatting(of: file.path).isEmpty, "\(file.path)")
            if !file.isTranslation, let text = FormattedFile(file, as: kind).text {
                #expect(again.text(file.path) == text)
            }
        }
    }

    /// No question about any bytes traps.
    @Test(arguments: 0..<40) func `any bytes are answered`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var bytes = Array(Self.flow.utf8)
        for _ in 0..<Int.random(in: 1...30, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            let pieces: [[UInt8]] = [
                [UInt8.random(in: 0...255, using: &random)], Array(": ".utf8), Array("\n".utf8), Array("- ".utf8),
                Array("{".utf8), Array("}".utf8), Array("\t".utf8), Array("[".utf8), Array("“".utf8), [0xC2, 0xA0], [],
            ]
            let end = min(bytes.count, place + Int.random(in: 0...3, using: &random))
            bytes.replaceSubrange(place..<end, with: pieces.randomElement(using: &random) ?? [])
            if bytes.isEmpty { bytes = [0x0A] }
        }
        let path = "Flows/hello.yaml"
        let file = SourceFile(path: path, bytes: bytes)
        var files = SampleProject.written(["Flows/hello.yaml": Self.flow]).files
        files.texts = files.texts.map { $0.path == path ? file : $0 }
        let draft = Draft(files, options: SampleProject.options)
        _ = draft.outline(of: path)
        _ = draft.folds(in: path)
        _ = draft.tokens(in: path)
        _ = draft.formatting(of: path)
        for offset in stride(from: -1, to: file.bytes.count + 2, by: 3) {
            _ = draft.completions(in: path, at: offset)
            _ = draft.hover(in: path, at: offset)
            _ = draft.references(in: path, at: offset)
            _ = try? draft.renaming(in: path, at: offset)
        }
        for diagnostic in draft.diagnostics.prefix(6) { _ = draft.cures(for: diagnostic) }
    }
}
