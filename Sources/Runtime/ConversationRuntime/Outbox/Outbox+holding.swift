import Channels
import Concurrency
import Expressions
import Logging
import ServiceLifecycle

/// How this server holds a lane, where several servers send.
struct LaneHold: Sendable, Hashable {
    var epoch: Int
    /// Until when, by the monotonic clock of this server.
    var until: TimeLength
    /// The number of the last message that is known to be in it.
    var last = 0
    /// Whether the last mark has let it go: it is forgotten once nothing more of it is kept here.
    var isOver = false
    /// Different for whatever this server learns of the lane.
    var news = 0
}

/// Sending beside other servers.
extension Outbox {
    private static let batch = 200

    /// The claim of this server on lanes; `nil` where it sends alone, and while it may take none.
    var claim: Claim? {
        guard let sharing, sharing.standing.mayAct, state.read({ !$0.isStopped }) else { return nil }
        return sharing.laneClaim
    }

    /// The claim with which a turn is committed. A server without room for another lane takes none: whichever has room sends what
    /// the turn says, instead of waiting until the lease of this one has run out.
    func claim(for session: SessionID?) -> Claim? {
        let mayHold = state.read { state in
            state.lanes.hasRoom || session.map { state.holds[$0] != nil || state.lanes.contains($0) } ?? false
        }
        return mayHold ? claim : nil
    }

    /// Whether this server may send what it holds.
    func isValid(_ hold: LaneHold?, _ sharing: Sharing) -> Bool {
        guard let hold else { return false }
        return sharing.standing.elapsed() < hold.until && sharing.standing.mayAct
    }

    /// Whether messages that were just committed are for this server to send; if not, their sender is notified.
    ///
    /// - Parameter last: the number of the last of them.
    func isOwn(_ session: SessionID, _ holder: LaneHolder?, upTo last: Int, since began: TimeLength) -> Bool {
        guard let sharing else { return true }
        if let holder, holder.owner == sharing.node.owner {
            hold([HeldLane(session, epoch: holder.epoch)], until: began + sharing.times.lease, upTo: last)
            return true
        }
        // The answer to a commit may arrive after this server has taken the lane: what it says is older then. A commit without a
        // claim says nothing about it.
        let known = state.read { $0.holds[session] }
        if holder == nil, known != nil {
            readHeld(session)
        } else if (known?.epoch ?? 0) <= holder?.epoch ?? .max {
            lose(session, known)
        }
        sharing.doorbell.ring([holder?.owner == nil ? .lanes : .session(session)])
        return false
    }

    /// Records lanes as held, unless they are known to be held since later. What is kept of one that was let go in between is
    /// read again.
    private func hold(_ lanes: [HeldLane], until: TimeLength, upTo last: Int = 0) {
        let sleeps = state.change { state in
            lanes.compactMap { lane -> InterruptibleSleep? in
                let former = state.holds[lane.session]
                if let former, former.epoch > lane.epoch { return nil }
                state.hold(lane, until: until, upTo: last)
                guard former?.epoch != lane.epoch, state.lanes.contains(lane.session) else { return nil }
                _ = state.lanes.readAgain(lane.session)
                return state.sleeps[lane.session]
            }
        }
        for sleep in sleeps { sleep.wake() }
    }

    /// Forgets a lane that is not held any more, unless something has been learnt of it since.
    func lose(_ session: SessionID, unlessNewerThan hold: LaneHold?) {
        state.change { state in
            guard state.holds[session] == hold else { return }
            state.holds[session] = nil
            state.lanes.drop(session)
        }
    }

    /// Forgets a lane that this server does not hold any more. A message that is on its way stays on its way.
    func lose(_ session: SessionID, _ hold: LaneHold?) {
        let sleep = state.change { state -> InterruptibleSleep? in
            guard state.holds[session]?.epoch == hold?.epoch else { return nil }
            state.holds[session] = nil
            state.lanes.drop(session)
            return state.sleeps[session]
        }
        sleep?.wake()
    }

    /// Lets a lane go whose first message waits for its next try: the server that finds it then sends it.
    func letGo(_ delivery: StoredDelivery, _ hold: LaneHold?, _ retries: Retries) async {
        guard let sharing, let hold else { return }
        let now = clock.now
        let retry = LaneRetry(
            delivery.id, attempts: retries.attempts, since: retries.failingSince, nextTry: retries.nextTry,
            delay: max(retries.nextTry - now, .zero))
        // All before it has been sent; the marks may not have been written yet.
        let sent = delivery.id.number > 1 ? DeliveryID(delivery.session, delivery.id.number - 1) : nil
        do {
            try await store.letGo(
                HeldLane(delivery.session, epoch: hold.epoch), of: sharing.node.owner, sent: sent, retry: retry, at: now
            )
            failures.attempt.succeeded()
        } catch {
            // The lane runs out soon.
            failures.attempt.failed(error, .about(delivery))
        }
        lose(delivery.session, hold)
    }

