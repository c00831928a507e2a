import FlowEngine
import Testing

@Suite struct AnywhereTests {
    private static let shop = """
        anywhere:
          hours, opening times: hours
          blue: hours
        steps:
          first:
            ask: Which?
            answers: [Red, Blue]
            then: why
          why:
            ask: Why?
            text: one line
            then: end
          hours:
            say: Always open.
            then: resume
        """

    @Test(arguments: ["hours", "  HOURS ", "Hours!", "opening times."])
    func `a word leads away when it is the whole message, and resume asks again`(word: String) throws {
        try play(
            Self.shop,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                you: \(word)
                bot: Always open.
                bot: Which?
                buttons: Red, Blue
                """)
    }

    @Test func `an answer that is offered comes before the words, and those before what a typed question takes`() throws
    {
        try play(
            Self.shop,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                you: blue
                bot: Why?
                you: blue
                bot: Always open.
                bot: Why?
                you: what are your hours
                (ended)
                """)
    }

    @Test func `the words of a flow are nearer than those of the bot`() throws {
        try play(
            Self.shop.replacing("hours, opening", with: "agent, help, support: people/desk\n  menu, hours, opening"),
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                you: menu
                bot: Always open.
                bot: Which?
                buttons: Red, Blue
                you: help
                bot: One moment.
                hand over: desk (front-desk)
                (with-person)
                """)
    }

    @Test(arguments: ["menu", "LIST", "?", " ? "])
    func `some words lead to the start unless they are written`(word: String) throws {
        try play(
            Self.shop,
            script: """
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Why?
                you: \(word)
                bot: Which?
                buttons: Red, Blue
                """)
    }

    @Test func `a first message may be such a word`() throws {
        try play(
            Self.shop,
            script: """
                you: hours
                bot: Always open.
                bot: Which?
                buttons: Red, Blue
                """)
    }

    @Test(arguments: ["stop", "End.", "UNSUBSCRIBE"])
    func `stop words always end the conversation`(word: String) throws {
        try play(
            Self.shop,
            script: """
                you: \(word)
                bot: Goodbye! Write again whenever you like.
                (ended)
                you: hello
                bot: Which?
                buttons: Red, Blue
                you: \(word)
                bot: Goodbye! Write again whenever you like.
                (ended)
                you: hello
                bot: Which?
                buttons: Red, Blue
                tap: Red
                bot: Why?
                you: \(word)
                bot: Goodbye! Write again whenever you like.
                (ended)
                """)
    }

    @Test func `an answer that is called like a stop word can still be typed`() throws {
        try play(
            Self.shop.replacing("[Red, Blue]", with: "[Go, Stop]"),
            script: """
                you: hello
                bot: Which?
                buttons: Go, Stop
                you: stop
                bot: Why?
                """)
    }
}
