import FlowEngine
import Testing

/// Renamed steps: `was`, section 3.1, for customers who wait at them.
@Suite struct RenamingTests {
    private static let actions = """
        hosts: [api.spoke.example]
        actions:
          look:
            get: https://api.spoke.example/look
            gives:
              code: text
            examples:
              one:
                code: R-1

        """

    private static let flow = """
        anywhere:
          price: price
        steps:
          first:
            ask: Which?
            answers: [Red, Blue]
            then: size
          size:
            ask: {first}, and which size?
            answers: [Large, Small, Back]
            then: look
          look:
            call: look
            then: sure
          sure:
            ask: {first} {size} {look.code}, sure?
            answers:
              Yes: end
              No: back
          price:
            say: Nine euros.
            then: resume
        """

    /// Returns the flow with a step renamed everywhere.
    private static func renamed(_ step: String, to name: String, saying: Bool = true) -> String {
        flow.replacing("then: \(step)\n", with: "then: \(name)\n").replacing("{\(step)", with: "{\(name)")
            .replacing("  \(step):\n", with: "  \(name):\n" + (saying ? "    was: \(step)\n" : ""))
    }

    private static func engine(_ flow: String, _ version: String, bot: String = plainBot) throws -> Engine {
        Engine(try FlowEngineTests.bot(flow, bot: bot, actions: actions, version: version))
    }

    @Test func `somebody who waits at a renamed question goes on there, its answer under the new name`() throws {
        try play(
            Self.engine(Self.flow, "1"), Self.engine(Self.renamed("size", to: "format"), "2"),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red, and which size?
                buttons: Large, Small, Back
                edit:
                tap: Small
                call: look
                (calling)
                gave: {"code": "R-1"}
                bot: Red Small R-1, sure?
                buttons: Yes, No
                """)
    }

    @Test func `an answer that was given is found under the new name`() throws {
        try play(
            Self.engine(Self.flow, "1"), Self.engine(Self.renamed("size", to: "format"), "2"),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red, and which size?
                buttons: Large, Small, Back
                tap: Small
                call: look
                (calling)
                edit:
                gave: {"code": "R-1"}
                bot: Red Small R-1, sure?
                buttons: Yes, No
                tap: No
                bot: Red, and which size?
                buttons: Large, Small, Back
                """)
    }

    @Test func `an open call of a renamed step goes on`() throws {
        try play(
            Self.engine(Self.flow, "1"), Self.engine(Self.renamed("look", to: "seek"), "2"),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red, and which size?
                buttons: Large, Small, Back
                tap: Small
                call: look
                (calling)
                edit:
                gave: {"code": "R-1"}
                bot: Red Small R-1, sure?
                buttons: Yes, No
                """)
    }

    @Test func `resume finds a renamed question, also from another flow`() throws {
        let leaving = Self.flow.replacing("price: price", with: "price: other/price")
        let other =
            "flow: other\nstart: price\nsteps:\n  price:\n    ask: Nine euros?\n    text: one line\n    then: resume"
        let renamed = Self.renamed("size", to: "format").replacing("price: price", with: "price: other/price")
        try play(
            Engine(bot(leaving, ["other": other], actions: Self.actions)),
            Engine(bot(renamed, ["other": other], actions: Self.actions, version: "2")),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red, and which size?
                buttons: Large, Small, Back
                you: price
                bot: Nine euros?
                edit:
                you: yes
                bot: Red, and which size?
                buttons: Large, Small, Back
                tap: Small
                call: look
                (calling)
                gave: {"code": "R-1"}
                bot: Red Small R-1, sure?
                buttons: Yes, No
                """)
        try play(
            Self.engine(Self.flow, "1"), Self.engine(Self.renamed("size", to: "format"), "2"),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red, and which size?
                buttons: Large, Small, Back
                edit:
                you: price
                bot: Nine euros.
                bot: Red, and which size?
                buttons: Large, Small, Back
                """)
    }

    @Test func `a name further back is followed too`() throws {
        try play(
            Self.engine(Self.flow, "1"),
            Self.engine(Self.renamed("size", to: "format").replacing("was: size", with: "was: [measure, size]"), "2"),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red, and which size?
                buttons: Large, Small, Back
                edit:
                you: what
                bot: Sorry?
                bot: Red, and which size?
                buttons: Large, Small, Back
                """)
    }

    @Test func `an old bubble leads back to a renamed step`() throws {
        let bot = plainBot + "\nold_taps: go back"
        try play(
            Self.engine(Self.flow, "1", bot: bot), Self.engine(Self.renamed("size", to: "format"), "2", bot: bot),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red, and which size?
                buttons: Large, Small, Back
                tap: Small
                call: look
                (calling)
                gave: {"code": "R-1"}
                bot: Red Small R-1, sure?
                buttons: Yes, No
                edit:
                tap 2: Large
                call: look
                (calling)
                gave: {"code": "R-2"}
                bot: Red Large R-2, sure?
                buttons: Yes, No
                """)
    }

    @Test func `without was the flow begins again`() throws {
        try play(
            Self.engine(Self.flow, "1"), Self.engine(Self.renamed("size", to: "format", saying: false), "2"),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Red, and which size?
                buttons: Large, Small, Back
                edit:
                tap: Small
                bot: That question is no longer open.
                bot: Which?
                buttons: Red, Blue
                """)
    }
}
