import Diagnostics

extension Explanation {
    /// Flows in other languages.
    static let translations: [Explanation] = [
        Explanation(
            .unknownLanguage, rule: "a translation is in a language of the bot",
            meaning: """
                `languages` in bot.yaml lists what the bot speaks, the language of the flows first. A translation in another \
                language would never be used. A flow cannot choose one with `set: language` either.
                """,
            broken: .translation("dk", "  hello.say:\n    of: 04bce9\n    text: Goddag."),
            repaired: .translation("de", "  hello.say:\n    of: 04bce9\n    text: Guten Tag."),
            why: "Customers would go on reading the language of the flows, and nobody would know why."),
        Explanation(
            .translationMissing, rule: "every text is translated",
            meaning: """
                There is a translation, but not of all texts, or not of all flows. Where one is missing customers read the \
                language of the flow. Reported once a file, and for flows without a file at the language in bot.yaml; \
                `usher translate status` lists all of them.
                """,
            broken: .translation("de", "  wine.ask:\n    of: 54f804\n    text: Welcher Wein?", steps: wine),
            repaired: .translation(
                "de",
                """
                  wine.ask:
                    of: 54f804
                    text: Welcher Wein?
                  wine.answers.Red:
                    of: ba19e9
                    text: Rot
                  wine.answers.White:
                    of: 3495e7
                    text: Weiß
                """, steps: wine),
            why: "A conversation in two languages makes people doubt that they are understood."),
        Explanation(
            .translationStale, rule: "the source is the one that was translated",
            meaning: """
                `of` is the fingerprint of the text that was translated. That text has changed since. The old translation \
                is still used, unless it has other names in braces.
                """,
            broken: .translation("de", "  hello.say:\n    of: 1a2b3c\n    text: Guten Abend."),
            repaired: .translation("de", "  hello.say:\n    of: 04bce9\n    text: Guten Tag."),
            why: "Customers would be told different things in different languages, such as an old price."),
        Explanation(
            .translationUnknown, rule: "a translated text exists",
            meaning: """
                No text of the flow has this name. A name is made of the keys that lead to the text: `hello.say`, \
                `wine.answers.Red`, `anywhere.person`.
                """,
            broken: .translation(
                "de",
                "  hello.say:\n    of: 04bce9\n    text: Guten Tag.\n  zebra.say:\n    of: 04bce9\n    text: Hallo."),
            repaired: .translation("de", "  hello.say:\n    of: 04bce9\n    text: Guten Tag."),
            why: "A step was renamed without `was`, or a name is misspelt; its translation would never be used."),
        Explanation(
            .translationNames, rule: "both texts have the same names in braces",
            meaning: """
                Names in braces belong to the flow and are the same in every language; only the words around them are \
                translated.
                """,
            broken: .translation(
                "de", "  hello.say:\n    of: f99e3e\n    text: Guten Tag, {kunde}.",
                steps: "hello:\n  say: Good day, {customer.id}.\n  then: end"),
            repaired: .translation(
                "de", "  hello.say:\n    of: f99e3e\n    text: Guten Tag, {customer.id}.",
                steps: "hello:\n  say: Good day, {customer.id}.\n  then: end"),
            why: "A name that nothing is kept under cannot be said, and one that is left out is missed."),
    ]

    private static let wine = "wine:\n  ask: Which wine?\n  answers: [Red, White]\n  then: end"
}
