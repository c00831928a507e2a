import Diagnostics

extension Explanation {
    /// Names in braces and in conditions.
    static let names: [Explanation] = [
        Explanation(
            .unknownName, rule: "names in texts and conditions exist",
            meaning: "No step, no value that is set and nothing built in has this name.",
            broken: "name:\n  ask: Your name?\n  text: name\n  then: hello\nhello:\n  say: Hello {nmae}!\n  then: end",
            repaired:
                "name:\n  ask: Your name?\n  text: name\n  then: hello\nhello:\n  say: Hello {name}!\n  then: end",
            why: "Customers would read a gap, or the braces themselves."),
        Explanation(
            .unknownField, rule: "what stands behind a point exists",
            meaning: "What stands before the point has no part of this name.",
            broken: """
                visit:
                  ask: When do you come?
                  times:
                    every: 2 hours
                    in: opening hours
                  then: thanks
                thanks:
                  say: Until {visit.strat, time}!
                  then: end
                """,
            repaired: """
                visit:
                  ask: When do you come?
                  times:
                    every: 2 hours
                    in: opening hours
                  then: thanks
                thanks:
                  say: Until {visit.start, time}!
                  then: end
                """,
            why: "Customers would read a gap."),
        Explanation(
            .maybeEmpty, rule: "what is said is there on every way",
            meaning: """
                On some way through the flow the name has no value yet. The message shows the shortest one. Write \
                `{name, or …}` with the words to use then.
                """,
            broken: """
                hello:
                  ask: Shall we keep it for you?
                  answers:
                    Yes: name
                    No: thanks
                name:
                  ask: Your name?
                  text: name
                  then: thanks
                thanks:
                  say: Thank you, {name}!
                  then: end
                """,
            repaired: """
                hello:
                  ask: Shall we keep it for you?
                  answers:
                    Yes: name
                    No: thanks
                name:
                  ask: Your name?
                  text: name
                  then: thanks
                thanks:
                  say: Thank you, {name, or dear guest}!
                  then: end
                """,
            why: "\"Thank you, !\" is what customers would read, and you would never see it when you try the other way."
        ),
    ]

    /// The syntax between braces.
    static let braces: [Explanation] = [
        Explanation(
            .unclosedBrace, rule: "braces come in pairs",
            meaning: "A `{` has no `}`, or the other way round. To write a brace itself, double it: `{{`.",
            broken: "hello:\n  say: Good day, {customer.id\n  then: end",
            repaired: "hello:\n  say: Good day, {customer.id}\n  then: end",
            why: "One cannot tell where the name ends and the text goes on."),
        Explanation(
            .unknownFormat, rule: "a value is written in a format of its type",
            meaning: "Behind the comma stands a format that this type of value does not have.",
            broken: "hello:\n  say: Today is {today, weekday}.\n  then: end",
            repaired: "hello:\n  say: Today is {today, day}.\n  then: end",
            why: "Each type has its own few formats, and each is written in the customer's language."),
        Explanation(
            .missingOtherForm, rule: "`plural` and `select` have `other`",
            meaning: "The forms do not say what to write for all other numbers or values.",
            broken: """
                hello:
                  set:
                    loaves: 3
                  say: "{loaves, plural, one {one loaf}} in the oven."
                  then: end
                """,
            repaired: """
                hello:
                  set:
                    loaves: 3
                  say: "{loaves, plural, one {one loaf} other {# loaves}} in the oven."
                  then: end
                """,
            why: "Languages count differently; `other` is the only form that all of them have."),
    ]
}
