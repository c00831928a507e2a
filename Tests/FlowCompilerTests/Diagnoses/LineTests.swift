import Diagnostics
import Testing

/// Diagnostics of lines, their colons and spaces, and repeated keys: section 7 of the flow language.
@Suite struct LineTests {
    @Test(arguments: colons)
    func `a line that is neither key nor item is told once`(_ example: Case) { example.check() }

    @Test(arguments: repeated)
    func `a key stands once in its block`(_ example: Case) { example.check() }

    @Test func `a colon of another script is named`() throws {
        let report = Case("wide", "hello:\n  ask：Which?\n  text: one line\n  then: end").project.report
        let found = try #require(report.diagnostics.first)
        #expect(found.code == .missingColon && found.help == "did you mean `ask: Which?`?")
    }

    static let colons = [
        Case(
            "a key without its colon",
            """
            hello:
              ‸say Good day.
              then: end
            """, "missing-colon"),
        Case(
            "a key without its colon at the end of a step",
            """
            hello:
              say: Good day.
              ‸then end
            """, "missing-colon"),
        Case(
            "prose",
            """
            hello:
              ‸Good day.
              then: end
            """, "missing-colon"),
        Case(
            "the name of a step",
            """
            ‸hello
              say: Good day.
              then: end
            """, "missing-colon"),
        Case(
            "the name of a later step",
            """
            hello:
              ask: Bread or cake?
              answers:
                Bread: bread
                Cake: bread
            ‸bread
              say: From six.
              then: end
            """, "missing-colon"),
        Case(
            "an answer",
            """
            hello:
              ask: Bread or cake?
              answers:
                Bread: end
                ‸Cake
            """, "missing-colon"),
        Case(
            "a word",
            flow: """
                flow: broken
                start: hello
                anywhere:
                  ‸agent, help, support
                steps:
                  hello:
                    say: Good day.
                    then: end

                """, "missing-colon"),
        Case(
            "a key of the flow",
            flow: """
                flow: broken
                ‸start hello
                steps:
                  hello:
                    say: Good day.
                    then: end

                """, "missing-colon"),
        Case(
            "the name of the flow",
            flow: """
                ‸flow broken
                start: hello
                steps:
                  hello:
                    say: Good day.
                    then: end

                """, "missing-colon"),
        Case(
            "steps",
            flow: """
                flow: broken
                start: hello
                ‸steps
                  hello:
                    say: Good day.
                    then: end

                """, "missing-colon"),
        Case(
            "in an exit",
            """
            hello:
              ask: Your name?
              text: name
              if_silent:
                ‸after 5 minutes
                then: end
              then: end
            """, "missing-colon"),
        Case(
            "in a condition",
            """
            hello:
              ask: Your name?
              text: name
              then: check
            check:
              when:
                ‸hello is Ana then end
                otherwise: end
            """, "missing-colon"),
        Case(
            "in bot.yaml, where nothing follows for the flows",
            bot: """
                bot: Broken
                zone: Europe/Berlin
                start: broken
                people:
                  team:
                ‸anywhere
                  agent, help, support: people/person

                """, "missing-colon"),
        Case(
            "no space behind the colon",
            """
            hello:
              say: Good day.
              then:‸end
            """, "missing-space"),
        Case(
            "no space behind the colon of a text",
            """
            hello:
              say:‸Good day.
              then: end
            """, "missing-space"),
        Case(
            "no space behind the colon of an answer",
            """
            hello:
              ask: Bread or cake?
              answers:
                Bread:‸end
                Cake: end
            """, "missing-space"),
        Case(
            "no space behind the name of the flow",
            flow: "flow:‸broken\nstart: hello\nsteps:\n  hello:\n    say: Hi\n    then: end\n", "missing-space"),
        Case(
            "an address is no key",
            """
            hello:
              ‸https://example.com
              then: end
            """, "missing-colon"),
        Case(
            "a stray list item",
            """
            hello:
              say: Good day.
              ‸- Bread
              then: end
            """, "wrong-shape"),
        Case(
            "a list item among answers",
            """
            hello:
              ask: Bread or cake?
              answers:
                Bread: end
                ‸- Cake
            """, "wrong-shape"),
    ]

