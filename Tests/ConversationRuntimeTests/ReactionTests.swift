import Channels
import FlowEngine
import JSON
import MessageModel
import ServerMetrics
import Testing

@testable import ConversationRuntime

/// A text that may be a reaction is one when it quotes a message that we have sent.
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

    @Test(arguments: ["Liked “an older message”", "Reacted 👍 to “Hi”", "A aimé « Rouge »"])
    func `what has the form of a reaction and fits no offered answer changes nothing, and is kept and counted`(
        _ words: String
    ) async throws {
        let registry = MetricsRegistry()
        let world = try World(engine(colours), measuredIn: registry)
        try await world.run {
            try await world.say("hello")
            await world.conversations.untilSent()
            let before = world.channel.device(of: "ana")
            let arrival = world.arrival(.reaction(words: words, quoting: "an older message"), from: "ana", id: nil)
            #expect(try await world.conversations.receive(arrival) == .accepted)
            await world.conversations.untilSent()
            #expect(world.channel.device(of: "ana") == before)
            let session = try #require(try await world.store.session(of: .customer("ana")))
            #expect(session.session.status == .waiting && session.session.open?.misfits == 0)
            let entry = try #require(try await world.store.lastHistory(of: session.id, limit: 1).first)
            #expect(entry.event["reaction"] == true && entry.effects == [])
            #expect(try HistoryTranscript([entry], named: "x").lines.last == "# a reaction: \(words)")
            #expect(await registry.page.contains("usher_events_total{kind=\"reaction\"} 1"))
            // The question is still open.
            try await world.say("Red")
            await world.conversations.untilSent()
            #expect(world.channel.device(of: "ana").contains("Red it is."))
        }
    }

    @Test func `words in the form of a reaction that are an answer are one`() async throws {
        let label = "Liked “Red”"
        let world = try World(engine(colours.replacing("answers: [Red, Blue]", with: "answers: ['\(label)', Blue]")))
        try await world.run {
            try await world.say("hello")
            let arrival = world.arrival(.reaction(words: label, quoting: "Red"), from: "ana", id: nil)
            #expect(try await world.conversations.receive(arrival) == .accepted)
            await world.conversations.untilSent()
            #expect(world.channel.device(of: "ana").contains("\(label) it is."))
        }
    }

    @Test(arguments: [
        ("Sure 👍🏽, see you", "Sure, see you", true), ("Sure ❤️", "Sure ❤", true), ("One\nTwo", "OneTwo", true),
        ("👍", "👎", false), ("👍", "👍", true), ("Room 1", "Room 2", false),
    ])
    func `emoji and line breaks that devices change make no difference`(
        _ sent: String, _ quoted: String, _ isQuoted: Bool
    ) {
        #expect(Quotation(quoted).quotes(.text(sent)) == isQuoted)
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
