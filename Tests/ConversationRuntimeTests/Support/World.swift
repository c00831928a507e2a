import Channels
import Concurrency
import ConversationRuntime
import Expressions
import FlowEngine
import InMemoryStores
import Logging
import MessageModel
import ServerMetrics
import Synchronization
import TestSupport

/// A whole runtime: conversations and their background services, a scripted channel, a clock advanced by the test.
final class World: Sendable {
    let clock: TurnableClock
    let channel: ScriptedChannel
    let store: any SessionStore
    let conversations: Conversations
    /// The engine that answers; a test may replace it.
    let engine: Watched<Engine>
    private let numbers = Mutex(0)

    typealias Fails = @Sendable (ScriptedChannel.Attempt, Int) -> DeliveryFailure?

    init(
        _ engine: Engine, store: any SessionStore = InMemorySessionStore(),
        clock: TurnableClock = TurnableClock(standingAt: tenOClock), channel: ScriptedChannel? = nil,
        logger: Logger = World.silent, server: String = "server",
        measuredIn registry: MetricsRegistry = MetricsRegistry(),
        fails: @escaping Fails = { _, _ in nil }
    ) {
        self.clock = clock
        self.store = store
        let channel = channel ?? ScriptedChannel(clock: clock, fails: fails)
        self.channel = channel
        let running = Watched(engine)
        self.engine = running
        conversations = Conversations(
            engine: Current { running.value }, store: store, channels: [channel], clock: clock, logger: logger,
            server: server, measuredIn: registry)
    }

    static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// Runs the background services until the task is cancelled.
    func serve() async {
        await ConversationService(conversations, store: store, clock: clock, logger: Self.silent).run()
    }

    /// Runs `body` while the service runs, and then cancels the service.
    func run(_ body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await self.serve() }
            defer { group.cancelAll() }
            try await body()
        }
    }

    /// Sends a text of a customer.
    @discardableResult func say(_ text: String, from customer: String = "ana", id: String? = nil) async throws
        -> Receipt
    {
        try await conversations.receive(arrival(.heard(.text(text)), from: customer, id: id))
    }

    @discardableResult func close(_ customer: String = "ana") async throws -> Receipt {
        try await conversations.receive(arrival(.closed, from: customer, id: nil))
    }

    /// Returns an arrival, with a new id unless one is given.
    func arrival(_ content: Arrival.Content, from customer: String, id: String?) -> Arrival {
        let number = numbers.withLock { number in
            number += 1
            return number
        }
        return Arrival(
            conversation: .customer(customer), id: id ?? "m\(number)", at: clock.now, content: content,
            capabilities: Capabilities(list: "QUICK,LIST,TIME"))
    }

    /// Waits until a task sleeps until this duration after ten o'clock, and advances the clock to it.
    func turn(to length: TimeLength) async throws {
        try await clock.untilSomebodySleeps(until: tenOClock + length)
        clock.turn(by: tenOClock + length - clock.now)
    }

    /// Returns when the store contains no delivered message any more: a message is removed after its channel has
    /// accepted it.
    func untilMarked(for customer: String = "ana") async throws {
        try await poll { try await waiting(for: customer).isEmpty }
    }

    /// Returns the messages of a customer in the store.
    func waiting(for customer: String = "ana") async throws -> [String] {
        guard let session = try await store.session(of: .customer(customer)) else { return [] }
        return try await store.deliveries(of: session.id, after: nil, limit: 999).map(\.delivery.message.words)
    }
}

extension Conversations {
    /// Whether all changes of operators in other processes have been applied.
    func hasAppliedChanges(of store: any SessionStore) async throws -> Bool {
        try await store.notices(after: lastAppliedChange, limit: 1).isEmpty
    }
}

extension ConversationKey {
    static func customer(_ name: String) -> ConversationKey {
        ConversationKey(channel: "apple", customer: name, business: "shop")
    }
}
