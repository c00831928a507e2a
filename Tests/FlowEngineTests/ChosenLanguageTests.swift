import FlowEngine
import Testing

/// `set: language`: the customer chooses the language.
@Suite struct ChosenLanguageTests {
    private static func engine(_ value: String = "{languages}") throws -> Engine {
        Engine(
            try bot(
                """
                anywhere:
                  sprache: languages
                  again: forget
                steps:
                  first:
                    ask: {language}, {today}
                    text: one line
                    then: end
                  languages:
                    ask: Which language?
                    answers:
                      - label: English
                      - label: Deutsch
                        id: de
                    then: chosen
                  chosen:
                    set:
                      language: \(value)
                    then: resume
                  forget:
                    set:
                      language: nothing
                    then: resume
                """, bot: plainBot + "\nlanguages: [en, de]"))
    }

    @Test func `what is said from then on is in that language, also in later conversations`() throws {
        try play(
            Self.engine(),
            script: """
                locale: en_GB
                you: hello
                bot: en, 2 March 2026
                you: sprache
                bot: Which language?
                buttons: English, Deutsch
                tap: Deutsch
                bot: de, 2. März 2026
                you: danke
                (ended)
                you: hello
                bot: de, 2. März 2026
                you: Sprache
                bot: Which language?
                buttons: English, Deutsch
                you: English
                bot: en, 2 March 2026
                """)
    }

    @Test func `nothing returns to the language of the device`() throws {
        try play(
            Self.engine(),
            script: """
                locale: en_GB
                you: hello
                bot: en, 2 March 2026
                you: sprache
                bot: Which language?
                buttons: English, Deutsch
                tap: Deutsch
                bot: de, 2. März 2026
                you: again
                bot: en, 2 March 2026
                """)
    }

    @Test(arguments: ["de", "DE", "German", "\"deutsch\""])
    func `a language is chosen by its code or its name`(value: String) throws {
        try play(
            Self.engine(value),
            script: """
                you: hello
                bot: en, 2 March 2026
                you: sprache
                bot: Which language?
                buttons: English, Deutsch
                tap: English
                bot: de, 2. März 2026
                """)
    }
}
