import Expressions
import FlowEngine
import MessageModel
import Testing

/// Unreadable answers: the customer is informed.
@Suite struct UnreadableTests {
    private static func flow(_ question: String, exits: String = "") -> String {
        """
        steps:
          first:
            ask: Which?
        \(question.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n"))
        \(exits.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n"))
            then: done
          lost:
            say: That got lost.
            then: done
          done:
            ask: Anything else?
            text: one line
            then: end
        """
    }

    private static let colours = "answers: [Red, Blue]"
    private static let exit = "if_failed:\n  say: Sorry about that.\n  then: lost"

    @Test func `the exit for failures is taken`() throws {
        try play(
            Self.flow(Self.colours, exits: Self.exit),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                unreadable:
                bot: Sorry about that.
                bot: That got lost.
                bot: Anything else?
                """)
    }

    private static let without = plainBot.replacing("\nif_failed: people/desk", with: "")

    @Test func `without one the question is asked again, so often`() throws {
        try play(
            Engine(bot(Self.flow(Self.colours), bot: Self.without)),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                unreadable:
                bot: Sorry?
                bot: Which?
                buttons: Red, Blue
                unreadable:
                bot: Sorry?
                bot: Which?
                buttons: Red, Blue
                tap 2: Blue
                bot: Anything else?
                """)
    }

    @Test(arguments: [("Blue", "bot: Anything else?"), ("Green", "bot: Sorry?\nbot: Which?\nbuttons: Red, Blue")])
    func `the title of the answer is enough where it names one`(_ title: String, _ bot: String) throws {
        try play(
            Engine(FlowEngineTests.bot(Self.flow(Self.colours), bot: Self.without)),
            script: "you: hello\nbot: Which?\nbuttons: Red, Blue\nunreadable: \(title)\n\(bot)")
    }

    @Test func `a form that cannot be read is one that failed`() throws {
        let form = "form:\n  make:\n    ask: What make is it?\n    text: one line"
        try play(
            Self.flow(form, exits: Self.exit),
            script: """
                device: QUICK,LIST,TIME,FORM
                you: hello
                form: Which? | make
                unreadable:
                bot: Sorry about that.
                bot: That got lost.
                bot: Anything else?
                """)
    }

    @Test func `who has gone on to a question that is typed answered an earlier one`() throws {
        try play(
            Self.flow(Self.colours, exits: Self.exit),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Anything else?
                unreadable:
                bot: That question is no longer open.
                bot: Anything else?
                """)
    }

    @Test func `one that names another question leaves the open one alone`() throws {
        var talk = Talk([Engine(try bot(Self.flow(Self.colours, exits: Self.exit)))])
        _ = try talk.say("hello")
        let reply = Heard.unreadable(UnreadableReply(question: "another", title: "Blue"))
        #expect(try talk.happen(.heard(reply, bubble: nil)) == Self.neverSent)
        let origin = BubbleOrigin(flow: "main", step: "first", version: "1", turn: 1)
        guard case .turn(let turn) = try talk.happen(.heard(reply, bubble: origin)) else {
            Issue.record("it is not heard")
            return
        }
        #expect(turn.session.step == "first" && turn.session.open?.misfits == 0)
    }

    @Test func `after the end something is said, and to whom nothing was ever sent nothing is`() throws {
        let short = "steps:\n  first:\n    say: Bye.\n    then: end"
        try play(
            short,
            script: """
                unreadable:
                (ignored: a reply to a question that was never sent)
                you: hello
                bot: Bye.
                (ended)
                unreadable:
                bot: That question is no longer open.
                bot: Bye.
                (ended)
                """)
    }

    private static let neverSent = Outcome.ignored("a reply to a question that was never sent")

    @Test func `a number is an answer only to its own question`() throws {
        var talk = Talk([Engine(try bot(Self.flow(Self.colours)))])
        _ = try talk.say("hello")
        let open = try #require(talk.bubbles.last?.id)
        #expect(try talk.choose(Selection(question: nil, groups: [], index: 1)) == Self.neverSent)
        _ = try talk.choose(Selection(question: open, groups: [], index: 2))
        #expect(talk.session?.answers["first"] == nil && talk.session?.open?.misfits == 1)
        _ = try talk.choose(Selection(question: open, groups: [], index: 1))
        #expect(talk.session?.answers["first"] == .choice(Choice(id: "Blue", label: "Blue")))
        try talk.expectReplay()
    }
}
