import FlowEngine
import Testing

@Suite struct LanguageTests {
    private static func engine(_ languages: String) throws -> Engine {
        Engine(
            try bot(
                """
                steps:
                  first:
                    ask: {language}, {today}
                    answers: [Red, Blue]
                    then: end
                """, bot: plainBot + "\nlanguages: [\(languages)]"))
    }

    @Test(arguments: [
        ("de_DE", "de, 2. März 2026"), ("de", "de, 2. März 2026"), ("DE-at", "de, 2. März 2026"),
        ("en_GB", "en, 2 March 2026"), ("fr_FR", "en, 2 March 2026"), ("", "en, 2 March 2026"),
    ])
    func `customers are answered in their language when the bot speaks it, else in its first`(
        locale: String, said: String
    ) throws {
        try play(
            Self.engine("en, de"),
            script: """
                locale: \(locale)
                you: hello
                bot: \(said)
                buttons: Red, Blue
                """)
    }

    @Test func `the language can change in the middle of a conversation, and the small texts with it`() throws {
        try play(
            Self.engine("en, de"),
            script: """
                you: hello
                bot: en, 2 March 2026
                buttons: Red, Blue
                locale: de_DE
                you: ?
                bot: de, 2. März 2026
                buttons: Red, Blue
                tap 1: Red
                bot: Diese Frage ist nicht mehr offen.
                bot: de, 2. März 2026
                buttons: Red, Blue
                you: stop
                bot: Auf Wiedersehen! Schreib uns jederzeit wieder.
                (ended)
                """)
    }

    @Test func `a message that does not say its language leaves it as it was`() throws {
        var talk = Talk([try Self.engine("en, de")])
        talk.locale = "de_DE"
        _ = try talk.say("hello")
        talk.locale = nil
        _ = try talk.say("?")
        #expect(talk.session?.language == "de")
    }
}
