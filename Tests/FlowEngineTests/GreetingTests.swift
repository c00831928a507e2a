import FlowEngine
import FlowModel
import Testing

/// The customer has opened the page of the web chat, and has written nothing yet.
@Suite struct GreetingTests {
    private static let main = """
        steps:
          first:
            ask: Hello! Which?
            answers: [Red, Blue]
            then: end
        """

    @Test func `the conversation begins where its link leads, once`() throws {
        let engine = Engine(
            try bot(Self.main, bot: plainBot + "\nnotice: I am a machine.\nweb:\n  greets: yes\n"))
        #expect(engine.bot.greetsOnWeb)
        try play(
            engine,
            script: """
                device: browser
                opens:
                bot: I am a machine.
                bot: Hello! Which?
                buttons: Red, Blue
                opens:
                (ignored: the conversation has already begun)
                tap: Red
                (ended)
                you: hello
                bot: I am a machine.
                bot: Hello! Which?
                buttons: Red, Blue
                """)
    }
}
