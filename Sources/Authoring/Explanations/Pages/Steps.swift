import Diagnostics

extension Explanation {
    /// The contents of a step.
    static let steps: [Explanation] = [
        Explanation(
            .stepDoesNothing, rule: "a step does something",
            meaning: "The step neither says, sets, asks nor decides anything; it only goes on.",
            broken: """
                hello:
                  say: Good day.
                  then: on
                on:
                  then: bread
                bread:
                  say: Rye is sold out.
                  then: end
                """,
            repaired: """
                hello:
                  say: Good day.
                  then: bread
                bread:
                  say: Rye is sold out.
                  then: end
                """,
            why: "It is what remains when a step has been emptied by mistake."),
        Explanation(
            .twoKindsOfStep, rule: "a step does one thing",
            meaning: "A step asks, decides or hands over: one of these, behind what it says and sets.",
            broken: """
                hello:
                  ask: Bread or cake?
                  answers: [Bread, Cake]
                  when:
                    hello is Bread: end
                    otherwise: end
                """,
            repaired: """
                hello:
                  ask: Bread or cake?
                  answers: [Bread, Cake]
                  then: decide
                decide:
                  when:
                    hello is Bread: end
                    otherwise: end
                """,
            why: "With two things in one step nobody could tell which comes first, and where `then` belongs."),
    ]

    /// The kinds of questions.
    static let questions: [Explanation] = [
        Explanation(
            .twoKindsOfQuestion, rule: "a question has one kind of answer",
            meaning: "The step asks for two things at once, such as `answers` and `text`.",
            broken: "hello:\n  ask: Which bread?\n  answers: [Rye, Wheat]\n  text: one line\n  then: end",
            repaired: "hello:\n  ask: Which bread?\n  answers: [Rye, Wheat]\n  then: end",
            why: """
                Customers see one picker or one keyboard. What they type instead of tapping is looked after by `if_other`.
                """),
        Explanation(
            .questionWithoutKind, rule: "a question says what may be answered",
            meaning: "There is an `ask` without `answers`, `times` or `text`. To tell something, use `say`.",
            broken: "hello:\n  ask: Which bread?\n  then: end",
            repaired: "hello:\n  ask: Which bread?\n  answers: [Rye, Wheat]\n  then: end",
            why: "The bot has to know what fits, and what it should do with the rest."),
        Explanation(
            .kindWithoutQuestion, rule: "answers belong to a question",
            meaning: "There are `answers`, `times` or `text`, but no `ask` in the step.",
            broken: "hello:\n  say: Which bread?\n  answers: [Rye, Wheat]\n  then: end",
            repaired: "hello:\n  ask: Which bread?\n  answers: [Rye, Wheat]\n  then: end",
            why: "`say` tells something and goes on; only `ask` waits for the customer."),
    ]
}
