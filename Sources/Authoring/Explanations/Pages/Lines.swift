import Diagnostics

extension Explanation {
    /// Lines, indentation and keys: sections 7.1 to 7.3 of the flow language.
    static let lines: [Explanation] = [
        Explanation(
            .badEncoding, rule: "a file is UTF-8 text",
            meaning: "The file is saved in an old encoding, or is no text at all. Choose UTF-8 when saving it.",
            broken: .latin("flow: hello\nstart: hello\nsteps:\n  hello:\n    say: Grüß Gott!\n    then: end"),
            repaired: .flow("flow: hello\nstart: hello\nsteps:\n  hello:\n    say: Grüß Gott!\n    then: end"),
            why: "In another encoding one cannot tell which letters are meant, and customers would read odd signs."),
        Explanation(
            .emptyFile, rule: "a flow file says something",
            meaning: "The file holds nothing, or only comments.",
            broken: .flow("# The flow comes tomorrow."),
            repaired: .flow("flow: hello\nstart: hello\nsteps:\n  hello:\n    say: Good day.\n    then: end"),
            why: "An empty file is more often one that was not saved than one that is meant to be empty."),
        Explanation(
            .tabIndent, rule: "indentation is spaces",
            meaning: "A line begins with a tab. It is read as it is probably meant, but has to be mended.",
            broken: "hello:\n\tsay: Good day.\n  then: end",
            repaired: "hello:\n  say: Good day.\n  then: end",
            why: "A tab is two, four or eight columns wide, as the editor likes, so what looks lined up may not be."),
        Explanation(
            .badIndent, rule: "lines of a block begin at the same column",
            meaning: "A line stands further in or out than the lines it belongs to.",
            broken: "hello:\n  say: Good day.\n    then: end",
            repaired: "hello:\n  say: Good day.\n  then: end",
            why: "Indentation says what belongs to what. One space too many, and a line could belong to another block."),
        Explanation(
            .missingColon, rule: "a line is `key: value` or a list item",
            meaning: "The line is neither a key with its colon nor an item that begins with `- `.",
            broken: "hello:\n  say Good day.\n  then: end",
            repaired: "hello:\n  say: Good day.\n  then: end",
            why: "Without the colon one cannot tell the key from its text."),
        Explanation(
            .missingSpace, rule: "a colon is followed by a space",
            meaning: """
                A key and its value stand together without a space behind the colon, or an item of a list and its dash.
                """,
            broken: "hello:\n  say: Good day.\n  then:end",
            repaired: "hello:\n  say: Good day.\n  then: end",
            why:
                "A colon inside a word, as in `10:30` or `https://`, is part of the word. The space makes the difference."
        ),
        Explanation(
            .duplicateKey, rule: "a key stands once in its block",
            meaning: "The same key is written twice in one block, and only one of them could count.",
            broken: "hello:\n  say: Good day.\n  say: We have fresh rolls.\n  then: end",
            repaired: "hello:\n  say:\n    - Good day.\n    - We have fresh rolls.\n  then: end",
            why: "Other tools silently keep the last one; the first message would be lost without a word."),
        Explanation(
            .duplicateStep, rule: "step names differ",
            meaning: "Two steps of a flow have the same name. Both places are shown.",
            broken: """
                hello:
                  say: Good day.
                  then: hours
                hours:
                  say: We open at six.
                  then: end
                hours:
                  say: On Sunday we open at eight.
                  then: end
                """,
            repaired: """
                hello:
                  say: Good day.
                  then: hours
                hours:
                  say: We open at six.
                  then: sunday
                sunday:
                  say: On Sunday we open at eight.
                  then: end
                """,
            why: "With two steps of one name nobody knows which of them `then: hours` leads to."),
    ]
}