    /// Lets all lanes go when sending ends, for the other servers.
    func letAllGo() async {
        guard let sharing else { return }
        state.change { $0.holds = [:] }
        do {
            try await store.letGoLanes(of: sharing.node.owner, at: clock.now)
            sharing.doorbell.ring([.lanes])
        } catch {
            logger.warning(
                "could not hand over queued messages; others send them soon", metadata: ["reason": "\(error)"])
        }
    }

    /// Applies what has become of marks.
    func note(_ marks: [LaneMark], _ marked: MarkedLanes) {
        for mark in marks {
            let session = mark.delivery.session
            guard let counters = marked.counters[session] else {
                logger.notice(
                    "sending to a customer taken over by another server", metadata: ["session": "\(session.number)"])
                lose(session, LaneHold(epoch: mark.epoch, until: .zero))
                continue
            }
            let needsRead = state.change { state in
                if let known = state.holds[session], known.epoch > mark.epoch { return false }
                guard counters.sent < counters.last else {
                    state.end(mark, counters)
                    return counters.sent > mark.delivery.number && state.lanes.contains(session)
                }
                // It may have been forgotten here, or ended by an earlier mark, before more was added.
                state.hold(mark.lane, until: marked.until, upTo: counters.last)
                // What waits was dropped elsewhere, or more was added there.
                if counters.sent > mark.delivery.number { return true }
                state.lanes.extend(session, to: counters.last)
                return !state.lanes.contains(session)
            }
            if needsRead { readHeld(session) }
        }
    }

    /// Reads again what waits in a lane that may have changed elsewhere; if this server does not hold it, it looks whether
    /// it can be taken.
    func lookAgain(_ session: SessionID) {
        if state.read({ $0.holds[session] != nil }) { readHeld(session) } else { look() }
    }

    private func readHeld(_ session: SessionID) {
        let (isNew, sleep) = state.change { state in
            (!state.isStopped && state.lanes.readAgain(session), state.sleeps[session])
        }
        if isNew { opening.yield(session) }
        sleep?.wake()
    }

    /// What waits in a conversation; `nil` when another server may send it.
    func waiting(
        in session: SessionID, _ hold: LaneHold?, after sent: DeliveryID?, limit: Int
    ) async throws -> [StoredDelivery]? {
        guard let sharing else { return try await store.deliveries(of: session, after: sent, limit: limit) }
        guard let hold else { return nil }
        return try await store.deliveries(
            in: HeldLane(session, epoch: hold.epoch), of: sharing.node.owner, after: sent, limit: limit)
    }

    /// Forgets a lane that is closed here and that the last mark has let go.
    func forgetHold(of session: SessionID) {
        guard sharing != nil else { return }
        state.change { state in
            if state.holds[session]?.isOver == true, !state.lanes.contains(session) { state.holds[session] = nil }
        }
    }

    /// The number of lanes that this server holds, as far as it knows.
    var holdCount: Int { state.read(\.holds.count) }

    /// Looks for lanes now.
    func look() {
        state.change { $0.isRung = true }
        searchPause.wake()
    }

    /// Takes lanes whose time has come, again and again. Returns when sending ends.
    func searchLanes(_ sharing: Sharing) async {
        while !state.read(\.isStopped) {
            state.change { state in
                state.isRung = false
                state.lanes.beginSearch()
            }
            do {
                while try await takeLanes(sharing) {}
            } catch {
                failures.search.failed(error, level: .retry(after: error))
            }
            state.change { $0.lanes.endSearch() }
            await searchPause.rest(until: clock.now + sharing.times.poll) {
                self.state.read { $0.isStopped || $0.isRung }
            }
        }
    }

    /// Takes some lanes. Returns whether there may be more.
    private func takeLanes(_ sharing: Sharing) async throws -> Bool {
        // While sending is paused, one message is enough to try.
        if let nextTry = halt.nextTry, clock.now < nextTry { return false }
        let room = state.read { $0.lanes.room }
        let limit = halt.nextTry == nil ? min(Self.batch, room) : min(1, room)
        guard let claim, limit > 0 else { return false }
        let began = sharing.standing.elapsed()
        let taken = try await store.claimLanes(limit: limit, at: clock.now, for: claim)
        failures.search.succeeded()
        hold(taken, until: began + sharing.times.lease)
        for lane in taken { readHeld(lane.session) }
        return taken.count == limit && limit > 1
    }

