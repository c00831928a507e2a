import Diagnostics
import FlowModel
import JSON
import Simulation
import Testing

/// What edits mean for customers.
@Suite struct ComparisonTests {
    private static func comparison(
        _ edit: ComparedShop.Edit, limits: ExplorationLimits = .ofComparisons
    ) throws -> (comparison: Comparison, old: Bot, new: Bot) {
        let (old, new) = (try ComparedShop.bot(edit.before), try ComparedShop.bot(edit))
        return (Comparison(from: PlayBot(old), to: PlayBot(new), limits: limits), old, new)
    }

    @Test(arguments: ComparedShop.edits)
    func `an edit gives its sentences, each with a conversation that passes as a test of its version`(
        edit: ComparedShop.Edit
    ) throws {
        let (comparison, old, new) = try Self.comparison(edit)
        #expect(comparison.changes.map(\.sentence) == edit.sentences)
        #expect(comparison.isComplete)
        for change in comparison.changes {
            let text = try #require(change.transcript, "\(change.text)")
            let file = SourceFile(path: "Flows/shop.transcript", bytes: Array(text.utf8))
            let report = TestReport(playing: [file], with: change.isShownOnOld ? old : new)
            #expect(report.failed == 0 && report.diagnostics.isEmpty, "\(text)\(report.allDiagnostics)")
        }
    }

    @Test func `what is lost is shown by the old version, what is new by the new one`() throws {
        let (comparison, _, _) = try Self.comparison(
            ComparedShop.Edit([("answers: [Cut, Trim]", "answers: [Cut, Shave]"), ("then: visit", "then: name")]))
        let shown = Dictionary(comparison.changes.map { ($0.kind, $0.isShownOnOld) }) { first, _ in first }
        #expect(shown == [.stepLost: true, .answerLost: true, .answerGained: false])
    }

    @Test func `calls that have changed places give one sentence`() throws {
        let (old, new) = (
            try ComparedShop.bot(ComparedShop.receiptAfter), try ComparedShop.bot(ComparedShop.receiptBefore)
        )
        let comparison = Comparison(from: PlayBot(old), to: PlayBot(new))
        #expect(comparison.changes.map(\.text) == ["`send` is called before `book` now, and was called after it."])
    }

