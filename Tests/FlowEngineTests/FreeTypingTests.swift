import FlowEngine
import Testing

/// What customers type instead of tapping: the rules of `Docs/Typing.md`.
@Suite struct FreeTypingTests {
    private static let shop = """
        steps:
          first:
            ask: What needs fixing?
            answers:
              - label: Full service
              - label: Quick service
              - label: Puncture
              - label: Nothing
                then: end
            then: colour
          colour:
            ask: Which colour for {first}?
            answers: [Dark green, Red]
            then: count
          count:
            ask: How many?
            number: whole
            then: more
          more:
            ask: "{count}. What else?"
            answers: [Wheels, Brakes, Lights]
            several: yes
            then: visit
          visit:
            ask: "{more}. When?"
            times:
              - 2026-03-03 09:00
              - 2026-03-03 10:30
              - 2026-03-04 09:00
            then: booked
          booked:
            say: Booked for {visit}.
            then: end
        """

    @Test func `parts, slips, words for numbers and typed times are answers`() throws {
        try play(
            Self.shop,
            script: """
                you: hello
                bot: What needs fixing?
                buttons: Full service, Quick service, Puncture, Nothing
                you: the full one please
                bot: Which colour for Full service?
                buttons: Dark green, Red
                you: gren
                bot: How many?
                you: twenty-two
                list: 22. What else? | Wheels, Brakes, Lights
                you: the wheels and the braks
                times: Wheels and Brakes. When? | 2026-03-03T09:00, 2026-03-03T10:30, 2026-03-04T09:00
                """)
    }

    @Test func `when several answers fit, the bot asks which, and the answer may be typed freely`() throws {
        try play(
            Self.shop,
            script: """
                you: hello
                bot: What needs fixing?
                buttons: Full service, Quick service, Puncture, Nothing
                you: service
                bot: Which one do you mean?
                buttons: Full service, Quick service
                you: 2
                bot: Which colour for Quick service?
                buttons: Dark green, Red
                """)
        try play(
            Self.shop,
            script: """
                you: hello
                bot: What needs fixing?
                buttons: Full service, Quick service, Puncture, Nothing
                you: strange service
                bot: Sorry?
                bot: What needs fixing?
                buttons: Full service, Quick service, Puncture, Nothing
                you: service
                bot: Which one do you mean?
                buttons: Full service, Quick service
                tap: Full service
                bot: Which colour for Full service?
                buttons: Dark green, Red
                """)
    }

    @Test func `before an answer that ends the conversation the bot asks whether it has understood`() throws {
        try play(
            Self.shop,
            script: """
                you: hello
                bot: What needs fixing?
                buttons: Full service, Quick service, Puncture, Nothing
                you: nothin
                bot: Did we understand you correctly? Nothing
                buttons: Yes, No
                you: nope
                bot: What needs fixing?
                buttons: Full service, Quick service, Puncture, Nothing
                you: notihng
                bot: Did we understand you correctly? Nothing
                buttons: Yes, No
                tap: Yes
                (ended)
                """)
    }

    @Test func `the whole answer in other words needs no question`() throws {
        try play(
            Self.shop,
            script: """
                you: hello
                bot: What needs fixing?
                buttons: Full service, Quick service, Puncture, Nothing
                you: nothing, thanks
                (ended)
                """)
    }

    private static let times = """
        steps:
          first:
            ask: When?
            times:
              - 2026-03-03 09:00
              - 2026-03-03 10:30
              - 2026-03-04 09:00
            then: booked
          booked:
            say: Booked for {first}.
            then: end
        """

    @Test func `a day narrows the times, and one that is left is repeated before it is booked`() throws {
        try play(
            Self.times,
            script: """
                you: hello
                times: When? | 2026-03-03T09:00, 2026-03-03T10:30, 2026-03-04T09:00
                you: tomorrow morning
                times: Which of these times? | 2026-03-03T09:00, 2026-03-03T10:30
                you: at half past ten
                bot: Did we understand you correctly? 3 March 2026 at 10:30
                buttons: Yes, No
                you: yes
                bot: Booked for 3 March 2026 at 10:30.
                (ended)
                """)
    }

    @Test func `exact takes only what is offered`() throws {
        try play(
            """
            steps:
              first:
                ask: What?
                answers: [Full service, Puncture]
                exact: yes
                then: count
              count:
                ask: How many?
                number: whole
                exact: yes
                then: end
            """,
            script: """
                you: hello
                bot: What?
                buttons: Full service, Puncture
                you: full
                bot: Sorry?
                bot: What?
                buttons: Full service, Puncture
                you: full service!
                bot: How many?
                you: two
                bot: Sorry?
                bot: How many?
                you: 2
                (ended)
                """)
    }

    @Test func `a private answer is asked about in a text, whose words are private`() throws {
        try play(
            """
            steps:
              first:
                ask: What?
                answers: [Blood test, Skin test, Other]
                private: yes
                then: end
            """,
            script: """
                you: hello
                bot: What?
                buttons: Blood test, Skin test, Other
                you: test
                bot: Which one do you mean? / Blood test / Skin test
                you: blood
                bot: Did we understand you correctly? / Blood test
                you: blood test
                (ended)
                """)
    }

    @Test
    func `pages of a form that are asked one after another are read freely, and the form is sent after a question`()
        throws
    {
        try play(
            """
            steps:
              first:
                ask: Details
                form:
                  make:
                    ask: Make?
                    answers: [Gazelle, Peugeot]
                  gears:
                    ask: Gears?
                    answers: [Three gears, Seven gears]
                then: end
            """,
            script: """
                you: hello
                bot: Details
                bot: Make?
                buttons: Gazelle, Peugeot
                you: gazele
                bot: Gears?
                buttons: Three gears, Seven gears
                you: seven
                bot: Did we understand you correctly? Seven gears
                buttons: Yes, No
                you: Yes
                (ended)
                """)
    }
}
