import Channels
import Concurrency
import ConversationRuntime
import Expressions
import FlowEngine
import InMemoryStores
import MessageModel
import Synchronization
import Testing

/// Idle tasks stay asleep, whatever the others do.
@Suite struct RestTests {
    @Test func `messages that are sent wake nobody who looks for those left behind`() async throws {
        let clock = CountingClock()
        let (store, channel) = (InMemorySessionStore(), ScriptedChannel(clock: clock) { _, _ in nil })
        let conversations = Conversations(
            engine: Current(always: try engine(echo)), store: store, channels: [channel], clock: clock,
            logger: World.silent)
        let service = ConversationService(conversations, store: store, clock: clock, logger: World.silent)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await service.run() }
            defer { group.cancelAll() }
            for number in 0..<3 { try await say("\(number)", to: conversations) }
            let before = clock.rests
            for number in 3..<203 { try await say("\(number)", to: conversations) }
            #expect(channel.device(of: "ana").count == 405)
            #expect(clock.rests - before < 20)
        }
    }

    private func say(_ word: String, to conversations: Conversations) async throws {
        let arrival = Arrival(
            conversation: .customer("ana"), id: word, at: tenOClock, content: .heard(.text(word)), capabilities: [])
        _ = try await conversations.receive(arrival)
        await conversations.untilSent()
    }
}

/// Counts how often a task begins to sleep.
private final class CountingClock: WallClock {
    let turnable = TurnableClock(standingAt: tenOClock)
    private let count = Mutex(0)

    var now: Moment { turnable.now }
    var rests: Int { count.withLock { $0 } }

    func sleep(until moment: Moment) async throws {
        count.withLock { $0 += 1 }
        try await turnable.sleep(until: moment)
    }
}
