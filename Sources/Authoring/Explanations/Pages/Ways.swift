import Diagnostics

extension Explanation {
    /// Destinations of steps.
    static let ways: [Explanation] = [
        Explanation(
            .wasStillUsed, rule: "`was` names a step that is gone",
            meaning: "A step says that it used to be called like a step that is still there.",
            broken:
                "hello:\n  say: Good day.\n  then: visit\nvisit:\n  was: hello\n  say: Come in!\n  then: end",
            repaired: "hello:\n  say: Good day.\n  then: visit\nvisit:\n  was: slot\n  say: Come in!\n  then: end",
            why: "People who wait there, and old bubbles, go by the name. It has to lead to one place."),
        Explanation(
            .wasTwice, rule: "one step follows an old name",
            meaning: "Two steps say that they used to have the same name.",
            broken:
                "hello:\n  was: slot\n  say: Good day.\n  then: visit\nvisit:\n  was: slot\n  say: Come in!\n  then: end",
            repaired: "hello:\n  say: Good day.\n  then: visit\nvisit:\n  was: slot\n  say: Come in!\n  then: end",
            why: "People who wait under the old name can come to one step only. Choose where they go on best."),
        Explanation(
            .unknownStep, rule: "steps that are named exist",
            meaning: "A `then`, an answer or an exit names a step that the flow does not have.",
            broken: "hello:\n  say: Good day.\n  then: vist\nvisit:\n  say: Come in!\n  then: end",
            repaired: "hello:\n  say: Good day.\n  then: visit\nvisit:\n  say: Come in!\n  then: end",
            why: "The conversation would stop in the middle."),
        Explanation(
            .unknownFlow, rule: "flows that are named exist",
            meaning: "A destination is written `flow/step`, and there is no file of this flow.",
            broken: "hello:\n  say: Good day.\n  then: peple/person",
            repaired: "hello:\n  say: Good day.\n  then: people/person",
            why: "The conversation would stop in the middle."),
        Explanation(
            .missingThen, rule: "every way out is written",
            meaning: "The step, or one of its answers, does not say where to go. To stop, write `then: end`.",
            broken: "hello:\n  ask: Bread or cake?\n  answers: [Bread, Cake]",
            repaired: "hello:\n  ask: Bread or cake?\n  answers: [Bread, Cake]\n  then: end",
            why: "A missing `then` is a slip far more often than an end."),
        Explanation(
            .thenNeverUsed, rule: "a `then` can be taken",
            meaning: "Every answer, or every line of the `when`, has its own step, so nobody takes this `then`.",
            broken: """
                hello:
                  ask: Shall we go on?
                  answers:
                    Yes: people/person
                    No: end
                  then: end
                """,
            repaired: """
                hello:
                  ask: Shall we go on?
                  answers:
                    Yes: people/person
                    No: end
                """,
            why: "It looks as if it did something, and misleads whoever changes the flow next."),
        Explanation(
            .unreachableStep, rule: "some way leads to every step",
            meaning: "No step, no word of `anywhere` and no other flow leads here.",
            broken: "hello:\n  say: Good day.\n  then: end\ncakes:\n  say: We have apple cake.\n  then: end",
            repaired: "hello:\n  say: Good day.\n  then: cakes\ncakes:\n  say: We have apple cake.\n  then: end",
            why: "What nobody can reach is forgotten, or a way to it is missing that you think is there."),
        Explanation(
            .loopWithoutQuestion, rule: "a circle asks something on its way",
            meaning: "Steps lead round to each other without a question in between. The message names the circle.",
            broken: "hello:\n  say: Good day.\n  then: bread\nbread:\n  say: Rye is sold out.\n  then: hello",
            repaired: """
                hello:
                  ask: Shall I tell you about our bread?
                  answers:
                    Yes: bread
                    No: end
                bread:
                  say: Rye is sold out.
                  then: hello
                """,
            why: "The bot would send the same messages until it is stopped."),
        Explanation(
            .deadEnd, rule: "from everywhere an end or a person can be reached",
            meaning: """
                Customers who answer can go on for ever but never come to an end or to a person. Silence and failure do \
                not count as ways out.
                """,
            broken: """
                hello:
                  ask: Which bread?
                  answers: [Rye, Wheat]
                  then: cut
                cut:
                  ask: Sliced?
                  answers: [Yes, No]
                  then: hello
                """,
            repaired: """
                hello:
                  ask: Which bread?
                  answers: [Rye, Wheat]
                  then: cut
                cut:
                  ask: Sliced?
                  answers: [Yes, No]
                  then: end
                """,
            why: "A conversation that cannot be finished is worse than none."),
        Explanation(
            .runCircle, rule: "flows do not run each other in a circle",
            meaning: """
                The flow runs another one that, itself or by the flows that it runs, comes back to this one. Each would wait for \
                the next. Lead to a step instead, with `then`.
                """,
            broken: """
                hello:
                  ask: Which bread?
                  answers:
                    Rye: again
                    Wheat: end
                again:
                  run: hello
                  then: end
                """,
            repaired: """
                hello:
                  ask: Which bread?
                  answers:
                    Rye: hello
                    Wheat: end
                """,
            why:
                "A flow that is run waits for its end. In a circle nobody would ever come to it, and the bot stops at twelve."
        ),
        Explanation(
            .resumeWithoutInterruption, rule: "`resume` stands only where an anywhere word leads",
            meaning: """
                `resume` repeats the question that an anywhere word interrupted. People also come here by an ordinary way, \
                where nothing was interrupted; they begin anew.
                """,
            broken: .flow(
                """
                flow: hello
                start: hello
                anywhere:
                  hours: hours
                steps:
                  hello:
                    ask: What may it be?
                    answers:
                      Opening hours: hours
                      Nothing: end
                  hours:
                    say: We open at six.
                    then: resume
                """),
            repaired: .flow(
                """
                flow: hello
                start: hello
                anywhere:
                  hours: hours
                steps:
                  hello:
                    ask: What may it be?
                    answers:
                      Opening hours: tell
                      Nothing: end
                  tell:
                    say: We open at six.
                    then: end
                  hours:
                    say: We open at six.
                    then: resume
                """),
            why: "Starting again from the top surprises somebody who only went on."),
        Explanation(
            .missingOtherwise, rule: "`when` ends with `otherwise`",
            meaning: "There is no line for the case that none of the conditions holds.",
            broken: """
                hello:
                  ask: Bread or cake?
                  answers: [Bread, Cake]
                  then: decide
                decide:
                  when:
                    hello is Bread: people/person
                """,
            repaired: """
                hello:
                  ask: Bread or cake?
                  answers: [Bread, Cake]
                  then: decide
                decide:
                  when:
                    hello is Bread: people/person
                    otherwise: end
                """,
            why: "Sooner or later something comes that no condition thought of."),
        Explanation(
            .otherwiseNotLast, rule: "`otherwise` stands last",
            meaning: "Lines of a `when` are read from the top, and `otherwise` always fits: nothing below is read.",
            broken: """
                hello:
                  when:
                    otherwise: end
                    bot.open is yes: people/person
                """,
            repaired: """
                hello:
                  when:
                    bot.open is yes: people/person
                    otherwise: end
                """,
            why: "The lines below look as if they worked."),
    ]
}
