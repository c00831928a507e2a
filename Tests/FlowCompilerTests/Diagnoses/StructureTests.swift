import Testing

/// Diagnostics of lines, indentation and keys: sections 7.1 to 7.3 of the flow language.
@Suite struct StructureTests {
    @Test(arguments: tabs)
    func `a tab before the first word is told where it stands, and the line is read as meant`(_ example: Case) {
        example.check()
    }

    @Test(arguments: columns)
    func `a line at a wrong column is told once and read where it belongs`(_ example: Case) { example.check() }

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
              text: one
                ‸line
              then: end
            """, "bad-indent"),
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
}
