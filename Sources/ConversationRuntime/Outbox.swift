import Channels
import Expressions
import Logging
import ServiceLifecycle
import Synchronization

/// Sends messages: to one customer one at a time and in order, to many customers at once.
///
/// A message stays in the store until its channel has taken it. One that may arrive later is tried again under the same
/// id for an hour; then it is given up, its conversation is told, and the next one goes. When a channel refuses our key,
/// sending stops and nothing is given up.
final class Outbox: Sendable {
    private struct Lane {
        var waiting: [StoredDelivery] = []
        /// Whether older messages lie in the store that have not been read.
        var hasMore = false
    }

    private struct State {
        var lanes: [SessionID: Lane] = [:]
        var isAccepting = true
        /// Until all that was left at start has been found, the store knows more than we do.
        var isRecovering = true
        var roomWaiters: [CheckedContinuation<Void, Never>] = []
        var idleWaiters: [CheckedContinuation<Void, Never>] = []
    }

    /// Messages of one lane that are kept in memory.
    private static let laneLength = 16
    /// Lanes that are opened for messages found at start before others have emptied.
    private static let mostRecovered = 500

    private let state = Mutex(State())
    private let store: any SessionStore
    private let channels: [String: any Channel]
    private let clock: any WallClock
    private let logger: Logger
    private let delivered: DeliveredMarks
    private let halt: Halt
    private let opened: AsyncStream<SessionID>
    private let opening: AsyncStream<SessionID>.Continuation

    init(store: any SessionStore, channels: [any Channel], clock: any WallClock, logger: Logger) {
        self.store = store
        self.channels = Dictionary(uniqueKeysWithValues: channels.map { ($0.name, $0) })
        self.clock = clock
        self.logger = logger
        delivered = DeliveredMarks(store: store, logger: logger)
        halt = Halt(clock: clock, logger: logger)
        (opened, opening) = AsyncStream.makeStream(of: SessionID.self)
    }

    /// Why sending has stopped; `nil` while it goes on.
    var haltReason: String? { halt.reason }

    /// Takes messages that have just been committed.
    func add(_ deliveries: [StoredDelivery]) {
        guard let session = deliveries.first?.session else { return }
        let isNew = state.withLock { state -> Bool in
            guard state.isAccepting else { return false }
            let isNew = state.lanes[session] == nil
            var lane = state.lanes[session] ?? Lane()
            let isOlderInStore = isNew && state.isRecovering
            if isOlderInStore || lane.hasMore || lane.waiting.count + deliveries.count > Self.laneLength {
                lane.hasMore = true
            } else {
                lane.waiting += deliveries
            }
            state.lanes[session] = lane
            return isNew
        }
        if isNew { opening.yield(session) }
    }

    /// Forgets whatever waits to be sent in a conversation.
    func drop(_ session: SessionID) {
        state.withLock { state in
            if state.lanes[session] != nil { state.lanes[session] = Lane() }
        }
    }