    /// Renews the lanes of long deliveries, at a third of the lease.
    func renewLanes(_ sharing: Sharing) async {
        let nap = InterruptibleSleep(clock: clock)
        let lease = sharing.times.lease.milliseconds
        while !state.read(\.isStopped) {
            await nap.restUntilShutdown(or: clock.now + .milliseconds(max(1, lease / 3)))
            let now = sharing.standing.elapsed()
            let soon = now + .milliseconds(lease * 2 / 3)
            let old = state.change { state in
                // Nothing was left to send of these, and no mark has said so.
                state.holds = state.holds.filter { $0.value.until > now || state.lanes.contains($0.key) }
                return state.holds.filter { $0.value.until < soon && state.lanes.contains($0.key) }
            }
            let lanes = old.map { HeldLane($0.key, epoch: $0.value.epoch) }.sorted { $0.session < $1.session }
            if lanes.isEmpty || !sharing.standing.mayAct { continue }
            await renew(lanes, sharing)
        }
    }

    private func renew(_ lanes: [HeldLane], _ sharing: Sharing) async {
        let began = sharing.standing.elapsed()
        do {
            let held = try await store.renew(lanes, at: clock.now, for: sharing.laneClaim)
            failures.renewal.succeeded()
            for lane in lanes {
                if held.contains(lane) {
                    let until = began + sharing.times.lease
                    state.change { state in
                        if state.holds[lane.session]?.epoch == lane.epoch { state.holds[lane.session]?.until = until }
                    }
                } else {
                    lose(lane.session, LaneHold(epoch: lane.epoch, until: .zero))
                }
            }
        } catch {
            failures.renewal.failed(error)
        }
    }

    /// Delivers a message, for no longer than its lane is held.
    func deliver(
        _ stored: StoredDelivery, to channel: any Channel, _ hold: LaneHold?
    ) async throws(DeliveryFailure) {
        guard let sharing, let hold else { return try await channel.deliver(stored.delivery) }
        let outcome = await withTaskGroup(of: Delivered?.self) { group in
            group.addTask {
                do throws(DeliveryFailure) {
                    try await channel.deliver(stored.delivery)
                    return .taken
                } catch {
                    return .failed(error)
                }
            }
            group.addTask {
                await self.untilLost(stored.session, hold, sharing)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
        switch outcome {
        case .taken?: return
        case .failed(let failure)?: throw failure
        case nil: throw .tryAgain("the lane is not held any more")
        }
    }

    /// Whether a delivery ended because its lane was lost meanwhile: that is no failure.
    func isInterrupted(_ stored: StoredDelivery, _ hold: LaneHold?) -> Bool {
        if Task.isCancelled { return true }
        guard let sharing, let hold else { return false }
        let current = state.read { $0.holds[stored.session] }
        return current?.epoch != hold.epoch || !isValid(current, sharing)
    }

    private enum Delivered: Sendable {
        case taken
        case failed(DeliveryFailure)
    }

    /// Returns when a lane is not held any more, or the task is cancelled.
    private func untilLost(_ session: SessionID, _ hold: LaneHold, _ sharing: Sharing) async {
        while !Task.isCancelled {
            guard let current = state.read({ $0.holds[session] }), current.epoch == hold.epoch else { return }
            let left = current.until.milliseconds - sharing.standing.elapsed().milliseconds
            if left <= 0 { return }
            try? await clock.sleep(until: clock.now + .milliseconds(left))
        }
    }
}

extension Outbox.State {
    /// Records that a lane is held; what is known to last longer stays.
    mutating func hold(_ lane: HeldLane, until: TimeLength, upTo last: Int) {
        let known = holds[lane.session].flatMap { $0.epoch == lane.epoch ? $0 : nil }
        news += 1
        holds[lane.session] = LaneHold(
            epoch: lane.epoch, until: max(until, known?.until ?? until), last: max(last, known?.last ?? last),
            news: news)
    }

    /// Records that a mark has let a lane go, unless more has been added since: the answer to that commit may come first.
    mutating func end(_ mark: LaneMark, _ counters: LaneCounters) {
        let session = mark.delivery.session
        guard let hold = holds[session], hold.epoch == mark.epoch, hold.last <= counters.last else { return }
        if lanes.contains(session) { holds[session]?.isOver = true } else { holds[session] = nil }
    }
}
