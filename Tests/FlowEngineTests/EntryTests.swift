import FlowEngine
import Testing

/// The beginning of a conversation: `entries` of bot.yaml.
@Suite struct EntryTests {
    private static let bot =
        plainBot + """

            notice: I am a machine.
            entries:
              intent repair and group north: north
              intent repair: other/two
              group south: other
              words order, where is my order: other/two
            """

    private static let main = """
        anywhere:
          red: again
        steps:
          first:
            ask: Main?
            text: one line
            then: end
          again:
            say: Red.
            then: first
        """

    private static func engine() throws -> Engine {
        let other = """
            flow: other
            start: one
            steps:
              one:
                say: One.
                then: two
              two:
                ask: Two?
                text: one line
                then: end
            """
        let north = "flow: north\nstart: one\nsteps:\n  one:\n    ask: North?\n    text: one line\n    then: end"
        return Engine(try FlowEngineTests.bot(main, ["other": other, "north": north], bot: bot))
    }

    @Test(arguments: [
        (nil, nil, "hello", "bot: Main?"), ("repair", "north", "hello", "bot: North?"),
        ("repair", "south", "hello", "bot: Two?"), ("Repair", nil, "hello", "bot: Two?"),
        ("other", "south", "hello", "bot: One.\nbot: Two?"), (nil, "north", "hello", "bot: Main?"),
        (nil, nil, "Order!", "bot: Two?"), (nil, nil, " where is my order. ", "bot: Two?"),
        (nil, nil, "my order", "bot: Main?"), ("repair", "north", "order", "bot: North?"),
        ("repair", nil, "red", "bot: Red.\nbot: Main?"), ("repair", nil, "menu", "bot: Main?"),
        ("repair", nil, "help", "bot: One moment.\nhand over: desk (front-desk)\n(with-person)"),
        ("repair", nil, "stop", "bot: Goodbye! Write again whenever you like.\n(ended)"),
    ])
    func `the first entry that fits opens its flow, words that work at any moment aside`(
        intent: String?, group: String?, text: String, said: String
    ) throws {
        let link = [intent.map { "intent: \($0)\n" }, group.map { "group: \($0)\n" }].compactMap { $0 }.joined()
        try play(Self.engine(), script: "\(link)you: \(text)\nbot: I am a machine.\n\(said)")
    }

    @Test func `what is written after the end opens a flow anew`() throws {
        try play(
            Self.engine(),
            script: """
                you: order
                bot: I am a machine.
                bot: Two?
                you: done
                (ended)
                intent: repair
                group: north
                you: hello
                bot: I am a machine.
                bot: North?
                """)
    }

    @Test func `a tap in an ended conversation goes by the entry link, after a word about it`() throws {
        let choosing = Self.main.replacing("text: one line", with: "answers: [Yes, No]")
        try play(
            Engine(
                FlowEngineTests.bot(
                    choosing, ["other": "flow: other\nstart: one\nsteps:\n  one:\n    say: One.\n    then: end"],
                    bot: plainBot + "\nentries:\n  intent repair: other\n  words yes: other")),
            script: """
                you: hello
                bot: Main?
                buttons: Yes, No
                tap: Yes
                (ended)
                wait: 2 days
                tap 1: Yes
                bot: That question is no longer open.
                bot: Main?
                buttons: Yes, No
                tap: No
                (ended)
                intent: repair
                tap 1: No
                bot: That question is no longer open.
                bot: One.
                (ended)
                """)
    }
}
