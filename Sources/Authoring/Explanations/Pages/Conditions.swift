import Diagnostics

extension Explanation {
    /// Comparisons in `when`.
    static let conditions: [Explanation] = [
        Explanation(
            .typeMismatch, rule: "a value is used as what it is",
            meaning: "A value is compared, reckoned or used as something that it is not.",
            broken: """
                name:
                  ask: Your name?
                  text: name
                  then: decide
                decide:
                  when:
                    name is more than 3: people/person
                    otherwise: end
                """,
            repaired: """
                name:
                  ask: Your name?
                  text: name
                  then: decide
                decide:
                  when:
                    name is Ana: people/person
                    otherwise: end
                """,
            why: "The comparison could never hold, and that way would never be taken."),
        Explanation(
            .unknownAnswer, rule: "a compared answer is offered",
            meaning: "The condition waits for an answer that the question does not offer.",
            broken: wine("wine is Rde: people/person"),
            repaired: wine("wine is Red: people/person"),
            why: "The line would never be taken, and nothing else would tell you."),
        Explanation(
            .mixedAndOr, rule: "brackets where `and` meets `or`",
            meaning: "The condition uses `and` and `or` without saying which belongs together.",
            broken: wine("wine is Red or wine is White and bot.open is yes: people/person"),
            repaired: wine("(wine is Red or wine is White) and bot.open is yes: people/person"),
            why: "People read it in two ways, and only one of them is right."),
        Explanation(
            .badCondition, rule: "a condition is a name, a word and a value",
            meaning: """
                A part of the condition cannot be read. The words are `is`, `is not`, `is one of`, `is more than`, \
                `contains`, `is empty` and their like.
                """,
            broken: wine("wine equals Red: people/person"),
            repaired: wine("wine is Red: people/person"),
            why: "A few words that everybody reads alike are safer than many."),
    ]

    /// Calculations in `set`, and lists.
    static let sums: [Explanation] = [
        Explanation(
            .setChangesType, rule: "a name keeps its type",
            meaning: "A name is set to a number in one place and to a text in another, or the like.",
            broken: """
                hello:
                  set:
                    loaves: 2
                  say: "{loaves} loaves are left."
                  then: later
                later:
                  set:
                    loaves: none
                  say: "{loaves} is left."
                  then: end
                """,
            repaired: """
                hello:
                  set:
                    loaves: 2
                  say: "{loaves} loaves are left."
                  then: later
                later:
                  set:
                    loaves: 0
                  say: "{loaves} loaves are left."
                  then: end
                """,
            why: "Whatever reckons or compares with the name later would depend on the way people came."),
        Explanation(
            .badSum, rule: "a sum can be reckoned",
            meaning: "The value looks like a sum, but something is missing in it. If it is a text, put it in quotes.",
            broken: "hello:\n  set:\n    total: 2 + * 3\n  say: That makes {total}.\n  then: end",
            repaired: "hello:\n  set:\n    total: 2 * 3\n  say: That makes {total}.\n  then: end",
            why: "It would be sent as text, and customers would read `2 + * 3` for a price."),
        Explanation(
            .badEach, rule: "`each` is written `x in list`",
            meaning: "`each` gives a name to one item after the other: `loaf in loaves`.",
            broken: """
                hello:
                  set:
                    loaves: [Rye, Wheat]
                  say:
                    - each: loaves
                      line: We have {loaves}.
                  then: end
                """,
            repaired: """
                hello:
                  set:
                    loaves: [Rye, Wheat]
                  say:
                    - each: loaf in loaves
                      line: We have {loaf}.
                  then: end
                """,
            why: "Without a name for the single item its parts could not be shown."),
    ]

    private static func wine(_ line: String) -> Example {
        .steps(
            """
            wine:
              ask: Which wine?
              answers: [Red, White]
              then: decide
            decide:
              when:
                \(line)
                otherwise: end
            """)
    }
}
