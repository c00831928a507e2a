import Channels
import Concurrency
import Expressions
import Logging
import ServerMetrics
import ServiceLifecycle
import Traces

/// Sends messages: one at a time and in order per customer, concurrently across customers.
///
/// A message stays in the store until its channel has accepted it. One that may arrive later is retried under the same
/// id for an hour; then it is given up, its conversation is notified, and the next one is sent. When a channel rejects
/// our key, sending stops and no message is given up.
final class Outbox: Sendable {
    /// Notifies a conversation that one of its messages was given up, and why.
    ///
    /// The lane is the one in which the server held the message, where several servers send.
    typealias GiveUp = @Sendable (StoredDelivery, HeldLane?, String) async throws -> Void

    struct State {
        var lanes: Lanes
        /// The lanes that this server holds, where several servers send.
        var holds: [SessionID: LaneHold] = [:]
        /// The number of times that something was learnt of them.
        var news = 0
        /// Whether the search for lanes is to look at once.
        var isRung = false
        var isStopped = false
        /// Lanes that pause until a later attempt.
        var sleeps: [SessionID: InterruptibleSleep] = [:]

        /// The pauses of lanes, always in the same order.
        var sleeping: [InterruptibleSleep] { sleeps.sorted { $0.key < $1.key }.map(\.value) }

        /// Whether no message waits, or sending has ended.
        var isIdle: Bool { isStopped || lanes.isComplete && lanes.isEmpty }
    }

    let state: Watched<State>
    let store: any SessionStore
    let clock: any WallClock
    let logger: Logger
    let channels: [String: any Channel]
    let measurements: ConversationMetrics
    let delivered: DeliveredMarks
    let halt: SendingPause
    let failures: OutboxFailures
    /// The pause of the search for conversations without a lane.
    let searchPause: InterruptibleSleep
    /// `nil` where one server sends alone.
    let sharing: Sharing?
    /// `nil` when nothing is traced.
    let traces: Traces?
    let opening: AsyncStream<SessionID>.Continuation
    private let opened: AsyncStream<SessionID>

    /// - Parameters:
    ///   - sharing: how the server shares the sending with others.
    ///   - mostLanes: the number of customers to whom messages are sent at once; messages to others wait in the store.
    ///   - laneLength: the number of messages per lane kept in memory.
    init(
        store: any SessionStore, channels: [any Channel], clock: any WallClock, logger: Logger,
        measurements: ConversationMetrics = ConversationMetrics(in: MetricsRegistry()),
        sharing: Sharing? = nil, traces: Traces? = nil, mostLanes: Int, laneLength: Int = 16
    ) {
        self.traces = traces
        self.sharing = sharing
        self.store = store
        self.channels = Dictionary(uniqueKeysWithValues: channels.map { ($0.name, $0) })
        self.clock = clock
        self.measurements = measurements
        self.logger = logger
        state = Watched(State(lanes: Lanes(most: mostLanes, length: laneLength, isComplete: sharing != nil)))
        delivered = DeliveredMarks(store: store, clock: clock, logger: logger, sharing: sharing)
        halt = SendingPause(logger: logger)
        failures = OutboxFailures(clock: clock, logger: logger)
        searchPause = InterruptibleSleep(clock: clock)
        (opened, opening) = AsyncStream.makeStream(of: SessionID.self)
    }

    /// The number of customers to whom messages are being sent.
    var laneCount: Int { state.change(\.lanes.count) }

    /// Why sending has stopped; `nil` while messages are being sent.
    var haltReason: String? { halt.reason }

    /// Accepts messages that have just been committed.
    ///
    /// - Parameters:
    ///   - previous: the message that was last in the store's queue before them.
    ///   - holder: who sends them, where several servers send, as decided after `began`.
    func add(
        _ deliveries: [StoredDelivery], behind previous: DeliveryID?, heldBy holder: LaneHolder? = nil,
        since began: TimeLength = .zero
    ) {
        guard let last = deliveries.last?.id, isOwn(last.session, holder, upTo: last.number, since: began) else {
            return
        }
        let session = last.session
        // A message sent between this read and the lock only causes a lane to be read more often than necessary.
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

    /// Drops the messages that wait to be sent in a conversation.
    ///
    /// Where several servers send, another may hold the lane.
    func drop(_ session: SessionID) {
        if let sharing, state.read({ $0.holds[session] == nil }) { sharing.doorbell.ring([.session(session)]) }
        let sleep = state.change { state in
            state.lanes.drop(session)
            if state.lanes.contains(session) { state.holds[session]?.isOver = true } else { state.holds[session] = nil }
            return state.sleeps[session]
        }
        sleep?.wake()
    }

    /// Rereads the store after another process has changed which messages wait in a conversation.
    func readAgain(_ session: SessionID) {
        if sharing != nil { return lookAgain(session) }
        let (isNew, sleep) = state.change { state in
            (!state.isStopped && state.lanes.readAgain(session), state.sleeps[session])
        }
        if isNew { opening.yield(session) }
        sleep?.wake()
        searchPause.wake()
    }

    /// Returns when no message waits to be sent, or sending has ended.
    func untilIdle() async {
        await state.wait(until: \.isIdle)
    }

    /// Sends until the task is cancelled or the server shuts down. Sends in progress then get the shutdown grace
    /// period; longer ones are interrupted, stay in the store, and are repeated under their id after the next start.
    func run(giveUp: @escaping GiveUp) async {
        async let marks: Void = delivered.run { self.note($0, $1) }
        let isCut = await ShutdownGrace.run(on: clock) { await self.sendAll(giveUp) }
        if isCut { logger.notice("deliveries interrupted by shutdown, repeated after the next start") }
        delivered.stop()
        await marks
        await letAllGo()
    }

    private func sendAll(_ giveUp: @escaping GiveUp) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.search() }
            if let sharing = self.sharing { group.addTask { await self.renewLanes(sharing) } }
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
