import Channels
import Concurrency
import Expressions
import Logging

extension Outbox {
    /// Sends the messages of a conversation until none are left.
    func drain(_ session: SessionID, _ giveUp: GiveUp) async {
        while let delivery = await next(of: session) {
            let hold = state.read { $0.holds[session] }
            if let sharing, !isValid(hold, sharing) {
                lose(session, hold)
                continue
            }
            switch await send(delivery, hold) {
            case .taken: delivered.add(delivery, epoch: hold?.epoch)
            case .givenUp(let reason):
                logger.warning("message moved to the dead letters", metadata: .about(delivery, reason: reason))
                await report(delivery, hold, reason, giveUp)
            case .later(let retries):
                await letGo(delivery, hold, retries)
                continue
            case .notWanted: continue
            }
            state.change { $0.lanes.pop(delivery) }
        }
        forgetHold(of: session)
        settle()
    }

    /// The next message to send; `nil` when its lane has been closed, or sending has ended.
    private func next(of session: SessionID) async -> StoredDelivery? {
        while true {
            let next = state.change { $0.isStopped ? .nothing : $0.lanes.next(of: session) }
            switch next {
            case .send(let delivery): return delivery
            case .read: await read(session)
            case .nothing: return nil
            }
        }
    }

    private func read(_ session: SessionID) async {
        do {
            let (sent, hold) = (delivered.last(of: session), state.read { $0.holds[session] })
            let found = try await waiting(in: session, hold, after: sent, limit: state.change(\.lanes.length))
            failures.read.succeeded()
            if found == nil { lose(session, unlessNewerThan: hold) }
            state.change { $0.lanes.fill(session, with: found, after: sent) }
        } catch {
            failures.read.failed(error, level: .retry(after: error), ["session": "\(session.number)"])
            await rest(session, until: clock.now + .seconds(1)) { _ in false }
            state.change { $0.lanes.fill(session, with: nil, after: nil) }
        }
    }

    /// Resumes the search after a lane has ended: there is capacity for another, and possibly nothing left to send.
    func settle() {
        if !state.read(\.lanes.isComplete) { searchPause.wake() }
    }

    /// Reports a given-up message to its conversation, retrying until the report is committed.
    private func report(
        _ delivery: StoredDelivery, _ hold: LaneHold?, _ reason: String, _ giveUp: GiveUp
    ) async {
        while isWanted(delivery) {
            do {
                let lane = hold.map { HeldLane(delivery.session, epoch: $0.epoch) }
                try await giveUp(delivery, lane, reason)
                return failures.deadLetter.succeeded()
            } catch {
                failures.deadLetter.failed(error, level: .error, .about(delivery))
                await rest(delivery.session, until: clock.now + .seconds(1)) { !$0.lanes.isFirst(delivery) }
            }
        }
    }

    /// Pauses a lane; the end of sending, or `isDisturbed`, wakes it.
    func rest(
        _ session: SessionID, until moment: Moment, unless isDisturbed: @escaping @Sendable (State) -> Bool
    ) async {
        let sleep = InterruptibleSleep(clock: clock)
        state.change { $0.sleeps[session] = sleep }
        await sleep.rest(until: moment) { self.state.change { $0.isStopped || isDisturbed($0) } }
        state.change { $0.sleeps[session] = nil }
    }
}
