import Diagnostics
import Expressions
import FlowCompiler
import Foundation
import JSON
import Testing

@testable import Simulation

@Suite struct TranscriptTests {
    /// Conversations that pass.
    @Test(arguments: [
        "bot: Good day!\nbot: What can we do?\nexpect: shown as buttons\nexpect: at welcome",
        "bot: What can we do?\ntap: Order\nbot: Which colour?\nexpect: shown as list",
        "you: help\nexpect: handed over to counter\nexpect: nothing\nyou: anybody?\nexpect: nothing",
        "given: now is 2026-03-01 10:00\nyou: help\nbot: We are closed.\nexpect: ended",
        "tap: Order\ntap: Blue\nyou: Ana\nbot: Thank you, *.\nbot: * A-1.\nexpect: called order with colour = blue, name = Ana",
        "given: order answers second\ntap: Order\ntap: Red\nyou: Ana\nbot: Your number is A-2.",
        "given: order answers sold out\ntap: Order\ntap: Red\nyou: Ana\nexpect: handed over to counter\nexpect: order.problem is sold out",
        "given: order fails\ntap: Order\ntap: Red\nyou: Ana\nexpect: handed over to counter",
        "tap: Bring\nexpect: shown as times\npick: second time\nbot: See you!\nexpect: visit is after 2026-03-03 10:30",
        "tap: Bring\npick: 2026-03-04 10:00\nexpect: not called order\nexpect: ended",
        "tap: Bring\npick: last time\nexpect: welcome is Bring and visit is not empty",
        "given: device without list\ntap: Order\nbot: Which colour?*1 Red*\nexpect: shown as numbers\nyou: 3\nexpect: colour is Green",
        "given: device is text only\nbot: What can we do?*\nyou: order\nexpect: at colour",
        "tap: Order\ntap old: welcome / Bring\nbot: That question is no longer open.\nbot: Which colour?",
        "wait: 10 minutes\nbot: Still there?\nwait: 9 minutes\nexpect: nothing\nwait: 1 minute\nbot: See you!\nexpect: ended",
        "you: help\nperson: How can I help?\nperson: gives back\nbot: See you!",
        "close:\nexpect: ended\nexpect: nothing",
        "given: colour is Red\nstart: name\nbot: What is your name?\nyou: Ana\nexpect: called order with colour = Red",
        "start: damage\nbot: Show us the damage.\nexpect: shown as text\nphoto: front.jpg, back.png\nbot: 2 photos.\nexpect: damage.count is 2",
        "start: damage\nphoto: a.jpg\nphoto: b.jpg\nwait: 19 seconds\nphoto: c.jpg\nbot: 3 photos.\nbot: The bill?",
        "start: damage\nphoto: a.jpg\nwait: 19 seconds\nexpect: nothing\nfile: bill.pdf\nbot: 1 photos.\nfile: bill.pdf\nbot: bill.pdf, then where?",
        "start: bill\nfile: bill.docx\nbot: Please choose.\nfile: Bill.PDF\nexpect: bill.kind is application/pdf",
        "start: home\nplace: 52.5, 13.4\nbot: Please choose.\nplace: Hauptstraße 5, 10115 Berlin\nbot: To Hauptstraße 5 in Berlin.",
        "start: home\nyou: Main St 12, Springfield\nbot: To Main St 12 in Springfield.\nexpect: home.postcode is empty",
        "start: details\nbot: About the bike\nexpect: shown as form\nfill: make = Gazelle\nfill: insured = No\nfill: extras = Lock, Bag\nbot: Gazelle with Lock and Bag.\nexpect: details.insured is No and details.insurer is empty",
        "start: details\nfill: make = Gazelle\nfill: insured = yes\nfill: extras =\nbot: Please choose.\nbot: With whom?\nyou: Allianz\nbot: Gazelle with none.\nexpect: details.insurer is Allianz",
        "start: details\nfill: make = Gazelle\nfill: insured = No\nfill: extras = nothing\nbot: Gazelle with none.",
        "given: device is text only\nstart: details\nyou: Gazelle\nyou: No\nbot: Extras?*\nbot: To leave this out, write: skip\nyou: skip\nbot: Gazelle with none.",
        "given: device is text only\nstart: checked\nfill: make = Gazelle\nfill: number = 12\nbot: Once more.\nbot: What make?\nfill: make = Gazelle\nfill: number = 95\nfill: colour = nothing\nbot: Frame 95 in no colour.",
        "tap: Bring\nyou: on Tuesday\nbot: Which of these times?*\npick: 2026-03-03 11:00\nbot: See you!\nexpect: visit is after 2026-03-03 10:30",
        "start: shop\nbot: What can we do?\nexpect: at welcome", "start: shop/start\nexpect: at welcome",
        "start: start\nexpect: at welcome", "start: shop/colour\nbot: Which colour?",
        "start: details\nfill cancelled\nbot: See you!", "start: details\nfill: cancelled\nbot: See you!",
        "start: details\nfill cancelled:\nbot: See you!",
        "start: details\nyou: Gazelle\nbot: Please choose.\nbot: About the bike",
        "given: device without form\nstart: details\nbot: What make?\nexpect: shown as text\nyou: Gazelle\nbot: Is it insured?\nexpect: shown as buttons\ntap: No\nbot: Extras?\nexpect: shown as list\ntap: Lock\nbot: Gazelle with Lock.",
        "given: device is web\nstart: shade\nbot: Which shade?\nexpect: shown as cards\ntap: Dark\nbot: From when on, *\nexpect: shown as text\nyou: 2026-04-01\nbot: See you!\nexpect: day is 2026-04-01",
        "start: shade\nexpect: shown as list\ntap: Light\nyou: skip\nbot: See you!\nexpect: day is empty",
        "# a comment\n\nbot:   What   can we do?  ",
    ])
    func `a conversation goes as written`(_ lines: String) throws {
        let (report, files) = try TestFlow.play("test: one\n\(lines)\n")
        #expect(report.failed == 0, "\(DiagnosticReport(report.allDiagnostics, in: files).text())")
        #expect(report.passed == 1)
    }

