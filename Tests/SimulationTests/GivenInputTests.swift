import Diagnostics
import Expressions
import FlowCompiler
import FlowModel
import Testing

@testable import Simulation

/// `given: name is value` for the inputs that a flow needs (flow language, 2.3).
@Suite struct GivenInputTests {
    private static let botFile = """
        bot: Corner Shop
        zone: Europe/Berlin
        currency: EUR
        start: shop
        anywhere:
          agent, help, support: shop/person
        people:
          counter:
        if_silent: never
        if_other: shop/person
        if_failed: shop/person

        """
    private static let shop = """
        flow: shop
        start: welcome
        steps:
          welcome:
            ask: How large?
            answers: [Small, Large]
            then: cake
          cake:
            run: cake
            using:
              size: {welcome}
            save: ordered
            then: done
          done:
            say: "{ordered.text}"
            then: end
          person:
            hand_over: counter

        """
    private static let cake = """
        flow: cake
        needs:
          size: text
          count: number, optional
          names: list of text, optional
          price: money, optional
        gives:
          text: "{size} {which}"
        start: which
        steps:
          which:
            ask: Which {size} cake, {count, or 1} of it, for {names, and, or you}, at {price, money, or any price}?
            answers: [Apple, Plum]
            then: sure
          sure:
            ask: Sure?
            answers: [Yes, No]
            then: end

        """

    private static func play(_ name: String, _ lines: String) throws -> (report: TestReport, text: String) {
        let texts = [("bot", botFile), ("cake", cake), ("shop", shop)].map { name, text in
            SourceFile(path: "Flows/\(name).yaml", text: text)
        }
        let compilation = Compiler.compile(
            ProjectFiles(texts: texts, assets: [:], version: "test"),
            options: CompilerOptions(now: Moment(seconds: 1_772_442_000)))
        let bot = try #require(compilation.bot, "\(compilation.report.text())")
        let file = SourceFile(path: "Flows/\(name).transcript", text: "test: one\n\(lines)\n")
        let report = TestReport(playing: [file], with: bot)
        return (report, DiagnosticReport(report.allDiagnostics, in: [file]).text())
    }

    @Test(arguments: [
        (
            "cake",
            "given: size is small\nbot: Which small cake, 1 of it, for you, at any price?\ntap: Plum\nexpect: which is Plum and size is small"
        ),
        ("cake", "given: size is small\ntap: Plum\ntap: Yes\nexpect: ended"),
        (
            "cake",
            "given: size is big\ngiven: count is 3\ngiven: names is Ana, Bo\ngiven: price is 12.50 EUR\nbot: Which big cake, 3 of it, for Ana and Bo, at €12.50?"
        ),
        ("cake", "given: size is big\ngiven: count is nothing\nbot: Which big cake, 1 of it*"),
        (
            "cake",
            "given: size is big\ngiven: which is Plum\nstart: sure\nbot: Sure?\nexpect: size is big and which is Plum"
        ),
        (
            "shop",
            "tap: Large\nbot: Which Large cake*\nexpect: at which\nexpect: size is Large\ntap: Apple\ntap: No\nbot: Large Apple\nexpect: ordered.text is Large Apple\nexpect: ended"
        ),
        ("shop", "tap: Large\ntap old: welcome / Small\nbot: That question is no longer open.\nbot: Which Large cake*"),
    ])
    func `what a flow needs can be given, and is there`(_ flow: String, _ lines: String) throws {
        let (report, text) = try Self.play(flow, lines)
        #expect(report.failed == 0, "\(text)")
        #expect(report.passed == 1)
    }

    @Test(arguments: [
        ("given: sise is small", "there is nothing called `sise`"),
        ("given: size is small\ngiven: count is many", "`many` is not a number"),
        ("given: size is small\nexpect: size is large", "`size` is `small`, not `large`"),
    ])
    func `what does not fit is told`(_ lines: String, _ message: String) throws {
        let (report, text) = try Self.play("cake", lines)
        #expect(report.failed == 1)
        #expect(text.contains(message), "\(text)")
    }
}
