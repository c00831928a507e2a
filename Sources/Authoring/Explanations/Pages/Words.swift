import Diagnostics

extension Explanation {
    /// Values with a required format: names, patterns, addresses, words of a key.
    static let words: [Explanation] = [
        Explanation(
            .badName, rule: "a name has letters, digits, `-` and `_`",
            meaning: "A name begins with a letter, has no spaces, and at most 40 characters.",
            broken: "hello:\n  say: Good day.\n  then: rye bread\nrye bread:\n  say: It is sold out.\n  then: end",
            repaired: "hello:\n  say: Good day.\n  then: rye-bread\nrye-bread:\n  say: It is sold out.\n  then: end",
            why: "Names stand in braces, in conditions and in addresses, where a space or a point has a meaning."),
        Explanation(
            .badPattern, rule: "`matches` is a pattern that runs in linear time",
            meaning: """
                The pattern is not complete, or uses something that is not read here: back-references and look-around.
                """,
            broken: .steps(
                #"""
                hello:
                  ask: Your postcode?
                  text:
                    kind: postcode
                    matches: '[0-9{5}'
                  then: end
                """#),
            repaired: .steps(
                #"""
                hello:
                  ask: Your postcode?
                  text:
                    kind: postcode
                    matches: '[0-9]{5}'
                  then: end
                """#),
            why: "Some patterns take minutes for a single answer. Such an answer would stop the bot for everybody."),
        Explanation(
            .badAddress, rule: "addresses begin with `https://`",
            meaning: """
                An address of the web is not whole, or not a secure one; or there is no number behind `tel:`, no mail address \
                behind `mailto:`.
                """,
            broken: """
                hello:
                  ask: Which bread?
                  as: list
                  answers:
                    - label: Rye
                      image: www.example.com/rye.png
                    - Wheat
                  then: end
                """,
            repaired: """
                hello:
                  ask: Which bread?
                  as: list
                  answers:
                    - label: Rye
                      image: https://www.example.com/rye.png
                    - Wheat
                  then: end
                """,
            why: "Devices refuse to load what does not come over a secure connection; customers would see a gap."),
        Explanation(
            .unknownWord, rule: "a value is one of the words its key knows",
            meaning: "The key takes one of a few words, and this is none of them.",
            broken: "hello:\n  ask: Bread or cake?\n  as: buttns\n  answers: [Bread, Cake]\n  then: end",
            repaired: "hello:\n  ask: Bread or cake?\n  as: buttons\n  answers: [Bread, Cake]\n  then: end",
            why: "A misspelt word would be passed over, and the question would not look as you meant it."),
        Explanation(
            .outOfRange, rule: "numbers and lengths of time keep their limits",
            meaning: "The value is larger or smaller than its key allows. The message names the limits.",
            broken: """
                hello:
                  ask: Your name?
                  text: name
                  if_silent:
                    after: 10 seconds
                    then: end
                  then: end
                """,
            repaired: """
                hello:
                  ask: Your name?
                  text: name
                  if_silent:
                    after: 2 minutes
                    then: end
                  then: end
                """,
            why: "The limits are those of Apple's messages, or of what customers can be expected to bear."),
    ]
}
