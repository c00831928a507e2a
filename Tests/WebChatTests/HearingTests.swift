import Channels
import Concurrency
import ConversationRuntime
import Expressions
import Foundation
import JSON
import MessageModel
import TestSupport
import Testing

@testable import WebChat

/// The arrivals that the bot receives, despite all faults.
@Suite struct HearingTests {
    private func texts(_ desk: Desk) -> [String] {
        desk.heard.compactMap { arrival in
            if case .heard(.text(let text)) = arrival.content { text } else { nil }
        }
    }

    @Test func `the bot hears everything once and in order`() async throws {
        let world = try ChatWorld()
        try await world.running {
            let ana = try await world.customer()
            for number in 1...9 { try await ana.says("\(number)") }
            await world.chats.untilHeard()
            #expect(texts(world.desk) == (1...9).map(String.init))
            let conversation = try await world.store.chatConversation(ana.conversation)
            #expect(conversation?.participant(ChatCustomer.bot)?.readUpTo == 9)
            #expect(world.desk.heard.allSatisfy { $0.conversation.customer == ana.id && $0.locale == "en" })
        }
    }

    @Test func `what was taken before a stop is heard after it`() async throws {
        let world = try ChatWorld()
        let ana = try await world.customer()
        try await ana.says("one")
        try await ana.says("two")
        #expect(world.desk.heard.isEmpty)
        let again = try ChatWorld(folder: world.folder, clock: world.clock)
        try await again.running {
            await again.chats.untilHeard()
            #expect(texts(again.desk) == ["one", "two"])
        }
    }

    @Test func `what the bot could not take is tried again, and nothing overtakes it`() async throws {
        let world = try ChatWorld()
        try await world.running {
            let ana = try await world.customer()
            world.desk.fail(1)
            try await ana.says("one")
            try await world.clock.untilSomebodySleeps(until: ChatWorld.now + .seconds(1))
            try await ana.says("two")
            #expect(world.desk.heard.isEmpty)
            world.clock.turn(by: .seconds(1))
            await world.chats.untilHeard()
            #expect(texts(world.desk) == ["one", "two"])
        }
    }

    @Test func `what people write who work here is not for the bot`() async throws {
        let world = try ChatWorld()
        try await world.running {
            let ana = try await world.customer()
            let agent = try await world.store.signIn(
                ChatCustomer(
                    id: WebChats.newID(), subject: "agent-1", name: "Kim", role: .person, seenAt: ChatWorld.now),
                from: nil)
            _ = try await world.store.join(agent.id, ana.conversation, at: ChatWorld.now, most: 250)
            let token = world.chats.tokens.session(of: agent, with: [], until: ChatWorld.now + .hours(1))
            let caller = try await world.chats.caller(of: token)
            let kim = Person(
                world: world, session: ChatSession(caller: caller, token: token), conversation: ana.conversation)
            try await kim.says("I take over")
            try await ana.says("thanks")
            await world.chats.untilHeard()
            #expect(texts(world.desk) == ["thanks"])
        }
    }

    @Test func `a message of the bot that is sent again is there once`() async throws {
        let world = try ChatWorld()
        let ana = try await world.customer()
        let key = ConversationKey(channel: "web", customer: ana.id, business: "web")
        let delivery = Delivery(id: UUID().uuidString.lowercased(), conversation: key, message: .text("Hello"))
        try await world.channel.deliver(delivery)
        try await world.channel.deliver(delivery)
        #expect(try await ana.messages().compactMap { $0["text"]?.string } == ["Hello"])
        let gone = ConversationKey(channel: "web", customer: "nobody", business: "web")
        await #expect(throws: DeliveryFailure.giveUp("the conversation no longer exists")) {
            try await world.channel.deliver(Delivery(id: "x", conversation: gone, message: .text("Hello")))
        }
    }
}
