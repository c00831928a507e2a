import Expressions
import FlowEngine
import MessageModel
import Testing

/// Texts for people and customers: notes of a hand-over, summaries, the customer's side of a bubble, reasons.
@Suite struct NoteTests {
    private static let flow = """
        steps:
          first:
            ask: Your name?
            text: one line
            then: end
          clerk:
            hand_over: desk
            note: They wrote "{said, or nothing}".
            then: end
        """

    private static let withClerk = plainBot.replacing("anywhere:", with: "anywhere:\n  clerk please: main/clerk")

    @Test func `the note of a hand-over knows the word that led to it`() throws {
        try play(
            Engine(bot(Self.flow, bot: Self.withClerk)),
            script: """
                you: hello
                bot: Your name?
                you: Clerk please
                hand over: desk (front-desk), They wrote "Clerk please".
                (withPerson)
                """.replacing("(withPerson)", with: "(with-person)"))
    }

    @Test func `also when a conversation begins with it`() throws {
        try play(
            Engine(bot(Self.flow, bot: Self.withClerk)),
            script: """
                you: clerk please
                hand over: desk (front-desk), They wrote "clerk please".
                (with-person)
                """)
    }

    @Test func `a word that was typed below a private question stays private`() throws {
        let flow = Self.flow.replacing("text: one line", with: "text: one line\n    private: yes")
        var talk = Talk([Engine(try bot(flow, bot: Self.withClerk))])
        _ = try talk.say("hello")
        guard case .turn(let turn) = try talk.say("clerk please") else { throw BrokenFlow(description: "nothing came") }
        #expect(
            turn.effects.map { $0.line(in: .utc) } == [
                "hand over: desk (front-desk), They wrote \"clerk please\"."
            ])
        #expect(
            try #require(turn.shownEffects).map { $0.line(in: .utc) } == [
                "hand over: desk (front-desk), They wrote \"(said)\"."
            ])
    }

    private static let form = """
        steps:
          first:
            ask: A few details
            form:
              make:
                title: About the bike
                ask: What make is it?
                text: one line
              phone:
                title: About you
                ask: Your number?
                text:
                  kind: phone
                  hint: With the country code.
            summary: yes
            then: done
          done:
            say: {first.make}, {first.phone}
            then: end
        """

    @Test func `the summary of a form shows the questions, not the headings above them`() throws {
        try play(
            Self.form,
            script: """
                device: QUICK
                you: hello
                bot: A few details
                bot: About the bike
                bot: What make is it?
                you: Gazelle
                bot: About you
                bot: Your number?
                you: +353 86 123
                bot: What make is it? Gazelle / Your number? +353 86 123
                buttons: Send, Change
                tap: Send
                bot: Gazelle, +353 86 123
                (ended)
                """)
    }

    @Test func `an answer of a form that cannot be used is named, with what is wanted`() throws {
        try play(
            Self.form,
            script: """
                device: LIST,FORM
                you: hello
                form: A few details | make, phone
                fill: make = Gazelle; phone = 12
                bot: Sorry?
                bot: We cannot use this answer: 12 / With the country code.
                bot: About you
                bot: Your number?
                you: +353 86 123
                bot: Gazelle, +353 86 123
                (ended)
                """)
    }

    @Test func `also when nothing else was answered, and the whole form goes out again`() throws {
        try play(
            """
            steps:
              first:
                ask: One thing
                form:
                  phone:
                    ask: Your number?
                    text: phone
                then: end
            """,
            script: """
                device: LIST,FORM
                you: hello
                form: One thing | phone
                fill: phone = 12
                bot: We cannot use this answer: 12
                bot: Sorry?
                form: One thing | phone
                """)
    }

    @Test func `a page whose date may mean two days asks which`() throws {
        try play(
            """
            steps:
              first:
                ask: Details
                form:
                  word:
                    ask: What?
                    text: one line
                  day:
                    ask: When?
                    date: any
                    optional: yes
                then: done
              done:
                say: {first.day, or never}
                then: end
            """,
            script: """
                device: QUICK,LIST,FORM
                region: unknown
                you: hello
                form: Details | word, day
                fill: word = cake; day = 12/1/2031
                bot: Sorry?
                bot: When?
                bot: To leave this out, write: skip
                bot: Which day do you mean?
                buttons: 12 January 2031, 1 December 2031
                tap: 1 December 2031
                bot: 1 December 2031
                (ended)
                """)
    }

    @Test(arguments: [("en", "My answer"), ("de", "Meine Antwort"), ("fr", "Ma réponse")])
    func `the customer's side of a bubble does not say our question`(language: String, reply: String) throws {
        let flow = """
            steps:
              first:
                ask: Which bread?
                as: list
                answers: [Rye, Wheat]
                then: end
            """
        var talk = Talk([Engine(try bot(flow, bot: plainBot + "\nlanguages: [en, de, fr]"))])
        talk.locale = language
        _ = try talk.say("hello")
        #expect(try talk.openBubble.bubble.reply == reply)
        let own = flow.replacing("as: list", with: "as: list\n    bubble:\n      reply: Bread")
        var other = Talk([Engine(try bot(own))])
        _ = try other.say("hello")
        #expect(try other.openBubble.bubble.reply == "Bread")
    }
}