    /// Returns when nothing waits to be sent.
    func untilIdle() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if !state.lanes.isEmpty { state.idleWaiters.append(continuation) }
                return state.lanes.isEmpty
            }
            if isIdle { continuation.resume() }
        }
    }

    /// Sends until the task is cancelled or the server shuts down; what is being sent then is finished.
    ///
    /// - Parameter giveUp: tells a conversation that one of its messages has been given up.
    func run(giveUp: @escaping @Sendable (StoredDelivery, String) async throws -> Void) async throws {
        async let marks: Void = delivered.run()
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask { try await self.recover() }
            await withGracefulShutdownHandler {
                for await session in opened { group.addTask { await self.drain(session, giveUp) } }
            } onGracefulShutdown: {
                self.stop()
            }
        }
        delivered.stop()
        await marks
    }

    private func stop() {
        let waiters = state.withLock { state in
            state.isAccepting = false
            defer { state.roomWaiters = [] }
            return state.roomWaiters
        }
        for waiter in waiters { waiter.resume() }
        opening.finish()
    }

    // Start.

    /// Opens a lane for every conversation in which messages were left.
    private func recover() async throws {
        var last: SessionID?
        while !Task.isShuttingDownGracefully {
            let sessions = try await store.sessionsWithDeliveries(after: last, limit: Self.mostRecovered)
            if sessions.isEmpty { return state.withLock { $0.isRecovering = false } }
            for session in sessions { open(session) }
            last = sessions.last
            await room()
        }
    }

    private func open(_ session: SessionID) {
        let isNew = state.withLock { state -> Bool in
            guard state.isAccepting, state.lanes[session] == nil else { return false }
            state.lanes[session] = Lane(hasMore: true)
            return true
        }
        if isNew { opening.yield(session) }
    }

    /// Returns when there are few enough lanes to open more.
    private func room() async {
        await withCheckedContinuation { continuation in
            let hasRoom = state.withLock { state in
                if state.lanes.count < Self.mostRecovered || !state.isAccepting { return true }
                state.roomWaiters.append(continuation)
                return false
            }
            if hasRoom { continuation.resume() }
        }
    }

    // One lane.

    /// Sends what waits in a conversation, until nothing is left.
    private func drain(
        _ session: SessionID, _ giveUp: @escaping @Sendable (StoredDelivery, String) async throws -> Void
    ) async {
        var last: DeliveryID?
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            guard let delivery = await next(of: session, after: last) else { return }
            switch await send(delivery) {
            case .taken: delivered.add(delivery.id)
            case .givenUp(let reason):
                do {
                    try await giveUp(delivery, reason)
                } catch {
                    logger.error("a dead letter could not be kept", metadata: ["reason": "\(error)"])
                    await pause(until: clock.now + .seconds(1))
                    continue
                }
            case .stopped: return
            }
            last = delivery.id
            pop(delivery, of: session)
        }
    }

    /// The message to be sent next; without one the lane is closed.
    private func next(of session: SessionID, after last: DeliveryID?) async -> StoredDelivery? {
        while true {
            let (first, hasMore) = state.withLock { state -> (StoredDelivery?, Bool) in
                guard let lane = state.lanes[session] else { return (nil, false) }
                if lane.waiting.isEmpty, !lane.hasMore { closeLane(session, &state) }
                return (lane.waiting.first, lane.hasMore)
            }
            if let first { return first }
            guard hasMore, !Task.isShuttingDownGracefully else { return nil }
            await refill(session, after: last)
        }
    }

    private func refill(_ session: SessionID, after last: DeliveryID?) async {
        do {
            // Before looking, so that what is added while we look is not lost.
            state.withLock { $0.lanes[session]?.hasMore = false }
            let found = try await store.deliveries(of: session, after: last, limit: Self.laneLength)
            state.withLock { state in
                guard var lane = state.lanes[session] else { return }
                let known = Set(found.map(\.id))
                lane.waiting = found + lane.waiting.filter { !known.contains($0.id) }
                if found.count == Self.laneLength { lane.hasMore = true }
                if lane.hasMore { lane.waiting = found }
                state.lanes[session] = lane
            }
        } catch {
            logger.error("waiting messages could not be read", metadata: ["reason": "\(error)"])
            state.withLock { $0.lanes[session]?.hasMore = true }
            await pause(until: clock.now + .seconds(1))
        }
    }

    private func pop(_ delivery: StoredDelivery, of session: SessionID) {
        state.withLock { state in
            guard var lane = state.lanes[session], lane.waiting.first?.id == delivery.id else { return }
            lane.waiting.removeFirst()
            state.lanes[session] = lane
        }
    }

    private func closeLane(_ session: SessionID, _ state: inout State) {
        state.lanes[session] = nil
        if state.lanes.count < Self.mostRecovered {
            for waiter in state.roomWaiters { waiter.resume() }
            state.roomWaiters = []
        }
        if state.lanes.isEmpty {
            for waiter in state.idleWaiters { waiter.resume() }
            state.idleWaiters = []
        }
    }

    // One message.

    private enum Sent {
        case taken
        case givenUp(String)
        case stopped
    }

    /// Tries until the channel takes the message or it has to be given up.
    private func send(_ stored: StoredDelivery) async -> Sent {
        guard let channel = channels[stored.delivery.conversation.channel] else {
            return .givenUp("there is no channel called `\(stored.delivery.conversation.channel)`")
        }
        var retries = Retries(stored)
        while true {
            await pause(until: max(retries.nextTry, halt.until ?? retries.nextTry))
            if Task.isShuttingDownGracefully || Task.isCancelled { return .stopped }
            do throws(DeliveryFailure) {
                try await channel.deliver(stored.delivery)
                halt.end()
                return .taken
            } catch {
                switch error {
                case .giveUp(let reason): return .givenUp(reason)
                case .stopSending(let reason):
                    halt.begin(reason)
                    retries.startAnew()
                case .tryAgain(let reason, let after):
                    guard retries.fail(at: clock.now, after: after) else { return .givenUp("for an hour: \(reason)") }
                    await keep(retries, of: stored)
                }
            }
        }
    }

    private func keep(_ retries: Retries, of stored: StoredDelivery) async {
        do {
            try await store.postpone(stored.id, attempts: retries.attempts, until: retries.nextTry)
        } catch {
            // Only the count of attempts is lost with it.
            logger.warning("an attempt could not be noted", metadata: ["reason": "\(error)"])
        }
    }

    private func pause(until moment: Moment) async {
        guard moment > clock.now else { return }
        await cancelWhenGracefulShutdown { try? await self.clock.sleep(until: moment) }
    }
}
