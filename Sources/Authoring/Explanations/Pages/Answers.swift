import Diagnostics

extension Explanation {
    /// Answers to choose from.
    static let answers: [Explanation] = [
        Explanation(
            .tooFewAnswers, rule: "there are at least two answers, or an `each`",
            meaning: "The question offers one answer or none. To tell something and go on, use `say`.",
            broken: "hello:\n  ask: Shall we begin?\n  answers: [Yes]\n  then: end",
            repaired: "hello:\n  ask: Shall we begin?\n  answers: [Yes, No]\n  then: end",
            why: "One answer is no choice, and Apple's quick replies need two."),
        Explanation(
            .tooManyAnswers, rule: "buttons show at most five answers",
            meaning: "`as: buttons` is written, and there are more than five answers.",
            broken: bread("[Rye, Wheat, Spelt, Oat, Barley, Millet]", as: "buttons"),
            repaired: bread("[Rye, Wheat, Spelt, Oat, Barley, Millet]", as: "list"),
            why: "Apple shows five buttons; the sixth answer could not be given. A list has room."),
        Explanation(
            .answerTooLong, rule: "24 characters fit on a button",
            meaning: "A label is longer than a button is wide. Shorten it, or write `as: list`.",
            broken:
                "hello:\n  ask: Which?\n  answers:\n    - Rye\n    - Wheat with pumpkin seeds and walnuts\n  then: end",
            repaired: "hello:\n  ask: Which?\n  answers:\n    - Rye\n    - Wheat with seeds\n  then: end",
            why: "The device cuts it, and two answers may look the same."),
        Explanation(
            .duplicateAnswer, rule: "labels and ids differ",
            meaning: "Two answers of one question have the same label or the same id.",
            broken: "hello:\n  ask: Which wine?\n  answers: [Red, White, Red]\n  then: end",
            repaired: "hello:\n  ask: Which wine?\n  answers: [Red, White, Rosé]\n  then: end",
            why: "Customers could not tell them apart, nor could a condition. Give one another label, or its own `id`."),
        Explanation(
            .asImpossible, rule: "`as` can show what is asked",
            meaning: "Buttons have no room for notes, pictures and headings, and take one answer.",
            broken:
                "hello:\n  ask: Which?\n  as: buttons\n  answers:\n    - label: Rye\n      note: Sourdough\n    - Wheat\n  then: end",
            repaired:
                "hello:\n  ask: Which?\n  as: list\n  answers:\n    - label: Rye\n      note: Sourdough\n    - Wheat\n  then: end",
            why: "What does not fit would have to be left out, and the question would not be the one you wrote."),
        Explanation(
            .textTooLong, rule: "texts in bubbles and labels have at most 512 characters",
            meaning: """
                Apple cuts texts in bubbles and labels after 512 characters, and newer devices after 200. Between the two \
                this is a warning. Say the rest in a `say` before it.
                """,
            broken: """
                hello:
                  ask: >-
                    All our bread is baked at four in the morning, in the old oven that
                    our grandmother built with her own hands, from grain of the farms
                    around the town, with salt, water and time, and without anything
                    else. Which one may it be?
                  as: list
                  answers: [Rye, Wheat]
                  then: end
                """,
            repaired: """
                hello:
                  say: >-
                    All our bread is baked at four in the morning, in the old oven that
                    our grandmother built with her own hands, from grain of the farms
                    around the town, with salt, water and time, and without anything
                    else.
                  ask: Which one may it be?
                  as: list
                  answers: [Rye, Wheat]
                  then: end
                """,
            why: "The end of the text, often the question itself, would be cut off."),
    ]

    private static func bread(_ answers: String, as style: String) -> Example {
        .steps("hello:\n  ask: Which bread?\n  as: \(style)\n  answers: \(answers)\n  then: end")
    }
}
