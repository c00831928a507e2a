import Channels
import Expressions
import Logging
import Synchronization

extension Outbox {
    /// Sends what waits in a conversation, until nothing is left.
    func drain(_ session: SessionID, _ giveUp: GiveUp) async {
        while let delivery = await next(of: session) {
            switch await send(delivery) {
            case .taken: delivered.add(delivery)
            case .givenUp(let reason):
                logger.warning("a message was given up", metadata: .about(delivery, reason: reason))
                await report(delivery, reason, giveUp)
            case .notWanted: continue
            }
            state.withLock { $0.lanes.pop(delivery) }
        }
        settle()
    }

    /// The message to be sent next; `nil` when its lane has been closed, or nothing is sent any more.
    private func next(of session: SessionID) async -> StoredDelivery? {
        while true {
            let next = state.withLock { $0.isStopped ? .nothing : $0.lanes.next(of: session) }
            switch next {
            case .send(let delivery): return delivery
            case .read: await read(session)
            case .nothing: return nil
            }
        }
    }

    private func read(_ session: SessionID) async {
        do {
            let sent = delivered.last(of: session)
            let found = try await store.deliveries(of: session, after: sent, limit: state.withLock(\.lanes.length))
            state.withLock { $0.lanes.fill(session, with: found, after: sent) }
        } catch {
            logger.error(
                "waiting messages could not be read",
                metadata: ["session": "\(session.number)", "reason": "\(error)"])
            await rest(session, until: clock.now + .seconds(1)) { _ in false }
            state.withLock { $0.lanes.fill(session, with: nil, after: nil) }
        }
    }

    /// A lane has ended: there is room for another, and perhaps nothing left to be sent.
    func settle() {
        let (waiters, isSearching) = state.withLock { state -> ([CheckedContinuation<Void, Never>], Bool) in
            guard state.isIdle else { return ([], !state.lanes.isComplete) }
            defer { state.idleWaiters = [] }
            return (state.idleWaiters, !state.lanes.isComplete)
        }
        for waiter in waiters { waiter.resume() }
        if isSearching { searchNap.wake() }
    }

    /// Tells the conversation that a message has been given up, until it knows.
    private func report(_ delivery: StoredDelivery, _ reason: String, _ giveUp: GiveUp) async {
        while isWanted(delivery) {
            do {
                return try await giveUp(delivery, reason)
            } catch {
                logger.error("a dead letter could not be kept", metadata: .about(delivery, reason: "\(error)"))
                await rest(delivery.session, until: clock.now + .seconds(1)) { !$0.lanes.isFirst(delivery) }
            }
        }
    }

    /// Lets a lane rest; nothing more is sent, or `isDisturbed`, wakes it.
    func rest(
        _ session: SessionID, until moment: Moment, unless isDisturbed: @escaping @Sendable (State) -> Bool
    ) async {
        let nap = Nap(clock: clock)
        state.withLock { $0.naps[session] = nap }
        await nap.rest(until: moment) { self.state.withLock { $0.isStopped || isDisturbed($0) } }
        state.withLock { $0.naps[session] = nil }
    }
}
