import FlowEngine
import JSON
import MessageModel
import Testing

/// Forms on devices without forms: the same pages as questions one after another.
@Suite struct FormPageTests {
    @Test func `the pages come one after another, the summary last`() throws {
        try play(
            FormTests.flow,
            script: """
                you: hello
                bot: Some details
                bot: What make is it?
                you: Gazelle
                bot: Is it insured?
                buttons: Yes, No
                tap: Yes
                bot: With whom?
                you: Allianz
                bot: Bells
                bot: How many bells?
                you: 2
                list: What else? | Lock, Light, Bag
                bot: To leave this out, write: skip
                tap: Lock, Bag
                bot: What make is it? Gazelle / Is it insured? Yes / With whom? Allianz / How many bells? 2 / What else? Lock and Bag
                buttons: Send, Change
                tap: Send
                bot: Gazelle, Allianz, 2, Lock and Bag
                (ended)
                """)
    }

    @Test func `the hint of a page is said with an answer that cannot be used`() throws {
        try play(
            """
            steps:
              first:
                ask: Some details
                form:
                  chip:
                    ask: Which chip?
                    text:
                      kind: code
                      matches: '[A-Z]{2}-\\d+'
                      hint: Such as DE-1234.
                    then: send
                then: done
              done:
                say: "{first.chip}"
                then: end
            """,
            script: """
                you: hello
                bot: Some details
                bot: Which chip?
                you: no idea
                bot: Sorry? / Such as DE-1234.
                bot: Which chip?
                you: DE-12
                bot: DE-12
                (ended)
                """)
    }

    @Test func `who gets the pages as questions reads which may be left out`() throws {
        try play(
            """
            steps:
              first:
                ask: Some details
                form:
                  chip:
                    ask: Which chip?
                    text: code
                    optional: yes
                  wishes:
                    ask: Any wishes? Or write "skip".
                    text: one line
                    optional: yes
                then: done
              done:
                say: "{first.chip, or no chip}"
                then: end
            """,
            script: """
                you: hello
                bot: Some details
                bot: Which chip?
                bot: To leave this out, write: skip
                you: skip
                bot: Any wishes? Or write "skip".
                you: skip
                bot: no chip
                (ended)
                """)
    }

    private static let first = """
        you: hello
        bot: Some details
        bot: What make is it?
        """

    @Test func `change begins again, and only what is on the way is in the answer`() throws {
        try play(
            FormTests.flow,
            script: """
                device: QUICK
                \(Self.first)
                you: Gazelle
                bot: Is it insured?
                buttons: Yes, No
                tap: Yes
                bot: With whom?
                you: Allianz
                bot: Bells
                bot: How many bells?
                you: 2
                bot: What else? / 1 Lock / 2 Light / 3 Bag / Reply with the numbers, separated by commas.
                bot: To leave this out, write: skip
                you: skip
                bot: What make is it? Gazelle / Is it insured? Yes / With whom? Allianz / How many bells? 2
                buttons: Send, Change
                you: change
                bot: What make is it?
                you: Koga
                bot: Is it insured?
                buttons: Yes, No
                tap: No
                bot: Bells
                bot: How many bells?
                you: 1
                bot: What else? / 1 Lock / 2 Light / 3 Bag / Reply with the numbers, separated by commas.
                bot: To leave this out, write: skip
                you: 1
                bot: What make is it? Koga / Is it insured? No / How many bells? 1 / What else? Lock
                buttons: Send, Change
                tap: Send
                bot: Koga, nobody, 1, Lock
                (ended)
                """)
    }

    @Test func `what does not fit a page counts for that page alone`() throws {
        let long = String(repeating: "long ", count: 10).trimmed
        try play(
            FormTests.flow,
            script: """
                \(Self.first)
                you: \(long)
                bot: Please look again.
                bot: What make is it?
                you: \(long)
                bot: Please look again.
                bot: What make is it?
                you: Gazelle
                bot: Is it insured?
                buttons: Yes, No
                you: perhaps
                bot: Please look again.
                bot: Is it insured?
                buttons: Yes, No
                you: perhaps
                bot: Please look again.
                bot: Is it insured?
                buttons: Yes, No
                you: perhaps
                bot: Lost.
                (ended)
                """)
    }

