import Channels
import Concurrency
import Expressions
import Logging
import Measurements
import ServiceLifecycle

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
        var sleeps: [SessionID: InterruptibleSleep] = [:]

        /// The rests of lanes, always in the same order.
        var sleeping: [InterruptibleSleep] { sleeps.sorted { $0.key < $1.key }.map(\.value) }

        /// Whether nothing waits to be sent, or nothing is sent any more.
        var isIdle: Bool { isStopped || lanes.isComplete && lanes.isEmpty }
    }

    let state: Watched<State>
    let store: any SessionStore
    let clock: any WallClock
    let logger: Logger
    let channels: [String: any Channel]
    let measurements: ConversationMeasurements
    let delivered: DeliveredMarks
    let halt: Halt
    /// The rest of the search for conversations that have no lane.
    let searchPause: InterruptibleSleep
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
        state = Watched(State(lanes: Lanes(most: mostLanes, length: laneLength)))
        delivered = DeliveredMarks(store: store, clock: clock, logger: logger)
        halt = Halt(logger: logger)
        searchPause = InterruptibleSleep(clock: clock)
        (opened, opening) = AsyncStream.makeStream(of: SessionID.self)
    }

    /// To how many customers messages are being sent.
    var laneCount: Int { state.change(\.lanes.count) }

    /// Why sending has stopped; `nil` while it goes on.
    var haltReason: String? { halt.reason }

    /// Takes messages that have just been committed.
    ///
    /// - Parameter previous: the message that waited last in the store before them.
    func add(_ deliveries: [StoredDelivery], behind previous: DeliveryID?) {
        guard let session = deliveries.first?.session else { return }
        // Whatever is sent between this and the lock only makes a lane read more often than it must.
        let sent = delivered.last(of: session)
        let (addition, isComplete, sleep) = state.change { state in
            guard !state.isStopped else { return (Lanes.Addition.none, true, nil as InterruptibleSleep?) }
            let addition = state.lanes.add(deliveries, to: session, behind: previous, sent: sent)
            return (addition, state.lanes.isComplete, addition == .readsAgain ? state.sleeps[session] : nil)
        }
        if addition == .opened { opening.yield(session) }
        sleep?.wake()
        if !isComplete { searchPause.wake() }
    }

    /// Forgets whatever waits to be sent in a conversation.
    func drop(_ session: SessionID) {
        let sleep = state.change { state in
            state.lanes.drop(session)
            return state.sleeps[session]
        }
        sleep?.wake()
    }

    /// Somebody else has changed what waits to be sent in a conversation.
    func readAgain(_ session: SessionID) {
        let (isNew, sleep) = state.change { state in
            (!state.isStopped && state.lanes.readAgain(session), state.sleeps[session])
        }
        if isNew { opening.yield(session) }
        sleep?.wake()
        searchPause.wake()
    }

    /// Returns when nothing waits to be sent, or nothing is sent any more.
    func untilIdle() async {
        await state.wait(until: \.isIdle)
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
        let sleeping = state.change { state in
            state.isStopped = true
            return state.sleeping
        }
        opening.finish()
        searchPause.wake()
        for sleep in sleeping { sleep.wake() }
    }
}
