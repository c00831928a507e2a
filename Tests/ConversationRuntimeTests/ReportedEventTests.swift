import Channels
import Concurrency
import Expressions
import FlowEngine
import FlowModel
import Foundation
import InMemoryStores
import JSON
import TestSupport
import Testing

@testable import ConversationRuntime

/// Events from outside, reported to a running server and beside it.
@Suite struct ReportedEventTests {
    private typealias Store = OperatorStore & SessionStore

    private static func engine() throws -> Engine {
        var bot = try ConversationRuntimeTests.engine(colours).bot
        bot.events = [EventDeclaration(name: "parcel shipped", fields: [.init("number", .number)])]
        bot.entries = [BotEntry(.event("parcel shipped"), destination: bot.start)]
        return Engine(bot)
    }

    private func request(_ number: Int, key: String) -> EventRequest {
        let event = OutsideEvent(name: "parcel shipped", fields: Fields([("number", .number(Decimal(number)))]))
        return EventRequest(event, key: key, fingerprint: "\(number)")
    }

    @Test func `a request takes effect once, whether the server or a command gets it again`() async throws {
        let store: any Store = InMemorySessionStore()
        let engine = try Self.engine()
        let world = World(engine, store: store)
        try await world.say("hello")
        let summary = try #require(try await store.sessions(named: "ana").first)
        let operations = Operations(sessions: store, operators: store, clock: world.clock)
        let first = try await world.conversations.report(request(17, key: "one"), to: .customer("ana"))
        #expect(first == .received(.waiting, isRepeated: false))
        let again = try await operations.report(request(17, key: "one"), to: summary, with: engine)
        #expect(again == .received(.waiting, isRepeated: true))
        #expect(try await world.conversations.report(request(18, key: "one"), to: .customer("ana")) == .keyTaken)
        #expect(try await operations.report(request(18, key: "one"), to: summary, with: engine) == .keyTaken)
        let held = try await store.session(of: .customer("ana"))?.session.heldEvents
        #expect(held?.all.map(\.event) == [request(17, key: "one").event])
    }

    @Test func `an event that waits in vain is logged with its session and the reason, without its values`()
        async throws
    {
        let recorder = LogRecorder()
        let world = try World(Self.engine(), logger: recorder.logger)
        try await world.say("hello")
        for (number, key) in [(17, "one"), (18, "two")] {
            if key == "two" { world.clock.turn(by: .hours(25)) }
            let receipt = try await world.conversations.report(request(number, key: key), to: .customer("ana"))
            #expect(receipt == .received(.waiting, isRepeated: false))
        }
        _ = try await world.conversations.reset(.customer("ana"))
        let lines = recorder.lines.filter { $0.contains("event dropped") }
        let waiting = "notice waiting event dropped event=parcel shipped reason="
        #expect(
            lines == [
                "\(waiting)it has waited for a day session=1",
                "\(waiting)an operator has ended the conversation session=1",
            ])
    }

    @Test func `a refused request changes nothing and has not used its key`() async throws {
        let store: any Store = InMemorySessionStore()
        let world = World(try Self.engine(), store: store)
        try await world.run {
            let nobody = try await world.conversations.report(request(17, key: "one"), to: .customer("ana"))
            #expect(nobody == .refused("there is no such conversation"))
            try await world.say("stop")
            let later = try await world.conversations.report(request(17, key: "one"), to: .customer("ana"))
            #expect(later == .received(.started, isRepeated: false))
            await world.conversations.untilSent()
            #expect(world.channel.device(of: "ana").suffix(2) == ["Which?", "[Red, Blue]"])
        }
    }
}
