import Channels
import Concurrency
import ConversationRuntime
import Expressions
import FlowEngine
import Logging
import Measurements
import MessageModel
import Synchronization

/// A whole runtime: conversations and everything that goes on beside them, a scripted channel, a clock turned by hand.
final class World: Sendable {
    let clock: TurnableClock
    let channel: ScriptedChannel
    let store: any SessionStore
    let conversations: Conversations
    private let numbers = Mutex(0)

    typealias Fails = @Sendable (ScriptedChannel.Attempt, Int) -> DeliveryFailure?

    init(
        _ engine: Engine, store: any SessionStore = InMemorySessionStore(),
        clock: TurnableClock = TurnableClock(standingAt: tenOClock), channel: ScriptedChannel? = nil,
        logger: Logger = World.silent, measuredIn registry: MeasurementRegistry = MeasurementRegistry(),
        fails: @escaping Fails = { _, _ in nil }
    ) {
        self.clock = clock
        self.store = store
        let channel = channel ?? ScriptedChannel(clock: clock, fails: fails)
        self.channel = channel
        conversations = Conversations(
            engine: engine, store: store, channels: [channel], clock: clock, logger: logger,
            measuredIn: registry)
    }

    static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// Everything that goes on beside the arrivals, until the task is cancelled.
    func serve() async {
        await ConversationService(conversations, store: store, clock: clock, logger: Self.silent).run()
    }

    /// Runs `body` beside the service, and then ends the service by cancelling it.
    func run(_ body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await self.serve() }
            defer { group.cancelAll() }
            try await body()
        }
    }

    /// A customer types something.
    @discardableResult func say(_ text: String, from customer: String = "ana", id: String? = nil) async throws
        -> Receipt
    {
        try await conversations.receive(arrival(.heard(.text(text)), from: customer, id: id))
    }

    @discardableResult func close(_ customer: String = "ana") async throws -> Receipt {
        try await conversations.receive(arrival(.closed, from: customer, id: nil))
    }

    /// Gives a message an id of its own unless it has one.
    func arrival(_ content: Arrival.Content, from customer: String, id: String?) -> Arrival {
        let number = numbers.withLock { number in
            number += 1
            return number
        }
        return Arrival(
            conversation: .customer(customer), id: id ?? "m\(number)", at: clock.now, content: content,
            capabilities: Capabilities(list: "QUICK,LIST,TIME"))
    }

    /// Waits until somebody sleeps until so long after ten o'clock, and turns the clock there.
    func turn(to length: TimeLength) async throws {
        try await clock.untilSomebodySleeps(until: tenOClock + length)
        clock.turn(by: tenOClock + length - clock.now)
    }

    /// Returns when nothing that was delivered lies in the store any more: it is taken out after it was taken by its channel.
    func untilMarked(for customer: String = "ana") async throws {
        while try await !waiting(for: customer).isEmpty { await Task.yield() }
    }

    /// The messages of a customer that lie in the store.
    func waiting(for customer: String = "ana") async throws -> [String] {
        guard let session = try await store.session(of: .customer(customer)) else { return [] }
        return try await store.deliveries(of: session.id, after: nil, limit: 999).map(\.delivery.message.words)
    }
}

extension ConversationKey {
    static func customer(_ name: String) -> ConversationKey {
        ConversationKey(channel: "apple", customer: name, business: "shop")
    }
}