    @Test func `the lines of a transcript end with carriage returns as well`() throws {
        let (report, _) = try TestFlow.play("# a comment\rtest: one\rbot: Good day!\rbot: What can we do?\r")
        #expect(report.passed == 1 && report.failed == 0)
    }

    /// `‸` marks the place at which a conversation differs.
    @Test(arguments: [
        ("bot: ‸Good evening!", "transcript-unmatched", "the bot said nothing that fits \"Good evening!\""),
        ("bot: What can we do?\nbot: ‸Good day!", "transcript-unmatched", "the bot said nothing more"),
        (
            "tap: Order\nbot: Which colour?\ntap: Red\nbot: ‸Your name?", "transcript-unmatched",
            "the bot said \"What is your name?\", not \"Your name?\""
        ),
        ("tap: ‸Oder", "transcript-not-offered", "`Oder` was not offered"),
        ("tap: Bring\npick: ‸2026-03-05 10:00", "transcript-not-offered", "`2026-03-05 10:00` was not offered"),
        ("tap: Bring\npick: ‸ninth time", "transcript-not-offered", "`ninth time` was not offered"),
        ("‸pick: first time", "transcript-nothing-waiting", "nothing to pick: `welcome` asks for an answer"),
        ("tap: Bring\n‸tap: Red", "transcript-nothing-waiting", "nothing to tap: `visit` asks for a time"),
        ("you: stop\n‸tap: Order", "transcript-nothing-waiting", "nothing to tap: the conversation has ended"),
        ("‸fill: make = Gazelle", "transcript-nothing-waiting", "nothing to fill: `welcome` asks for an answer"),
        ("start: details\n‸tap: Yes", "transcript-nothing-waiting", "nothing to tap: `details` asks for a form"),
        ("start: details\nfill: ‸maek = Gazelle", "transcript-not-offered", "the form has no page `maek`"),
        (
            "given: device is text only\nstart: details\nfill: ‸maek = Gazelle", "transcript-not-offered",
            "the form has no page `maek`"
        ),
        ("start: details\nfill: ‸insured = Perhaps", "transcript-not-offered", "`Perhaps` was not offered"),
        ("start: details\nfill: ‸Gazelle", "transcript-syntax", "`Gazelle` does not say what is filled in"),
        ("start: details\nfill: make = A\nfill: ‸make = B", "transcript-syntax", "`make` is filled in twice"),
        ("start: home\nplace: ‸?", "transcript-syntax", "`?` is no place"),
        ("start: damage\n‸photo:", "transcript-syntax", "which file?"),
        ("‸person: gives back", "transcript-nothing-waiting", "no person has taken over"),
        ("tap old: ‸visit / 10:00", "transcript-not-offered", "`visit` has asked nothing in this conversation"),
        ("tap: Order\nexpect: ‸welcome is Bring", "transcript-expect", "`welcome` is `Order`, not `Bring`"),
        ("expect: ‸ended", "transcript-expect", "the conversation goes on: `welcome` waits for an answer"),
        ("expect: ‸nothing", "transcript-expect", "the bot said \"Good day! / What can we do?\""),
        ("expect: ‸nothing more", "transcript-expect", "the bot said \"Good day! / What can we do?\""),
        ("bot: Good day!\nexpect: ‸nothing more", "transcript-expect", "the bot said \"What can we do?\""),
        ("expect: ‸at colour", "transcript-expect", "the conversation is at `welcome`, not at `colour`"),
        (
            "expect: ‸handed over to counter", "transcript-expect",
            "nothing was handed over: `welcome` waits for an answer"
        ),
        ("expect: ‸shown as list", "transcript-expect", "it was shown as buttons, not as list"),
        ("expect: ‸shown as banana", "transcript-syntax", "nothing is shown as `banana`"),
        ("expect: ‸called order", "transcript-expect", "`order` was not called"),
        (
            "tap: Order\ntap: Red\nyou: Ana\nexpect: ‸called order with colour = Blue", "transcript-expect",
            "`order` was called with colour = Red, name = Ana"
        ),
        ("tap: Order\ntap: Red\nyou: Ana\nexpect: ‸not called order", "transcript-expect", "`order` was called once"),
        (
            "tap: Order\ntap: Red\nyou: Ana\nexpect: ‸called order twice", "transcript-expect",
            "`order` was called once"
        ),
        ("expect: ‸called order 3 times", "transcript-expect", "`order` was not called"),
        ("expect: ‸colr is Red", "transcript-expect", "there is nothing called `colr`"),
        ("expect: ‸end", "transcript-syntax", "`end` is nothing that can be expected"),
        ("expect: called ‸oder", "transcript-syntax", "no action is called `oder`"),
        (
            "given: ‸the moon is full", "transcript-syntax",
            "`given: the moon is full` says nothing that can be arranged"
        ),
        ("given: ‸now is tomorrow", "transcript-syntax", "`tomorrow` is not a moment"),
        ("given: ‸device without legs", "transcript-syntax", "a device has no ability `legs`"),
        ("given: ‸order answers third", "transcript-syntax", "`order` has no example `third`"),
        ("start: ‸colr", "transcript-syntax", "the flow has no step called `colr`"),
        ("you: hello\n‸given: language is de", "transcript-syntax", "this comes too late"),
        ("wait: ‸a while", "transcript-syntax", "`a while` is not a length of time"),
        ("‸clik: Order", "transcript-syntax", "there is no verb `clik`"),
        ("‸Order", "transcript-syntax", "this line has no colon"),
    ])
    func `what goes another way is told with its place`(_ lines: String, _ code: String, _ message: String) throws {
        // The value of `expect: called` is reported at the whole text.
        let marked = "test: one\n" + lines.replacing("called ‸", with: "‸called ")
        let mark = try #require(marked.firstRange(of: "‸"))
        let offset = marked.utf8.distance(from: marked.startIndex, to: mark.lowerBound)
        let (report, _) = try TestFlow.play(marked.replacing("‸", with: ""))
        #expect(report.failed == 1)
        let failure = try #require(report.results.first?.failure)
        #expect(failure.code.rawValue == code)
        #expect(failure.message == message)
        #expect(failure.span.range.lowerBound == offset)
    }

