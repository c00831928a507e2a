import FlowEngine
import Testing

/// Waiting customers when the flow is edited.
@Suite struct EditTests {
    private static let flow = """
        anywhere:
          price: price
        steps:
          first:
            ask: Which?
            answers:
              Red: size
              Blue: size
          size:
            ask: {first}, and which size?
            answers:
              Large: done
              Small: done
          price:
            say: Nine euros.
            then: resume
          done:
            say: {first, or None} {size, or none}.
            then: end
        """

    private static func engines(_ changes: (String, String)...) throws -> (Engine, Engine) {
        let edited = changes.reduce(flow) { text, change in text.replacing(change.0, with: change.1) }
        #expect(edited != flow)
        return (Engine(try bot(flow)), Engine(try bot(edited, version: "2")))
    }

    @Test func `an open question is read as it was sent, and the newest version goes on`() throws {
        let (old, new) = try Self.engines(
            ("Large: done\n      Small: done", "Huge: bye\n      Small: bye\n      Tiny: bye"),
            ("  done:", "  bye:"), ("say: {first, or None}", "say: New: {first, or None}"))
        try play(
            old, new,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red, and which size?
                buttons: Large, Small
                edit:
                tap: Small
                bot: New: Red Small.
                (ended)
                """)
    }

    @Test func `an answer that no longer exists goes where the rest goes, or the flow begins again`() throws {
        let (old, gone) = try Self.engines(("Large: done\n      Small: done", "Huge: done\n      Tiny: done"))
        try play(
            old, gone,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red, and which size?
                buttons: Large, Small
                edit:
                tap: Small
                bot: That question is no longer open.
                bot: Which?
                buttons: Red, Blue
                """)
        let (_, rest) = try Self.engines(
            ("Large: done\n      Small: done", "Huge: first\n      Tiny: done\n    then: done"))
        try play(
            old, rest,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red, and which size?
                buttons: Large, Small
                edit:
                tap: Small
                bot: Red Small.
                (ended)
                """)
    }

    @Test func `an answer whose way has changed goes the new way`() throws {
        let (old, new) = try Self.engines(("Large: done\n      Small: done", "Small: first\n      Large: done"))
        try play(
            old, new,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red, and which size?
                buttons: Large, Small
                edit:
                tap: Small
                bot: Which?
                buttons: Red, Blue
                """)
    }

    @Test(arguments: ["tap: Small", "you: large", "you: whatever"])
    func `a step that is gone is told, and its flow begins again`(reply: String) throws {
        let (old, new) = try Self.engines(("size", "format"))
        try play(
            old, new,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red, and which size?
                buttons: Large, Small
                edit:
                \(reply)
                bot: That question is no longer open.
                bot: Which?
                buttons: Red, Blue
                """)
    }

    @Test func `an interrupted question that is gone is told when it would be resumed`() throws {
        let (old, new) = try Self.engines(
            ("size", "format"),
            ("price:\n    say: Nine euros.\n    then: resume", "price:\n    say: Ten euros.\n    then: resume"))
        try play(
            old, new,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red, and which size?
                buttons: Large, Small
                edit:
                you: price
                bot: Ten euros.
                bot: That question is no longer open.
                bot: Which?
                buttons: Red, Blue
                """)
    }

    @Test func `a flow that is gone leads to the start of the bot`() throws {
        let other = "flow: other\nstart: ask\nsteps:\n  ask:\n    ask: Anything?\n    text: one line\n    then: end"
        let old = Engine(
            try bot(Self.flow.replacing("price: price", with: "price: price\n  other: other/ask"), ["other": other]))
        let new = Engine(try bot(Self.flow, version: "2"))
        try play(
            old, new,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                you: other
                bot: Anything?
                edit:
                you: no
                bot: That question is no longer open.
                bot: Which?
                buttons: Red, Blue
                """)
    }

    @Test func `a question that has become another kind takes its old answer`() throws {
        let (old, new) = try Self.engines(
            ("answers:\n      Large: done\n      Small: done", "text: one line\n    then: done"))
        try play(
            old, new,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red, and which size?
                buttons: Large, Small
                edit:
                tap: Small
                bot: Red Small.
                (ended)
                """)
    }

    @Test func `an answer whose kind has changed counts as empty`() throws {
        let (old, new) = try Self.engines(
            ("answers:\n      Red: size\n      Blue: size", "several: yes\n    answers: [Red, Blue]\n    then: size"),
            ("ask: {first}, and which size?", "ask: {first, and, or Well}, and which size?"))
        try play(
            old, new,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red, and which size?
                buttons: Large, Small
                edit:
                you: what?
                bot: Sorry?
                bot: Well, and which size?
                buttons: Large, Small
                tap: Small
                bot: None Small.
                (ended)
                """)
    }

    private static let silent = flow.replacing(
        "    ask: {first}, and which size?",
        with: "    if_silent:\n      after: 5 minutes\n      then: done\n    ask: {first}, and which size?")

    @Test func `silence at a step that is gone lets its flow begin again, and its exits are those of the new question`()
        throws
    {
        let new = Self.silent.replacing("size", with: "format").replacing(
            "    ask: Which?",
            with: "    if_silent:\n      after: 1 hour\n      then: done\n    ask: Which?")
        try play(
            Engine(bot(Self.silent)), Engine(bot(new, version: "2")),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red, and which size?
                buttons: Large, Small
                edit:
                wait: 5 minutes
                bot: That question is no longer open.
                bot: Which?
                buttons: Red, Blue
                wait: 1 hour
                bot: Red none.
                (ended)
                """)
    }

    @Test func `silence at a step that asks nothing any more lets its flow begin again`() throws {
        let new = Self.silent.replacing(
            """
                if_silent:
                  after: 5 minutes
                  then: done
                ask: {first}, and which size?
                answers:
                  Large: done
                  Small: done
            """, with: "    say: One size fits all.\n    then: done"
        ).replacing("{size, or none}", with: "fits all")
        #expect(!new.contains("which size"))
        try play(
            Engine(bot(Self.silent)), Engine(bot(new, version: "2")),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red, and which size?
                buttons: Large, Small
                edit:
                wait: 5 minutes
                bot: That question is no longer open.
                bot: Which?
                buttons: Red, Blue
                """)
    }

    @Test func `a question that is to wait for ever since the edit wakes nobody`() throws {
        let new = Self.silent.replacing(
            "if_silent:\n      after: 5 minutes\n      then: done", with: "if_silent: never")
        #expect(new.contains("never"))
        try play(
            Engine(bot(Self.silent)), Engine(bot(new, version: "2")),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red, and which size?
                buttons: Large, Small
                edit:
                wait: 7 days
                tap: Small
                bot: Red Small.
                (ended)
                """)
    }

    @Test func `a question that never arrived, and whose step is gone, lets its flow begin again`() throws {
        let new = Engine(try bot(Self.flow.replacing("size", with: "format"), version: "2"))
        try play(
            Engine(bot(Self.flow)), new,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red, and which size?
                buttons: Large, Small
                edit:
                undelivered:
                bot: That question is no longer open.
                bot: Which?
                buttons: Red, Blue
                """)
    }
}
