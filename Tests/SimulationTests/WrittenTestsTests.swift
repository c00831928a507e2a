import Diagnostics
import FlowCompiler
import FlowModel
import Simulation
import Testing

/// The tests that `usher test --write` writes.
@Suite struct WrittenTestsTests {
    private static let path = WrittenTests.path(of: "hello")

    private static func items(_ compilation: Compilation) -> [Coverage.FlowItems] {
        compilation.steps.map { steps in
            Coverage.FlowItems(
                flow: steps.flow,
                items: steps.items.map { .init(step: $0.step, way: $0.way, words: $0.words, span: $0.span) })
        }
    }

    private static func transcript(_ text: String, at path: String = "Flows/hello.transcript") -> SourceFile {
        SourceFile(path: path, bytes: Array(text.utf8))
    }

    /// The text of the written file.
    private static func written(_ steps: String, beside transcripts: [SourceFile] = []) throws -> String? {
        let compilation = try ExplorationTests.compilation(steps)
        let bot = PlayBot(try #require(compilation.bot))
        let written = WrittenTests(of: items(compilation), beside: transcripts, with: bot)
        #expect(written.files.map(\.path) == [path])
        return written.files.first?.text
    }

    private static func coverage(_ steps: String, by files: [SourceFile]) throws -> Coverage {
        let compilation = try ExplorationTests.compilation(steps)
        let bot = try #require(compilation.bot)
        let report = TestReport(playing: files, with: bot)
        #expect(report.failed == 0 && report.diagnostics.isEmpty, "\(report.allDiagnostics)")
        return Coverage(of: items(compilation), in: bot, by: report.passages)
    }

    private static func names(_ text: String) -> [Substring] {
        text.split(separator: "\n").filter { $0.hasPrefix("test:") }
    }

    @Test func `the written tests pass, and take every way`() throws {
        let text = try #require(try Self.written(ExplorationTests.sound))
        let coverage = try Self.coverage(ExplorationTests.sound, by: [Self.transcript(text, at: Self.path)])
        #expect(coverage.flows.flatMap(\.missing).map(\.words) == [], "\(text)")
    }

    @Test func `there are few tests, because each takes many ways`() throws {
        let compilation = try ExplorationTests.compilation(ExplorationTests.sound)
        let goals = Self.items(compilation).flatMap(\.items).count
        let text = try #require(try Self.written(ExplorationTests.sound))
        #expect(Self.names(text).count * 2 < goals, "\(text)")
    }

    @Test func `a second run changes nothing`() throws {
        let text = try #require(try Self.written(ExplorationTests.sound))
        let again = try Self.written(ExplorationTests.sound, beside: [Self.transcript(text, at: Self.path)])
        #expect(again == text)
    }

    @Test func `the same flow always gives the same tests`() throws {
        #expect(try Self.written(ExplorationTests.sound) == Self.written(ExplorationTests.sound))
    }

    @Test func `another text of a question changes the line that states it, and nothing else`() throws {
        let text = try #require(try Self.written(ExplorationTests.sound))
        let edited = ExplorationTests.sound.replacing("How many?", with: "How many may it be?")
        let again = try Self.written(edited, beside: [Self.transcript(text, at: Self.path)])
        #expect(again == text.replacing("bot: How many?", with: "bot: How many may it be?"))
        #expect(text.split(separator: "\n").count { $0 == "bot: How many?" } < Self.names(text).count)
    }

    @Test func `a new step brings its own test, and the others stay`() throws {
        let text = try #require(try Self.written(ExplorationTests.sound))
        let edited = ExplorationTests.sound.replacing("    No: many\n", with: "    No: many\n    Neither: bye\n")
        #expect(edited != ExplorationTests.sound)
        let again = try #require(try Self.written(edited, beside: [Self.transcript(text, at: Self.path)]))
        #expect(Self.names(again).filter { !Self.names(text).contains($0) } == ["test: big: Neither"], "\(again)")
        #expect(Self.names(text).allSatisfy { Self.names(again).contains($0) })
    }

    @Test func `what the author tests is not tested again`() throws {
        let own = Self.transcript("test: mine\ntap: Bread\nyou: 2\nbot: See you soon!\nexpect: ended\n")
        let all = try #require(try Self.written(ExplorationTests.sound))
        let rest = try #require(try Self.written(ExplorationTests.sound, beside: [own]))
        #expect(Self.names(rest).count <= Self.names(all).count)
        let files = [own, Self.transcript(rest, at: Self.path)]
        #expect(try Self.coverage(ExplorationTests.sound, by: files).flows.flatMap(\.missing).isEmpty)
    }

    @Test func `no test is written when the author's take every way`() throws {
        let text = try #require(try Self.written(ExplorationTests.sound))
        #expect(try Self.written(ExplorationTests.sound, beside: [Self.transcript(text)]) == nil)
    }

    @Test func `a step that no conversation reaches is counted`() throws {
        let steps = """
            first:
              ask: Bread?
              answers: [Yes, No]
              set:
                count: 1
              then: which
            which:
              when:
                count is 2: two
                otherwise: bye
            two:
              say: Two.
              then: end
            """
        let compilation = try ExplorationTests.compilation(steps)
        let bot = PlayBot(try #require(compilation.bot))
        let written = WrittenTests(of: Self.items(compilation), beside: [], with: bot)
        // The step, and the line that leads to it; `if_failed` of a flow that calls nothing has no line here.
        #expect(written.missing >= 2)
    }

    @Test func `a name follows from the step and the way`() throws {
        let text = try #require(try Self.written(ExplorationTests.sound))
        let allowed = ["first", "many", "sure", "big", "order", "person", "sorry", "bye"]
        for name in Self.names(text) {
            let step = name.dropFirst("test: ".count).prefix { $0 != ":" && $0 != " " }
            #expect(allowed.contains(String(step)), "\(name)")
        }
    }
}
