import Diagnostics

extension Explanation {
    /// Quotes, brackets and signs of YAML: sections 7.4 to 7.9 of the flow language.
    static let signs: [Explanation] = [
        Explanation(
            .unclosedQuote, rule: "a value that begins with a quote ends with one",
            meaning: "A quote is opened and never closed. Close it, or leave it out: a text needs no quotes.",
            broken: "hello:\n  say: \"Good day.\n  then: end",
            repaired: "hello:\n  say: \"Good day.\"\n  then: end",
            why: "Text up to the next quote would be taken in, be it ten lines further down."),
        Explanation(
            .unclosedList, rule: "`[` has its `]` on the same line",
            meaning: "A list on one line is not closed on that line.",
            broken: "hello:\n  ask: Bread or cake?\n  answers: [Bread, Cake\n  then: end",
            repaired: "hello:\n  ask: Bread or cake?\n  answers: [Bread, Cake]\n  then: end",
            why: "A long list reads better with a line for each item, so the short form never needs a second line."),
        Explanation(
            .inlineMap, rule: "blocks are written a key a line",
            meaning: "A block stands in braces on one line. Write its keys below each other instead.",
            broken: "hello: { say: Good day., then: end }",
            repaired: "hello:\n  say: Good day.\n  then: end",
            why: "A comma in a sentence would end the sentence, and the rest of it would be taken for a key."),
        Explanation(
            .yamlFeature, rule: "no anchors, aliases, tags, `<<` and `---`",
            meaning:
                "A sign is used that has a special meaning in YAML and none here. If it is text, put it in quotes.",
            broken: "hello:\n  say: Good day.\n  then: *bread\nbread:\n  say: Rye is sold out.\n  then: end",
            repaired: "hello:\n  say: Good day.\n  then: bread\nbread:\n  say: Rye is sold out.\n  then: end",
            why:
                "Aliases and merged blocks save lines, but nobody sees any more what a step says without looking twice."
        ),
        Explanation(
            .hashInText, rule: "a `#` behind a space stands in quotes",
            meaning: "A text has a `#` after a space. It is sent as text, but other tools take it for a comment.",
            broken: "hello:\n  say: Your order is #5 today.\n  then: end",
            repaired: "hello:\n  say: \"Your order is #5 today.\"\n  then: end",
            why: "An editor shows the rest in grey and another tool cuts it off. Nothing is ever cut silently here."),
        Explanation(
            .curlyQuotes, rule: "quotes around a value are straight",
            meaning: "A word processor made the quotes curly. They are read as straight ones; type those, or none.",
            broken: "hello:\n  say: “Good day.”\n  then: end",
            repaired: "hello:\n  say: Good day.\n  then: end",
            why: "For other tools curly quotes are part of the text. Inside a text they are welcome."),
        Explanation(
            .oddSpace, rule: "structure uses plain spaces",
            meaning: "A space that looks like any other is a no-break space, often copied from a page or a letter.",
            broken: "hello:\n  say:\u{A0}Good day.\n  then: end",
            repaired: "hello:\n  say: Good day.\n  then: end",
            why:
                "Nobody sees the difference, and other tools do not find the end of the key. Inside a text it may stand."
        ),
    ]
}
