import Diagnostics

extension Explanation {
    /// What can be read, and is hardly what was meant.
    static let accepted: [Explanation] = [
        Explanation(
            .swallowedItem, rule: "an item stands at the column of its list",
            meaning: """
                A line that begins with a dash stands further in than a text, and is read as part of it; or the lines of a \
                text begin with dashes that are none of a list, such as `–` or `-` without a space.
                """,
            broken: "hello:\n  say:\n    - Good day.\n      - We have fresh rolls.\n  then: end",
            repaired: "hello:\n  say:\n    - Good day.\n    - We have fresh rolls.\n  then: end",
            why: "A long text goes on in deeper lines. Customers would get one message with a dash in it."),
        Explanation(
            .stepInLabel, rule: "an answer in a list is only its label",
            meaning: """
                A label ends with a colon and the name of a step. Behind a dash all of it is the label; `Label: step` is \
                written without a dash.
                """,
            broken: """
                hello:
                  ask: Do you still come?
                  answers:
                    - Yes, of course
                    - No: cancel
                  then: cancel
                cancel:
                  say: See you another time.
                  then: end
                """,
            repaired: """
                hello:
                  ask: Do you still come?
                  answers:
                    Yes, of course: cancel
                    No: cancel
                cancel:
                  say: See you another time.
                  then: end
                """,
            why: "The button would read \"No: cancel\", and lead where all the others lead."),
        Explanation(
            .sayBelowQuestion, rule: "what is said stands above the question",
            meaning: "`say` or `show` stands below the answers. A step says and shows first, and asks then.",
            broken: "hello:\n  ask: Which bread?\n  answers: [Rye, Wheat]\n  say: A good choice!\n  then: end",
            repaired: """
                hello:
                  ask: Which bread?
                  answers: [Rye, Wheat]
                  then: thanks
                thanks:
                  say: A good choice!
                  then: end
                """,
            why: "Customers would read the thanks before the question."),
        Explanation(
            .sumInText, rule: "a calculation has `*`, `/` and a decimal point",
            meaning: """
                A value looks like a calculation and is read as a text, because of a sign that the language does not have: \
                `×`, or a comma in a number. An amount of money has a point and the three letters of its currency.
                """,
            broken: """
                hello:
                  ask: How many rolls?
                  number: whole
                  then: sum
                sum:
                  set:
                    price: {hello} × 0.50 EUR
                  say: That is {price}.
                  then: end
                """,
            repaired: """
                hello:
                  ask: How many rolls?
                  number: whole
                  then: sum
                sum:
                  set:
                    price: {hello} * 0.50 EUR
                  say: That is {price}.
                  then: end
                """,
            why: "Customers would read \"3 × 0.50 EUR\" where the price should stand."),
        Explanation(
            .nameNotInserted, rule: "a name in a text is in braces",
            meaning: "A text has the name of an answer in other signs: `[name]`, `$name` or `{{name}}`.",
            broken:
                "hello:\n  ask: What is your name?\n  text: name\n  then: thanks\nthanks:\n  say: Thank you, [hello].\n  then: end",
            repaired:
                "hello:\n  ask: What is your name?\n  text: name\n  then: thanks\nthanks:\n  say: Thank you, {hello}.\n  then: end",
            why: "Other tools write names so; here customers would read the signs."),
        Explanation(
            .nameNeverUsed, rule: "a name that is set is used",
            meaning: "A step sets a name, and nothing in the flow asks for it.",
            broken: "hello:\n  set:\n    price: 3.50 EUR\n  say: A loaf is 3.50 EUR.\n  then: end",
            repaired: "hello:\n  set:\n    price: 3.50 EUR\n  say: A loaf is {price}.\n  then: end",
            why: "Often the name has another spelling elsewhere, or the text still has the value of before."),
        Explanation(
            .noneForNothing, rule: "an empty value is `nothing`",
            meaning: """
                A value is set to the words behind `or`, and those words are `none` or the like. They are a text; `nothing` is \
                the word for an empty value.
                """,
            broken: """
                hello:
                  ask: What is your name?
                  text: name
                  optional: yes
                  then: keep
                keep:
                  set:
                    name: {hello, or none}
                  say: Thank you, {name}.
                  then: end
                """,
            repaired: """
                hello:
                  ask: What is your name?
                  text: name
                  optional: yes
                  then: keep
                keep:
                  set:
                    name: {hello, or nothing}
                  say: Thank you, {name, or dear guest}.
                  then: end
                """,
            why: "A customer would be called \"none\", and no condition would find the value empty."),
        Explanation(
            .unreachableFlow, rule: "something leads to every flow",
            meaning: "No step, word or entry leads to the flow, and no flow runs it.",
            broken: .another("flow: party\nstart: party\nsteps:\n  party:\n    say: Come to our party!\n    then: end"),
            repaired: .another(
                "flow: party\nstart: party\nsteps:\n  party:\n    say: Come to our party!\n    then: end",
                steps: "hello:\n  say: Good day.\n  then: party/start"),
            why: "Nobody would ever see it. Often a `then` was forgotten, or a line of `entries`."),
        Explanation(
            .overlappingHours, rule: "the hours of a day do not overlap",
            meaning: "Two times of a day overlap, or a day is written in two lines.",
            broken: .bot(usualBot(hours: "    Monday to Friday: 9:00 to 13:00, 12:00 to 17:00")),
            repaired: .bot(usualBot(hours: "    Monday to Friday: 9:00 to 17:00")),
            why: "Of two lines for a day one cannot tell which one counts."),
        Explanation(
            .pastHours, rule: "dates in hours lie ahead",
            meaning: "All dates of these hours have passed, such as the holidays of last year.",
            broken: .bot(usualBot(hours: "    Monday to Friday: 9:00 to 17:00\n    2025-12-24 to 2025-12-26: closed")),
            repaired: .bot(
                usualBot(hours: "    Monday to Friday: 9:00 to 17:00\n    2026-12-24 to 2026-12-26: closed")),
            why: "Next Christmas people would wait for somebody who is not there."),
        Explanation(
            .silenceOfReminder, rule: "a reminder's question waits longer",
            meaning: """
                A reminder leads to a question that inherits `if_silent` of the flow or the bot, which is made for people who \
                are writing.
                """,
            broken: """
                hello:
                  remind: in 2 days
                  go: still
                  then: end
                still:
                  ask: Do you still come?
                  answers: [Yes, No]
                  then: end
                """,
            repaired: """
                hello:
                  remind: in 2 days
                  go: still
                  then: end
                still:
                  ask: Do you still come?
                  answers: [Yes, No]
                  if_silent: never
                  then: end
                """,
            why: "People read a reminder when they have time; after ten minutes the bot would already have given up."),
        Explanation(
            .languageUntranslated, rule: "every language has a translation",
            meaning: "bot.yaml names a language, and no file translates anything into it.",
            broken: .bot(usualBot(languages: "[en, fr]")),
            repaired: .bot(usualBot(languages: "[en]")),
            why: "Customers who speak that language would read the flow's own."),
    ]

    private static func usualBot(
        hours: String = "    Monday to Friday: 9:00 to 17:00", languages: String = "[en]"
    ) -> String {
        """
        bot: Harbour Bakery
        zone: Europe/Berlin
        languages: \(languages)
        start: hello
        anywhere:
          agent, help, support: people/person
        hours:
          opening hours:
        \(hours)
        people:
          team:
          desk:
            hours: opening hours
        if_silent: never
        if_other: people/person
        if_failed: people/person
        """
    }
}
