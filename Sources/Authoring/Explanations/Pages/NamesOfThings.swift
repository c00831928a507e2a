import Diagnostics

extension Explanation {
    /// Valid names of steps, values and flows.
    static let namesOfThings: [Explanation] = [
        Explanation(
            .reservedName, rule: "words of the language name nothing else",
            meaning: """
                `end`, `back`, `resume`, `start`, `send` and `nothing` are no steps; built-in names such as `today` or \
                `customer` hold no answers.
                """,
            broken: "hello:\n  say: Good day.\n  then: end\nend:\n  say: Good bye.\n  then: end",
            repaired: "hello:\n  say: Good day.\n  then: goodbye\ngoodbye:\n  say: Good bye.\n  then: end",
            why: "`then: end` would mean two things, and your step would never be reached."),
        Explanation(
            .nameTaken, rule: "two things do not remember under one name",
            meaning: "A value is set under the name of a step whose answer is remembered by that name.",
            broken: """
                bread:
                  ask: Which bread?
                  answers: [Rye, Wheat]
                  then: price
                price:
                  set:
                    bread: 4.20 EUR
                  say: That makes {bread}.
                  then: end
                """,
            repaired: """
                bread:
                  ask: Which bread?
                  answers: [Rye, Wheat]
                  then: price
                price:
                  set:
                    costs: 4.20 EUR
                  say: That makes {costs}.
                  then: end
                """,
            why: "The later one would wipe out the earlier one, and `{bread}` would be a price."),
        Explanation(
            .flowName, rule: "`flow:` equals the name of the file",
            meaning: "The file is called otherwise than the flow in it.",
            broken: .flow("flow: helo\nstart: hello\nsteps:\n  hello:\n    say: Good day.\n    then: end"),
            repaired: .flow("flow: hello\nstart: hello\nsteps:\n  hello:\n    say: Good day.\n    then: end"),
            why: "Other flows lead here by the name, and people look for it by the file. Both should find the same."),
    ]
}
