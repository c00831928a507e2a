import Expressions
import FlowEngine
import FlowModel
import Testing

/// `save`: a result under another name (flow language, 3.1).
@Suite struct SavedAnswerTests {
    @Test func `an answer is remembered under the name that save gives it`() throws {
        try play(
            """
            steps:
              first:
                ask: Which?
                answers: [Red, Blue]
                save: colour
                then: second
              second:
                ask: Again?
                answers:
                  Yes: back
                  No: done
              done:
                say: {colour} it is.
                then: end
            """,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Again?
                buttons: Yes, No
                tap: Yes
                bot: Which?
                buttons: Red, Blue
                tap: Blue
                bot: Again?
                buttons: Yes, No
                tap: No
                bot: Blue it is.
                (ended)
                """)
    }

    @Test func `so is what a call brings, and why it failed`() throws {
        let flow = """
            steps:
              first:
                call: ping
                save: result
                then: done
                if_failed: sorry
              done:
                say: Code {result.code}.
                then: end
              sorry:
                say: {result.problem, or unknown}.
                then: end
            """
        let actions = """
            actions:
              ping:
                swift: ping
                gives:
                  code: text
                examples:
                  fine:
                    code: A

            """
        let engine = Engine(try bot(flow, actions: actions))
        try play(engine, script: "you: hello\ncall: ping\n(calling)\ngave: {\"code\": \"B\"}\nbot: Code B.\n(ended)")
        try play(engine, script: "you: hello\ncall: ping\n(calling)\nfailed: taken\nbot: taken.\n(ended)")
    }

    private static func flow(_ step: String, _ name: String) -> String {
        """
        steps:
          \(step)
            ask: Which?
            answers: [Red, Blue]
            then: second
          second:
            ask: Sure?
            answers: [Yes, No]
            then: done
          done:
            say: {\(name), or nothing known}.
            then: end
        """
    }

    private static let asked = """
        you: hello
        bot: Which?
        buttons: Red, Blue
        tap: Red
        bot: Sure?
        buttons: Yes, No
        edit:
        tap: Yes
        bot: Red.
        (ended)
        """

    @Test func `an answer given before the step had a save follows it`() throws {
        try play(
            Engine(bot(Self.flow("first:", "first"), version: "1")),
            Engine(bot(Self.flow("first:\n    save: colour", "colour"), version: "2")), script: Self.asked)
    }

    @Test func `a step that is called otherwise keeps what it saves`() throws {
        try play(
            Engine(bot(Self.flow("first:\n    save: colour", "colour"), version: "1")),
            Engine(
                bot(
                    Self.flow("start-here:\n    was: first\n    save: colour", "colour"), start: "start-here",
                    version: "2")), script: Self.asked)
    }
}

/// Returns a bot whose main flow starts at a step other than `first`.
private func bot(_ main: String, start: String, version: String) throws -> Bot {
    try FlowEngineTests.bot("", ["main": "flow: main\nstart: \(start)\n" + main], version: version)
}