    @Test func `back goes to the page before, and from the first one out of the form`() throws {
        try play(
            """
            anywhere:
              undo: back
            steps:
              first:
                ask: Your name?
                text: name
                then: details
              details:
                ask: Some details
                form:
                  make:
                    ask: What make is it?
                    text: one line
                  bells:
                    ask: How many bells?
                    number: whole
                then: end
            """,
            script: """
                you: hello
                bot: Your name?
                you: Ana
                bot: Some details
                bot: What make is it?
                you: Gazelle
                bot: How many bells?
                you: undo
                bot: What make is it?
                you: undo
                bot: Your name?
                """)
    }

    @Test func `an interrupted form goes on where it was`() throws {
        try play(
            "anywhere:\n  hours: hours\n" + FormTests.flow + "\n  hours:\n    say: Nine to five.\n    then: resume",
            script: """
                \(Self.first)
                you: Gazelle
                bot: Is it insured?
                buttons: Yes, No
                you: hours
                bot: Nine to five.
                bot: Is it insured?
                buttons: Yes, No
                tap: No
                bot: Bells
                bot: How many bells?
                """)
    }

    @Test func `silence is noticed on every page`() throws {
        let flow = FormTests.flow.replacing(
            "    if_other:",
            with: "    if_silent:\n      after: 5 minutes\n      say: Still there?\n      then: lost\n    if_other:")
        try play(
            flow,
            script: """
                \(Self.first)
                wait: 5 minutes
                bot: Still there?
                you: Gazelle
                bot: Is it insured?
                buttons: Yes, No
                wait: 5 minutes
                bot: Still there?
                wait: 5 minutes
                bot: Lost.
                (ended)
                """)
    }

    @Test func `a tap on the bubble of a page that has been answered is explained`() throws {
        try play(
            FormTests.flow,
            script: """
                \(Self.first)
                you: Gazelle
                bot: Is it insured?
                buttons: Yes, No
                tap: Yes
                bot: With whom?
                wait: 1 minutes
                tap 1: No
                bot: That question is no longer open.
                bot: With whom?
                """)
    }

    @Test func `whoever waits on a page answers the form as it was sent`() throws {
        let edited = FormTests.flow.replacing("How many bells?", with: "And bells?")
            .replacing("say: \"{first.make}", with: "say: \"Edited: {first.make}")
        try play(
            Engine(bot(FormTests.flow, version: "1")), Engine(bot(edited, version: "2")),
            script: """
                \(Self.first)
                you: Gazelle
                bot: Is it insured?
                buttons: Yes, No
                edit:
                tap: No
                bot: Bells
                bot: How many bells?
                you: 2
                list: What else? | Lock, Light, Bag
                bot: To leave this out, write: skip
                tap: Lock
                bot: What make is it? Gazelle / Is it insured? No / How many bells? 2 / What else? Lock
                buttons: Send, Change
                tap: Send
                bot: Edited: Gazelle, nobody, 2, Lock
                (ended)
                """)
    }

    @Test func `an introduction is said before the first page`() throws {
        try play(
            """
            steps:
              first:
                ask: Some details
                intro:
                  title: Your bike
                  text: Two questions only.
                  button: Begin
                form:
                  make:
                    ask: What make is it?
                    text: one line
                then: end
            """,
            script: """
                you: hello
                bot: Some details
                bot: Your bike / Two questions only.
                bot: What make is it?
                you: Gazelle
                (ended)
                """)
    }

    @Test func `nobody else sees what is answered on the pages of a private form`() throws {
        let flow = FormTests.flow.replacing("    summary: yes", with: "    private: yes\n    summary: yes")
        var talk = Talk([Engine(try bot(flow))])
        for words in ["hello", "Gazelle", "No", "2", "skip"] {
            guard case .turn(let turn) = try talk.say(words) else { continue }
            let shown = turn.shownEffects?.map(\.json.text).joined() ?? turn.effects.map(\.json.text).joined()
            #expect(!shown.contains("Gazelle"))
            #expect(!turn.session.shownJSON.text.contains("Gazelle"))
            #expect(turn.session.isPrivate == (words != "hello"))
        }
        let summary = try #require(talk.session?.open?.asked.prompt)
        #expect(summary == "What make is it? Gazelle\nIs it insured? No\nHow many bells? 2")
    }
}