    @Test func `tests have names, which differ`() throws {
        let (report, _) = try TestFlow.play("bot: Hi\ntest: a\ntest: a\ntest:\n")
        let messages = report.allDiagnostics.map(\.message)
        #expect(
            messages.sorted() == [
                "there are two tests called `a`", "this line belongs to no test", "this test has no name",
            ])
    }

    @Test func `a transcript has the name of its flow`() throws {
        let file = SourceFile(path: "Flows/shp.transcript", text: "test: a\n")
        let report = TestReport(playing: [file], with: try TestFlow.bot())
        #expect(report.allDiagnostics.map(\.code) == [.unknownFlow])
        #expect(report.allDiagnostics[0].help == "did you mean `shop`?")
    }

    @Test func `programs read what came of it`() throws {
        let (report, files) = try TestFlow.play("test: good\ntap: Order\n\ntest: bad\ntap: Oder\n")
        let json = report.json(with: [], in: files)
        #expect(json["passed"]?.int == 1)
        #expect(json["failed"]?.int == 1)
        let tests = try #require(json["tests"]?.array)
        #expect(tests.map { $0["outcome"]?.string } == ["passed", "failed"])
        #expect(tests.map { $0["line"]?.int } == [1, 4])
        #expect(tests[1]["file"] == "Flows/shop.transcript")
        #expect(tests[1]["detail"]?.string?.contains("`Oder` was not offered") == true)
        let diagnostic = try #require(json["diagnostics"]?[0])
        #expect(diagnostic["code"] == "transcript-not-offered")
        #expect(diagnostic["line"]?.int == 5)
        #expect(diagnostic["column"]?.int == 6)
    }

    @Test func `what was expected and what was said stand side by side`() throws {
        let (report, _) = try TestFlow.play("test: one\nbot: Good evening!\n")
        let comparison = try #require(report.results.first?.comparison)
        let rows = comparison.split(separator: "\n").map { $0.split(separator: "│").map { $0.split(separator: " ") } }
        #expect(rows[0] == [["expected"], ["said"]])
        #expect(rows[1] == [["Good", "evening!"], ["Good", "day!"]])
        #expect(rows[2] == [[], ["What", "can", "we", "do?"]])
    }
}
