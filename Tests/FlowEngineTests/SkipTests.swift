import Expressions
import FlowEngine
import Testing

/// `optional: yes`: a question that the customer may skip (flow language, 3.2).
@Suite struct SkipTests {
    private static func flow(_ kind: String, _ more: String = "") -> String {
        """
        \(more)steps:
          first:
            ask: And?
            \(kind)
            optional: yes
            then: done
          done:
            say: {first, or none}.
            then: end
        """
    }

    @Test(arguments: ["text: name", "number: whole", "money: EUR", "date: any"], ["skip", "Skip", " SKIP! ", "skip."])
    func `the skip word leaves the answer empty, whatever is asked for`(_ kind: String, _ word: String) throws {
        try play(
            Self.flow(kind),
            script: "you: hello\nbot: And?\nyou: \(word)\nbot: none.\n(ended)".replacing("you:  ", with: "you: "))
    }

    @Test func `any other words are an answer`() throws {
        try play(
            Self.flow("text: one line"), script: "you: hello\nbot: And?\nyou: skip it\nbot: skip it.\n(ended)")
    }

    @Test func `a question that is not optional takes the word for an answer`() throws {
        try play(
            Self.flow("text: one line").replacing("optional: yes", with: "optional: no"),
            script: "you: hello\nbot: And?\nyou: skip\nbot: skip.\n(ended)")
    }

    @Test func `the word is that of the customer's language`() throws {
        let engine = Engine(try bot(Self.flow("text: one line"), bot: plainBot + "\nlanguages: [en, de]"))
        try play(
            engine,
            script: "locale: de_DE\nyou: hello\nbot: And?\nyou: Weiter\nbot: none.\n(ended)")
        try play(
            engine,
            script: "locale: de_DE\nyou: hello\nbot: And?\nyou: skip\nbot: skip.\n(ended)")
    }

    @Test func `the word stays as it was sent when the bot is changed`() throws {
        let flow = Self.flow("text: one line")
        try play(
            Engine(bot(flow, version: "1")),
            Engine(bot(flow, bot: plainBot + "\ntexts:\n  skip_word: pass", version: "2")),
            script: "you: hello\nbot: And?\nedit:\nyou: skip\nbot: none.\n(ended)")
    }

    @Test func `skipping comes before the words that work at any moment`() throws {
        let flow = Self.flow("text: one line", "anywhere:\n  skip: first\n")
        try play(flow, script: "you: hello\nbot: And?\nyou: skip\nbot: none.\n(ended)")
    }

    @Test func `an answer that was given before is forgotten`() throws {
        try play(
            """
            steps:
              first:
                ask: Nickname?
                text: name
                optional: yes
                then: second
              second:
                ask: {first, or nobody}, once more?
                answers:
                  Yes: first
                  No: end
            """,
            script: """
                you: hello
                bot: Nickname?
                you: Bo
                bot: Bo, once more?
                buttons: Yes, No
                tap: Yes
                bot: Nickname?
                you: skip
                bot: nobody, once more?
                buttons: Yes, No
                """)
    }
}