    static let repeated = [
        Case(
            "say",
            """
            hello:
              say: Good day.
              ‸say: It is early.
              then: end
            """, "duplicate-key"),
        Case(
            "then, and the second way is not lost",
            """
            hello:
              say: Good day.
              then: bread
              ‸then: cake
            bread:
              say: From six.
              then: end
            cake:
              say: From eight.
              then: end
            """, "duplicate-key"),
        Case(
            "start, and the second step is not lost",
            flow: """
                flow: broken
                start: hello
                ‸start: other
                steps:
                  hello:
                    say: Good day.
                    then: end
                  other:
                    say: Hello.
                    then: end

                """, "duplicate-key"),
        Case(
            "steps, and none of them is lost",
            flow: """
                flow: broken
                start: hello
                steps:
                  hello:
                    say: Good day.
                    then: other
                ‸steps:
                  other:
                    say: Hello.
                    then: end

                """, "duplicate-key"),
        Case(
            "a key of an exit",
            """
            hello:
              ask: Your name?
              text: name
              if_other:
                say: Please write it.
                ‸say: Please.
                then: end
              then: end
            """, "duplicate-key"),
        Case(
            "a key of an answer",
            """
            hello:
              ask: Bread or cake?
              answers:
                - label: Bread
                  ‸label: Rolls
                - Cake
              then: end
            """, "duplicate-key"),
        Case(
            "a condition",
            """
            hello:
              ask: Bread or cake?
              answers: [Bread, Cake]
              then: check
            check:
              when:
                hello is Bread: end
                ‸hello is Bread: hello
                otherwise: end
            """, "duplicate-key"),
        Case(
            "otherwise",
            """
            hello:
              ask: Bread or cake?
              answers: [Bread, Cake]
              then: check
            check:
              when:
                hello is Bread: end
                otherwise: end
                ‸otherwise: hello
            """, "duplicate-key"),
        Case(
            "a name that is set",
            """
            hello:
              set:
                price: 4.90 EUR
                ‸price: 5.90 EUR
              say: Good day.
              then: end
            """, "duplicate-key"),
        Case(
            "in bot.yaml",
            bot: """
                bot: Broken
                zone: Europe/Berlin
                start: broken
                ‸bot: Other
                people:
                  team:
                anywhere:
                  agent, help, support: people/person

                """, "duplicate-key"),
        Case(
            "a day",
            bot: """
                bot: Broken
                zone: Europe/Berlin
                start: broken
                anywhere:
                  agent, help, support: people/person
                people:
                  team:
                hours:
                  open:
                    Monday: 9:00 to 12:00
                    ‸Monday: 14:00 to 18:00

                """, "duplicate-key"),
        Case(
            "a step",
            """
            hello:
              say: Good day.
              then: hours
            hours:
              say: From six.
              then: end
            ‸hours:
              say: On Sunday from eight.
              then: end
            """, "duplicate-step"),
        Case(
            "a step whose second form leads on",
            """
            hello:
              say: Good day.
              then: hours
            hours:
              say: From six.
              then: end
            ‸hours:
              say: On Sunday from eight.
              then: sunday
            sunday:
              say: Closed in winter.
              then: end
            """, "duplicate-step"),
        Case(
            "a step whose second form has a mistake of its own",
            """
            hello:
              say: Good day.
              then: hours
            hours:
              say: From six.
              then: end
            ‸hours:
              say: On {‸sonday}.
              then: end
            """, "duplicate-step", "unknown-name"),
        Case(
            "the first step",
            """
            hello:
              say: Good day.
              then: end
            ‸hello:
              say: Good evening.
              then: end
            """, "duplicate-step"),
    ]
}
