import Expressions
import FlowEngine
import MessageModel
import Testing

@Suite struct TapTests {
    private static let flow = """
        anywhere:
          again: first
        steps:
          first:
            ask: Which?
            answers: [Red, Blue]
            then: size
          size:
            ask: {first}, and which size?
            answers: [Large, Small]
            then: done
          done:
            say: {first} {size}.
            then: end
        """

    @Test func `the same tap within ten seconds changes nothing`() throws {
        try play(
            Self.flow,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap 1: Red
                bot: Red, and which size?
                buttons: Large, Small
                wait: 10 seconds
                tap 1: Red
                (ignored: the same tap again)
                wait: 1 second
                tap 1: Red
                bot: That question is no longer open.
                bot: Red, and which size?
                buttons: Large, Small
                """)
    }

    @Test func `one answer of a list that comes in both layouts is taken once, another one is not`() throws {
        var talk = Talk([try Engine(bot(Self.flow.replacing("        answers: [Red, Blue]", with: Self.list)))])
        _ = try talk.say("hello")
        let question = try #require(talk.bubbles.last?.id)
        let chosen = Selection(question: question, groups: [.init(title: "Warm", ids: ["Red"])], title: "Red")
        let grouped = Selection(
            question: question,
            groups: [.init(title: "You Selected", ids: ["Red"]), .init(title: "Other Items", ids: ["Blue"])],
            title: "Red")
        guard case .turn = try talk.choose(chosen) else { throw Unexpected() }
        talk.now = talk.now + .seconds(9)
        let again = try talk.choose(grouped)
        #expect(again == .ignored("the same tap again"))
        let other = Selection(
            question: question,
            groups: [.init(title: "You Selected", ids: ["Blue"]), .init(title: "Other Items", ids: ["Red"])],
            title: "Blue")
        guard case .turn = try talk.choose(other) else { throw Unexpected() }
        try talk.expectReplay()
    }

    private struct Unexpected: Error {}

    private static let list = """
                answers:
                  - section: Warm
                    answers: [Red]
                  - section: Cold
                    answers: [Blue]
        """

    @Test func `a different tap on the same bubble makes it a new one`() throws {
        try play(
            Self.flow,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap 1: Red
                bot: Red, and which size?
                buttons: Large, Small
                tap 1: Blue
                bot: That question is no longer open.
                bot: Red, and which size?
                buttons: Large, Small
                tap 1: Red
                bot: That question is no longer open.
                bot: Red, and which size?
                buttons: Large, Small
                """)
    }

    @Test func `after the end the same tap from a second device is ignored for a day, another one is not`() throws {
        try play(
            Self.flow,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red, and which size?
                buttons: Large, Small
                tap: Small
                bot: Red Small.
                (ended)
                wait: 23 hours
                tap 2: Small
                (ignored: the same tap again)
                tap 2: Large
                bot: That question is no longer open.
                bot: Which?
                buttons: Red, Blue
                """)
    }

    @Test func `after the end a tap is taken anew when a day has passed`() throws {
        try play(
            Self.flow,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red, and which size?
                buttons: Large, Small
                tap: Small
                bot: Red Small.
                (ended)
                wait: 24 hours
                tap 2: Small
                (ignored: the same tap again)
                wait: 1 second
                tap 2: Small
                bot: That question is no longer open.
                bot: Which?
                buttons: Red, Blue
                """)
    }

    @Test func `typed words are never taken for a repetition`() throws {
        try play(
            Self.flow.replacing("[Large, Small]", with: "[Large, Red]"),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                you: red
                bot: Red, and which size?
                buttons: Large, Red
                you: red
                bot: Red Red.
                (ended)
                """)
    }

    @Test func `a bubble stays good for its question however often that was asked again`() throws {
        try play(
            Self.flow,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                you: green
                bot: Sorry?
                bot: Which?
                buttons: Red, Blue
                you: green
                bot: Sorry?
                bot: Which?
                buttons: Red, Blue
                tap 1: Blue
                bot: Blue, and which size?
                buttons: Large, Small
                """)
    }

    @Test func `the bubble of a question that is not open is explained, and the tries go on`() throws {
        try play(
            Self.flow,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red, and which size?
                buttons: Large, Small
                you: huge
                bot: Sorry?
                bot: Red, and which size?
                buttons: Large, Small
                you: huge
                bot: Sorry?
                bot: Red, and which size?
                buttons: Large, Small
                tap 1: Blue
                bot: That question is no longer open.
                bot: Red, and which size?
                buttons: Large, Small
                you: huge
                bot: One moment.
                hand over: desk (front-desk)
                (with-person)
                """)
    }

    @Test func `a question that its step asks anew is another one`() throws {
        try play(
            Self.flow,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                you: again
                bot: Which?
                buttons: Red, Blue
                tap 1: Red
                bot: That question is no longer open.
                bot: Which?
                buttons: Red, Blue
                tap 2: Red
                bot: Red, and which size?
                buttons: Large, Small
                """)
    }

    @Test(arguments: [0, 1, 2]) func `a reply to a question that was never sent changes nothing`(messages: Int) throws {
        var talk = Talk([try Engine(bot(Self.flow))])
        for words in ["hello", "stop"].prefix(messages) { _ = try talk.say(words) }
        let before = talk.session
        let outcome = try talk.choose(Selection(question: "made up", ids: ["Red"]))
        #expect(outcome == .ignored("a reply to a question that was never sent"))
        #expect(talk.session == before)
        try talk.expectReplay()
    }

    @Test func `a reply that does not say its question answers the open one, once for its bubble`() throws {
        var talk = Talk([try Engine(bot(Self.flow))])
        _ = try talk.say("hello")
        let reply = Selection(question: nil, ids: ["Blue"], bubble: "session 1")
        _ = try talk.choose(reply)
        #expect(talk.session?.step == "size")
        talk.now = talk.now + .seconds(2)
        #expect(try talk.choose(reply) == .ignored("the same tap again"))
        #expect(try talk.choose(Selection(question: nil, ids: ["Blue"])) != .ignored("the same tap again"))
        try talk.expectReplay()
    }

    @Test func `a selection that does not answer the question fits nothing, and its repetition is one`() throws {
        var talk = Talk([try Engine(bot(Self.flow))])
        _ = try talk.say("hello")
        let question = talk.session?.open?.asked.id
        _ = try talk.choose(Selection(question: question, ids: ["Red", "Blue"]))
        #expect(talk.session?.open?.misfits == 1)
        #expect(try talk.choose(Selection(question: question, ids: ["Red", "Blue"])) == .ignored("the same tap again"))
        #expect(talk.session?.open?.misfits == 1)
    }

    @Test func `only the last taps are remembered`() throws {
        var talk = Talk([try Engine(bot(Self.flow))])
        _ = try talk.say("hello")
        for _ in 0..<50 {
            _ = try talk.say("again")
            _ = try talk.choose(Selection(question: talk.bubbles.last?.id, ids: ["Red"]))
        }
        #expect(talk.session?.taps.all.count == 20)
        #expect(talk.session?.taps.all.last?.bubble == talk.bubbles.dropLast().last?.id)
    }
}