    @Test func `other conditions are reported, although no conversation that is tried shows them`() throws {
        let (old, new) = (
            try ComparedShop.bot(.deciding(by: "name is Ana")), try ComparedShop.bot(.deciding(by: "name is Bea"))
        )
        let comparison = Comparison(from: PlayBot(old), to: PlayBot(new))
        #expect(
            comparison.changes.map(\.text) == [
                "*which* now decides by other conditions, \u{201C}name is Bea\u{201D} (was: \u{201C}name is Ana\u{201D})."
            ])
    }

    @Test func `the most important comes first, and it is always the same`() throws {
        let edit = ComparedShop.Edit([
            ("Good day!", "Hello!"), ("answers: [Cut, Trim]", "answers: [Cut, Trim, Wash]"),
            ("No: goodbye", "No: hours"),
        ])
        let changes = try Self.comparison(edit).comparison.changes
        #expect(changes.map(\.kind) == [.leads, .answerGained, .says], "\(changes.map(\.text))")
        #expect(try Self.comparison(edit).comparison.changes == changes)
    }

    @Test func `values that decide later are noticed where conversations part`() throws {
        let (comparison, _, new) = try Self.comparison(ComparedShop.exchangedValues)
        #expect(
            comparison.changes.map(\.text) == ["After these answers customers now come to *full* (was: *discount*)."])
        let text = try #require(comparison.changes.first?.transcript)
        #expect(text.contains("\nbot: Full price.\n"), "\(text)")
        let file = SourceFile(path: "Flows/shop.transcript", bytes: Array(text.utf8))
        #expect(TestReport(playing: [file], with: new).failed == 0, "\(text)")
    }

    @Test func `a step that only the old version reaches within a bound is not said to be lost`() throws {
        let question = "  day:\n    ask: Which day?\n    text: one line\n    then: name\n"
        let edit = ComparedShop.Edit([("Today: name", "Today: day"), ("  name:\n", question + "  name:\n")])
        var limits = ExplorationLimits.ofComparisons
        // The name is answered in the fifth move, and in the sixth one behind the new question.
        limits.depth = 5
        let bounded = try Self.comparison(edit, limits: limits)
        let old = Comparison(from: PlayBot(bounded.new), to: PlayBot(bounded.old), limits: limits)
        #expect(
            old.changes.contains { $0.kind == .stepLost && $0.text.contains("*day*") }, "\(old.changes.map(\.text))")
        #expect(bounded.comparison.changes.map(\.kind) == [.stepGained], "\(bounded.comparison.changes.map(\.text))")
        #expect(bounded.comparison.incomplete.contains(""))
    }

    @Test func `a bound is reported`() throws {
        var limits = ExplorationLimits()
        limits.states = 3
        let comparison = try Self.comparison(ComparedShop.Edit([("say: Booked", "say: Done")]), limits: limits)
            .comparison
        #expect(comparison.changes == [] && comparison.incomplete.contains(""))
        #expect(comparison.text.hasPrefix("No difference was found in what was tried.\n\nNot everything was compared"))
    }

    @Test func `it stops when it is abandoned`() throws {
        let bot = PlayBot(try ComparedShop.bot())
        let comparison = Comparison(from: bot, to: bot, unless: { _ in true })
        #expect(comparison.changes == [] && !comparison.isComplete)
    }

    @Test func `equal versions say that no difference was found`() throws {
        let comparison = try Self.comparison(ComparedShop.Edit([])).comparison
        #expect(comparison.text == "No difference was found in what customers notice.\n")
        #expect(comparison.json == ["sentences": [], "complete": true, "incomplete": []])
        #expect(comparison.lines(most: 3) == ["No difference was found in what customers notice."])
    }

    @Test func `a few lines name how many more there are`() throws {
        let edit = ComparedShop.Edit([("Good day!", "Hello!"), ("[Cut, Trim]", "[Cut, Trim, Wash]")])
        let lines = try Self.comparison(edit).comparison.lines(most: 1)
        #expect(lines == ["At *service* customers may now choose *Wash*.", "… and 1 more: usher diff"])
    }

    @Test func `only as many conversations are played as are wanted`() throws {
        let (old, new) = (try ComparedShop.bot(), try ComparedShop.bot(ComparedShop.Edit([("Good day!", "Hello!")])))
        let comparison = Comparison(from: PlayBot(old), to: PlayBot(new), showing: 0)
        #expect(comparison.changes.map(\.transcript) == [nil])
    }

    @Test func `a sentence is written for programs with its step and its conversation`() throws {
        let json = try Self.comparison(ComparedShop.Edit([("Good day!", "Hello!")])).comparison.json
        let sentence = try #require(json["sentences"]?[0])
        #expect(sentence["flow"] == "shop" && sentence["step"] == "welcome" && sentence["kind"] == "says")
        #expect(sentence["plays_on"] == "new" && json["complete"] == true)
        #expect(sentence["transcript"]?.string?.contains("\nbot: Hello!\n") ?? false, "\(sentence)")
    }

    @Test func `the page escapes what the flows say, and has no scripts`() throws {
        let edit = ComparedShop.Edit([("Good day!", "'<script>alert(1)</script> & <b>\"x\"</b>'")])
        let page = try Self.comparison(edit).comparison.page(title: "<Shop> & Co")
        #expect(!page.contains("<script") && !page.contains("<b>"), "\(page)")
        #expect(
            page.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &lt;b&gt;&quot;x&quot;&lt;/b&gt;"), "\(page)")
        #expect(page.contains("<title>&lt;Shop&gt; &amp; Co</title>"))
    }
}
