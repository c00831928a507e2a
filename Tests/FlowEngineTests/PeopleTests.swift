import FlowEngine
import Testing

@Suite struct PeopleTests {
    private static let flow = """
        steps:
          first:
            ask: Which?
            answers: [Red, Blue]
            then: person
          person:
            say: Somebody will answer you here.
            hand_over: shop
            note: Wants {first, lower}
            then: after
            if_away: closed
          after:
            ask: Was that good?
            answers: [Yes, No]
            then: end
          closed:
            say: We are closed.
            then: end
        """

    private static func engine(_ flow: String = flow) throws -> Engine {
        let hours = """

            hours:
              opening hours:
                Monday to Friday: 9:00 to 18:00
            """
        return Engine(
            try bot(
                flow,
                bot: plainBot.replacing(
                    "people:\n", with: "people:\n  shop:\n    hours: opening hours\n") + hours))
    }

    @Test func `the bot is silent while people have the conversation, and goes on when they give it back`() throws {
        try play(
            Self.engine(),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Somebody will answer you here.
                hand over: shop, Wants red
                (with-person)
                you: are you there?
                (with-person)
                you: menu
                (with-person)
                you: stop
                (with-person)
                wait: 7 days
                give back:
                bot: Was that good?
                buttons: Yes, No
                give back:
                (ignored: the conversation is not with a person)
                tap: Yes
                (ended)
                """)
    }

    @Test func `while nobody is there the conversation goes elsewhere`() throws {
        try play(
            Self.engine(),
            script: """
                wait: 8 hours
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Somebody will answer you here.
                bot: We are closed.
                (ended)
                """)
    }

    @Test func `people have the last minute before closing, and not the one after`() throws {
        let script = """
            wait: %d minutes
            you: hello
            bot: Which?
            buttons: Red, Blue
            tap: Red
            bot: Somebody will answer you here.
            """
        try play(
            Self.engine(),
            script: script.replacing("%d", with: "479") + "\nhand over: shop, Wants red\n(with-person)")
        try play(Self.engine(), script: script.replacing("%d", with: "480") + "\nbot: We are closed.\n(ended)")
    }

    @Test func `a customer who closes the conversation is not given back`() throws {
        try play(
            Self.engine(),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Somebody will answer you here.
                hand over: shop, Wants red
                (with-person)
                close:
                drop pending
                (closed)
                give back:
                (ignored: the conversation is not with a person)
                """)
    }

    @Test func `a step that is gone when people give back ends the conversation`() throws {
        try play(
            Self.engine(), Self.engine(Self.flow.replacing("person", with: "human")),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Somebody will answer you here.
                hand over: shop, Wants red
                (with-person)
                edit:
                give back:
                (ended)
                """)
    }
}
