import Channels
import Expressions
import Logging
import Measurements
import ServiceLifecycle
import Synchronization

/// Sends messages: to one customer one at a time and in order, to many customers at once.
///
/// A message stays in the store until its channel has taken it. One that may arrive later is tried again under the same
/// id for an hour; then it is given up, its conversation is told, and the next one goes. When a channel refuses our key,
/// sending stops and nothing is given up.
final class Outbox: Sendable {
    /// Tells a conversation that one of its messages has been given up, and why.
    typealias GiveUp = @Sendable (StoredDelivery, String) async throws -> Void

    struct State {
        var lanes: Lanes
        var isStopped = false
        /// Lanes that rest until a later try.
        var naps: [SessionID: Nap] = [:]
        var idleWaiters: [CheckedContinuation<Void, Never>] = []

        /// The rests of lanes, always in the same order.
        var nappers: [Nap] { naps.sorted { $0.key < $1.key }.map(\.value) }

        /// Whether nothing waits to be sent, or nothing is sent any more.
        var isIdle: Bool { isStopped || lanes.isComplete && lanes.isEmpty }
    }

    let state: Mutex<State>
    let store: any SessionStore
    let clock: any WallClock
    let logger: Logger
    let channels: [String: any Channel]
    let measurements: ConversationMeasurements
    let delivered: DeliveredMarks
    let halt: Halt
    /// The rest of the search for conversations that have no lane.
    let searchNap: Nap
    let opening: AsyncStream<SessionID>.Continuation
    private let opened: AsyncStream<SessionID>

    /// - Parameters:
    ///   - mostLanes: to how many customers messages are sent at once; the others' wait in the store.
    ///   - laneLength: how many messages of a lane are kept in memory.
    init(
        store: any SessionStore, channels: [any Channel], clock: any WallClock, logger: Logger,
        measurements: ConversationMeasurements = ConversationMeasurements(in: MeasurementRegistry()),
        mostLanes: Int = 5_000, laneLength: Int = 16
    ) {
        self.store = store
        self.channels = Dictionary(uniqueKeysWithValues: channels.map { ($0.name, $0) })
        self.clock = clock
        self.measurements = measurements
        self.logger = logger
        state = Mutex(State(lanes: Lanes(most: mostLanes, length: laneLength)))
        delivered = DeliveredMarks(store: store, clock: clock, logger: logger)
        halt = Halt(logger: logger)
        searchNap = Nap(clock: clock)
        (opened, opening) = AsyncStream.makeStream(of: SessionID.self)
    }

    /// To how many customers messages are being sent.
    var laneCount: Int { state.withLock(\.lanes.count) }

    /// Why sending has stopped; `nil` while it goes on.
    var haltReason: String? { halt.reason }

    /// Takes messages that have just been committed.
    ///
    /// - Parameter previous: the message that waited last in the store before them.
    func add(_ deliveries: [StoredDelivery], behind previous: DeliveryID?) {
        guard let session = deliveries.first?.session else { return }
        // Whatever is sent between this and the lock only makes a lane read more often than it must.
        let sent = delivered.last(of: session)
        let (addition, isComplete, nap) = state.withLock { state in
            guard !state.isStopped else { return (Lanes.Addition.none, true, nil as Nap?) }
            let addition = state.lanes.add(deliveries, to: session, behind: previous, sent: sent)
            return (addition, state.lanes.isComplete, addition == .readsAgain ? state.naps[session] : nil)
        }
        if addition == .opened { opening.yield(session) }
        nap?.wake()
        if !isComplete { searchNap.wake() }
    }

    /// Forgets whatever waits to be sent in a conversation.
    func drop(_ session: SessionID) {
        let nap = state.withLock { state in
            state.lanes.drop(session)
            return state.naps[session]
        }
        nap?.wake()
    }

    /// Somebody else has changed what waits to be sent in a conversation.
    func readAgain(_ session: SessionID) {
        let (isNew, nap) = state.withLock { state in
            (!state.isStopped && state.lanes.readAgain(session), state.naps[session])
        }
        if isNew { opening.yield(session) }
        nap?.wake()
        searchNap.wake()
    }

    /// Returns when nothing waits to be sent, or nothing is sent any more.
    func untilIdle() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if !state.isIdle { state.idleWaiters.append(continuation) }
                return state.isIdle
            }
            if isIdle { continuation.resume() }
        }
    }

    /// Sends until the task is cancelled or the server shuts down. What is being sent then gets a moment; what takes longer is
    /// cut off, stays in the store, and is sent again under its id after the next start.
    func run(giveUp: @escaping GiveUp) async {
        async let marks: Void = delivered.run()
        let isCut = await ShutdownGrace.run(on: clock) { await self.sendAll(giveUp) }
        if isCut { logger.notice("sends were cut off by the shutdown; they are repeated after the next start") }
        delivered.stop()
        await marks
    }

    private func sendAll(_ giveUp: @escaping GiveUp) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.search() }
            await withTaskCancellationOrGracefulShutdownHandler {
                for await session in opened { group.addTask { await self.drain(session, giveUp) } }
            } onCancelOrGracefulShutdown: {
                self.stop()
            }
        }
    }

    private func stop() {
        let (naps, idle) = state.withLock { state in
            state.isStopped = true
            defer { state.idleWaiters = [] }
            return (state.nappers, state.idleWaiters)
        }
        opening.finish()
        searchNap.wake()
        for nap in naps { nap.wake() }
        for waiter in idle { waiter.resume() }
    }
}
