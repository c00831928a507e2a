import Channels
import MessageModel
import Testing

@testable import ConversationRuntime

/// A text that may be a reaction is one when it quotes what we have sent.
@Suite struct ReactionTests {
    @Test(arguments: [
        ("Yes?", true), ("You said we're \"here\".", true), ("You said we’re “here”.", true), ("You said we…", true),
        ("You said we...", true), ("You  said\nwe’re “here”.", true), ("Yes", false), ("yes?", false),
        ("my bike", false),
        ("Y…", false), ("hello", false), ("", false), ("…", false),
    ])
    func `only what we said is quoted`(_ quoted: String, _ isOurs: Bool) async throws {
        let world = try World(engine(echo))
        try await world.run {
            try await world.say("hello")
            try await world.say("we're \"here\"")
            let words = "Liked “\(quoted)”"
            let arrival = world.arrival(.reaction(words: words, quoting: quoted), from: "ana", id: nil)
            let receipt = try await world.conversations.receive(arrival)
            #expect(receipt == (isOurs ? .ignored("a tapback") : .accepted))
            await world.conversations.untilSent()
            #expect(world.channel.device(of: "ana").contains("You said \(words).") != isOurs)
        }
    }

    @Test func `somebody to whom nothing was sent says it themselves, also when others got it`() async throws {
        let world = try World(engine(echo))
        try await world.run {
            try await world.say("hello", from: "ben")
            let arrival = world.arrival(.reaction(words: "Liked “Yes?”", quoting: "Yes?"), from: "ana", id: nil)
            #expect(try await world.conversations.receive(arrival) == .accepted)
        }
    }

    @Test func `what lies more than fifty turns back is forgotten`() async throws {
        let world = try World(engine(echo))
        try await world.run {
            try await world.say("hello")
            try await world.say("first")
            let arrival = { world.arrival(.reaction(words: "w", quoting: "You said first."), from: "ana", id: nil) }
            for number in 1...49 { try await world.say("\(number)") }
            #expect(try await world.conversations.receive(arrival()) == .ignored("a tapback"))
            try await world.say("50")
            #expect(try await world.conversations.receive(arrival()) == .accepted)
        }
    }

    private static let link = "https://bell.example/a?b=c"

    @Test(arguments: [
        (Message.text("Look at \(link) please"), "Look at please", true), (.text("Look at \(link) please"), link, true),
        (.text("Look at \(link) please"), "Look", false),
        (
            .buttons(ButtonsMessage(question: "q", summary: "Which?", items: [.init(id: "Red", title: "Red")])),
            "Which?", true
        ),
        (
            .buttons(ButtonsMessage(question: "q", summary: "Which?", items: [.init(id: "Red", title: "Red")])), "Red",
            false
        ),
        (.link(LinkMessage(question: "q", words: "Here:", target: .address(link))), "Here:", true),
        (.text("Long words that the channel cuts…"), "Long words that the channel cuts…", true),
    ])
    func `links apart, a message is quoted whole`(_ message: Message, _ quoted: String, _ isQuoted: Bool) {
        #expect(Quotation(quoted).quotes(message) == isQuoted)
    }
}
