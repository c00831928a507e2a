import Channels
import Concurrency
import Expressions
import FlowEngine
import InMemoryStores
import JSON
import MessageModel
import Testing

@testable import ConversationRuntime

/// The notices to an agent desk about one conversation arrive in order, and none is lost without a dead letter.
@Suite struct DeskNoticeTests {
    /// A server with a desk, beside which commands are run.
    private struct House {
        let store = InMemorySessionStore()
        let desk = ScriptedDesk()
        let clock = TurnableClock(standingAt: tenOClock)
        let flow: Engine
        let conversations: Conversations

        init() throws {
            flow = try engine(echo)
            let channel = ScriptedChannel(clock: clock) { _, _ in nil }
            conversations = Conversations(
                engine: Current(always: flow), store: store, channels: [channel], desk: desk, clock: clock,
                logger: World.silent)
        }

        var operations: Operations {
            Operations(sessions: store, operators: store, clock: clock, notifiesDesk: true)
        }

        func say(_ text: String, id: String, from customer: String = "ana") async throws {
            let arrival = Arrival(
                conversation: .customer(customer), id: id, at: clock.now, content: .heard(.text(text)),
                capabilities: Capabilities(list: "QUICK"))
            _ = try await conversations.receive(arrival)
        }

        func ana() async throws -> SessionSummary { try #require(await store.sessions(named: "ana").first) }

        func run(_ body: () async throws -> Void) async throws {
            let service = ConversationService(conversations, store: store, clock: clock, logger: World.silent)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await service.run() }
                defer { group.cancelAll() }
                try await body()
            }
        }

        /// Advances the clock until the server has processed the changes of commands.
        func untilHeeded() async throws {
            // Declared as any store: the concrete type would use what only an in-memory store has.
            let store: any SessionStore = store
            while try await !conversations.hasAppliedChanges(of: store) {
                clock.turn(by: .milliseconds(500))
                // On a busy machine the server needs many turns of the scheduler for one poll.
                for _ in 0..<50 { await Task.yield() }
            }
        }
    }

    @Test func `notices of one conversation are made one at a time and in order, others do not wait`() async throws {
        let house = try House()
        try await house.run {
            house.desk.hold("ana")
            for (number, words) in ["hello", "agent", "one", "two", "three"].enumerated() {
                try await house.say(words, id: "a\(number)")
            }
            for (number, words) in ["hello", "agent", "other"].enumerated() {
                try await house.say(words, id: "b\(number)", from: "ben")
            }
            await house.desk.watched.wait { $0.made.count == 2 && $0.underWay["ana"] == 1 }
            house.desk.letGo("ana")
            await house.conversations.untilCalled()
            #expect(house.desk.made(for: "ana") == ["handed-over", "one", "two", "three"])
            #expect(house.desk.made(for: "ben") == ["handed-over", "other"])
            #expect(house.desk.watched.value.most == ["ana": 1, "ben": 1])
            #expect(await house.store.calls(after: nil, limit: 9).isEmpty)
        }
    }

    @Test func `what a command lets the desk know goes before what the server lets it know afterwards`() async throws {
        let house = try House()
        try await house.run {
            try await house.say("hello", id: "1")
            try await house.say("agent", id: "2")
            await house.conversations.untilCalled()
            // The clock stands still, so that the server does not poll for the changes of commands.
            #expect(try await house.operations.giveBack(house.ana(), to: house.flow))
            try await house.say("agent", id: "3")
            await house.conversations.untilCalled()
            #expect(house.desk.made(for: "ana") == ["handed-over", "given-back", "handed-over"])
            try await house.untilHeeded()
            await house.conversations.untilCalled()
            #expect(house.desk.made(for: "ana").count == 3)
        }
    }

    @Test func `a notice that the desk does not take becomes a dead letter, and is made again once when it is tried`()
        async throws
    {
        let house = try House()
        try await house.run {
            try await house.say("hello", id: "1")
            try await house.say("agent", id: "2")
            await house.conversations.untilCalled()
            house.desk.fail("one")
            for (number, words) in ["one", "two"].enumerated() { try await house.say(words, id: "m\(number)") }
            await house.conversations.untilCalled()
            #expect(house.desk.made(for: "ana") == ["handed-over", "two"])
            let letter = try #require(await house.store.filedLetters(after: nil, limit: 9).first)
            #expect(letter.letter.kind == .call)
            #expect(letter.letter.reason == "the agent desk has not accepted the notice for an hour: HTTP status 500")
            #expect(letter.letter.content.text.contains("one"))
            house.desk.fail(nil)
            #expect(try await house.operations.retry(letter) == .queued)
            #expect(try await house.operations.retry(letter) == .impossible("it was already retried or deleted"))
            try await house.untilHeeded()
            await house.conversations.untilCalled()
            #expect(house.desk.made(for: "ana") == ["handed-over", "two", "one"])
            #expect(house.desk.watched.value.failed == house.desk.watched.value.made.suffix(1).map(\.id))
            #expect(await house.store.filedLetters(after: nil, limit: 9).isEmpty)
        }
    }

    @Test func `ids of notices follow the turns`() {
        let ids = [(1, 0), (1, 1), (2, 0), (9, 0), (10, 0), (123_456_789, 0)].map {
            DeskNotice.id(revision: $0.0, number: $0.1, "f")
        }
        #expect(ids == ids.sorted())
        #expect(Set(ids).count == ids.count)
    }
}

/// An agent desk that accepts notices or refuses them, as a test sets.
private final class ScriptedDesk: DeskNotifier {
    struct Made: Sendable, Equatable {
        var id: String
        var customer: String
        var words: String
    }

    struct State: Sendable {
        var made: [Made] = []
        var failed: [String] = []
        var underWay: [String: Int] = [:]
        var most: [String: Int] = [:]
        var held: Set<String> = []
        var failing: String?
    }

    let watched = Watched(State())

    func hold(_ customer: String) { watched.change { state in _ = state.held.insert(customer) } }
    func letGo(_ customer: String) { watched.change { state in _ = state.held.remove(customer) } }
    func fail(_ words: String?) { watched.change { $0.failing = words } }

    func made(for customer: String) -> [String] {
        watched.value.made.filter { $0.customer == customer }.map(\.words)
    }

    func notify(_ notice: DeskNotice, of conversation: ConversationKey) async throws(DeskFailure) {
        let customer = conversation.customer
        watched.change { state in
            state.underWay[customer, default: 0] += 1
            state.most[customer] = max(state.most[customer] ?? 0, state.underWay[customer] ?? 0)
        }
        await watched.wait { !$0.held.contains(customer) }
        let words = Self.text(notice.fields["text"]) ?? Self.text(notice.fields["type"]) ?? ""
        let isAccepted = watched.change { state in
            state.underWay[customer, default: 0] -= 1
            if state.failing == words {
                state.failed.append(notice.id)
                return false
            }
            state.made.append(Made(id: notice.id, customer: customer, words: words))
            return true
        }
        if !isAccepted { throw DeskFailure("HTTP status 500") }
    }

    private static func text(_ value: Value?) -> String? {
        if case .text(let text)? = value { text } else { nil }
    }
}
