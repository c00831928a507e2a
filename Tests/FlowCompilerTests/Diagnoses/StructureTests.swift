import Testing

/// What is said about lines, indentation and keys: sections 7.1 to 7.3 of the flow language.
@Suite struct StructureTests {
    @Test(arguments: tabs)
    func `a tab before the first word is told where it stands, and the line is read as meant`(_ example: Case) {
        example.check()
    }

    @Test(arguments: columns)
    func `a line at a wrong column is told once and read where it belongs`(_ example: Case) { example.check() }

    @Test(arguments: colons)
    func `a line that is neither key nor item is told once`(_ example: Case) { example.check() }

    @Test(arguments: repeated)
    func `a key stands once in its block`(_ example: Case) { example.check() }

    static let tabs = [
        Case(
            "before the first line of a step",
            flow: "flow: broken\nstart: hello\nsteps:\n  hello:\n‸\tsay: Good day.\n    then: end\n", "tab-indent"),
        Case(
            "before the last line of a step",
            flow: "flow: broken\nstart: hello\nsteps:\n  hello:\n    say: Good day.\n‸\tthen: end\n", "tab-indent"),
        Case(
            "behind spaces",
            flow: "flow: broken\nstart: hello\nsteps:\n  hello:\n  ‸\tsay: Good day.\n    then: end\n", "tab-indent"),
        Case(
            "before the name of a step",
            flow: """
                flow: broken
                start: hello
                steps:
                  hello:
                    say: Good day.
                    then: bye
                ‸\tbye:
                    say: Bye.
                    then: end

                """, "tab-indent"),
        Case(
            "on every line",
            flow: """
                flow: broken
                start: hello
                steps:
                ‸\thello:
                ‸\t\task: Bread or cake?
                ‸\t\tanswers:
                ‸\t\t\tBread: end
                ‸\t\t\tCake: end

                """, "tab-indent", "tab-indent", "tab-indent", "tab-indent", "tab-indent"),
        Case(
            "before an answer",
            flow: """
                flow: broken
                start: hello
                steps:
                  hello:
                    ask: Bread or cake?
                    answers:
                ‸\tBread: end
                      Cake: end

                """, "tab-indent"),
        Case(
            "before a list item",
            flow: """
                flow: broken
                start: hello
                steps:
                  hello:
                    say:
                ‸\t- Good day.
                      - It is early.
                    then: end

                """, "tab-indent"),
        Case(
            "before prose that goes on",
            flow: """
                flow: broken
                start: hello
                steps:
                  hello:
                    say: Good day,
                ‸\t\t\tdear friend.
                    then: end

                """, "tab-indent"),
        Case(
            "inside an exit",
            flow: """
                flow: broken
                start: hello
                steps:
                  hello:
                    ask: Your name?
                    text: name
                    if_silent:
                ‸\t\tafter: 5 minutes
                      then: end
                    then: end

                """, "tab-indent"),
        Case(
            "in a line of blanks and before a comment it is nothing",
            flow: "flow: broken\n\t\nstart: hello\n\t# a comment\nsteps:\n  hello:\n    say: Hi\n    then: end\n"),
        Case(
            "behind a colon it is a space",
            flow: "flow:\tbroken\nstart:\thello\nsteps:\n  hello:\n    say:\tHi\n    then:\tend\t\n"),
    ]

    static let columns = [
        Case(
            "further in than a text above",
            """
            hello:
              say: Good day.
                ‸then: end
            """, "bad-indent"),
        Case(
            "further in than a word above",
            """
            hello:
              ask: Your name?
              text: name
                ‸then: end
            """, "bad-indent"),
        Case(
            "a little further out",
            """
            hello:
              say: Good day.
             ‸then: end
            """, "bad-indent"),
        Case(
            "as far out as the step",
            """
            hello:
              say: Good day.
            ‸then: end
            """, "bad-indent"),
        Case(
            "further out than the step",
            flow: """
                flow: broken
                start: hello
                steps:
                  hello:
                    say: Good day.
                 ‸then: end

                """, "bad-indent"),
        Case(
            "the first line further in than the others",
            """
            hello:
                say: Good day.
              ‸then: end
            """, "bad-indent"),
        Case(
            "several lines at the same wrong column are one mistake",
            """
            hello:
              say: Good day.
                ‸ask: Bread or cake?
                answers: [Bread, Cake]
                then: end
            """, "bad-indent"),
        Case(
            "a whole step",
            """
            hello:
              say: Good day.
              then: bye
             ‸bye:
              say: Bye.
              then: end
            """, "bad-indent"),
        Case(
            "a whole step inside another",
            """
            hello:
              say: Good day.
              then: bye
              ‸bye:
                say: Bye.
                then: end
            """, "bad-indent"),
        Case(
            "a step that is not indented",
            flow: """
                flow: broken
                start: hello
                steps:
                ‸hello:
                  say: Good day.
                  then: bye
                bye:
                  say: Bye.
                  then: end

                """, "bad-indent"),
        Case(
            "the lines of a step that are not indented",
            """
            hello:
            ‸ask: Bread or cake?
            answers:
              Bread: bye
              Cake: bye
            bye:
              say: Bye.
              then: end
            """, "bad-indent"),
        Case(
            "the keys of the flow",
            flow: """
                flow: broken
                 ‸start: hello
                steps:
                  hello:
                    say: Good day.
                    then: end

                """, "bad-indent"),
        Case(
            "answers",
            """
            hello:
              ask: Bread or cake?
              answers:
                Bread: end
                  ‸Cake: end
            """, "bad-indent"),
        Case(
            "list items",
            """
            hello:
              ask: Bread or cake?
              answers:
                - Bread
                 ‸- Cake
              then: end
            """, "bad-indent"),
        Case(
            "a key of the step among its answers",
            """
            hello:
              ask: Bread or cake?
              answers:
                - Bread
                - Cake
                ‸then: end
            """, "bad-indent"),
        Case(
            "the keys of an answer",
            """
            hello:
              ask: Bread or cake?
              as: list
              answers:
                - label: Bread
                   ‸note: From six
                - label: Cake
                  note: From eight
              then: end
            """, "bad-indent"),
        Case(
            "the keys of an exit",
            """
            hello:
              ask: Your name?
              text: name
              if_silent:
                after: 5 minutes
               ‸then: end
              then: end
            """, "bad-indent"),
        Case(
            "words below a word",
            """
            hello:
              ask: Your name?
              text: ‸one
                ‸line
              then: end
            """, "unknown-word", "bad-indent"),
        Case(
            "a list at the column of its key is in order",
            """
            hello:
              ask: Bread or cake?
              answers:
              - Bread
              - Cake
              then: end
            """),
        Case(
            "any number of spaces is in order, the same within a block",
            flow: """
                flow: broken
                start: hello
                steps:
                 hello:
                      say: Good day.
                      then: bye
                 bye:
                   say: Bye.
                   then: end

                """),
        Case(
            "in bot.yaml",
            bot: """
                bot: Broken
                zone: Europe/Berlin
                  ‸start: broken
                people:
                  team:
                anywhere:
                  agent, help, support: people/person

                """, "bad-indent"),
        Case(
            "a queue in bot.yaml",
            bot: """
                bot: Broken
                zone: Europe/Berlin
                start: broken
                anywhere:
                  agent, help, support: people/person
                people:
                  team:
                    address: team-1
                   ‸desk:

                """, "bad-indent"),
    ]

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
