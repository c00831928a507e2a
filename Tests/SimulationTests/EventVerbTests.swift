import Diagnostics
import Expressions
import FlowCompiler
import FlowEngine
import FlowModel
import Testing

@testable import Simulation

/// `event: name with field is value` (flow language, 2.3).
@Suite struct EventVerbTests {
    private static let botFile = """
        bot: Parcels
        zone: Europe/Berlin
        currency: EUR
        start: parcels
        anywhere:
          agent, help, support: parcels/person
        people:
          counter:
        if_silent: never
        if_other: parcels/person
        if_failed: parcels/person
        entries:
          event parcel shipped: news
        events:
          parcel shipped:
            fields:
              number: number
              carrier: text, optional
              fee: money, optional
              stops: list of text, optional
          parcel lost:

        """
    private static let parcels = """
        flow: parcels
        start: welcome
        steps:
          welcome:
            ask: Shall we look for your parcel?
            answers: [Yes, No]
            if_event:
              parcel lost: lost
            then: bye
          lost:
            say: It is lost.
            then: end
          bye:
            say: Bye.
            then: end
          person:
            hand_over: counter

        """
    private static let news = """
        flow: news
        needs:
          number: number
          carrier: text, optional
          fee: money, optional
          stops: list of text, optional
        start: say
        steps:
          say:
            say: Parcel {number} by {carrier, or somebody} for {fee, money, or no fee} over {stops, and, or no town}.
            then: end

        """

    private static func play(_ name: String, _ lines: String) throws -> (report: TestReport, text: String, play: Play) {
        let texts = [("bot", botFile), ("news", news), ("parcels", parcels)].map { name, text in
            SourceFile(path: "Flows/\(name).yaml", text: text)
        }
        let compilation = Compiler.compile(
            ProjectFiles(texts: texts, assets: [:], version: "test"),
            options: CompilerOptions(now: Moment(seconds: 1_772_442_000)))
        let bot = try #require(compilation.bot, "\(compilation.report.text())")
        let text = "test: one\n\(lines)\n"
        let file = SourceFile(path: "Flows/\(name).transcript", text: text)
        let report = TestReport(playing: [file], with: bot)
        let play = Play(
            of: ThreadText(text), flow: name, on: .asWritten, with: PlayBot(bot))
        return (report, DiagnosticReport(report.allDiagnostics, in: [file]).text(), play)
    }

    @Test(arguments: [
        (
            "news",
            "event: parcel shipped with number is 17, carrier is \"Lark, and sons\"\nbot: Parcel 17 by Lark, and sons for no fee over no town.\nexpect: ended"
        ),
        (
            "news",
            "event: parcel shipped with number = 18, fee = 2.50 EUR, stops is \"Ulm, Bonn\"\nbot: Parcel 18 by somebody for €2.50 over Ulm and Bonn."
        ),
        ("parcels", "bot: Shall we*\nevent: parcel lost\nbot: It is lost.\nexpect: ended"),
        (
            "parcels",
            "bot: Shall we*\nevent: parcel shipped with number is 1\nexpect: at welcome\ntap: No\nbot: Bye.\nbot: Parcel 1 by*"
        ),
        ("parcels", "you: stop\nevent: parcel shipped with number is 2\nbot: Parcel 2 by*"),
    ])
    func `an event begins a conversation, leaves a question or waits`(_ flow: String, _ lines: String) throws {
        let (report, text, play) = try Self.play(flow, lines)
        #expect(report.failed == 0, "\(text)")
        #expect(report.passed == 1)
        #expect(play.stop == nil)
        #expect(play.turns.contains { $0.events.contains { if case .note(.event, _) = $0 { true } else { false } } })
    }

    @Test(arguments: [
        ("event: parcel shiped with number is 1", "there is no event called `parcel shiped`"),
        ("event: parcel shipped", "`parcel shipped` comes with `number` (a number), which this line does not give"),
        ("event: parcel shipped with number is many", "`many` is not a number"),
        ("event: parcel shipped with numbr is 1", "`parcel shipped` has no `numbr`"),
        ("event: parcel shipped with 17", "`17` is no value of an event"),
        (
            "you: stop\nevent: parcel lost",
            "`parcel lost` begins no flow, and the customer is at no question that listens to it"
        ),
    ])
    func `what does not fit is reported`(_ lines: String, _ message: String) throws {
        let (report, text, _) = try Self.play("parcels", lines)
        #expect(report.failed == 1)
        #expect(text.contains(message), "\(text)")
    }

    @Test func `what a conversation listens to is offered, and can be played`() throws {
        let open = try Self.play("parcels", "bot: Shall we*").play
        let offered = open.offers.filter { $0.kind == .event }
        #expect(offered.flatMap(\.lines) == ["event: parcel lost"])
        let over = try Self.play("parcels", "you: stop").play
        let line = try #require(over.offers.first { $0.kind == .event }?.lines.first)
        #expect(line.hasPrefix("event: parcel shipped with number is \"1\", carrier is \"sample carrier\""))
        #expect(try Self.play("parcels", "you: stop\n\(line)").play.stop == nil)
    }

    @Test func `the exit of an event counts for coverage`() throws {
        let (_, _, play) = try Self.play("parcels", "bot: Shall we*\nevent: parcel lost")
        #expect(play.passages.contains { $0.way == .event("parcel lost") })
    }
}
