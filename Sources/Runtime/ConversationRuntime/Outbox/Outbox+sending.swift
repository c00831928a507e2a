import Channels
import Concurrency
import Expressions
import Logging
import ServerMetrics
import Traces

extension Outbox {
    /// The outcome of sending a message.
    enum Sent {
        case taken
        case givenUp(String)
        /// It waits for its next try; another server may make it.
        case later(Retries)
        /// It was dropped, or sending has ended.
        case notWanted
    }

    /// Tries until the channel accepts the message or it must be given up.
    ///
    /// - Parameter hold: how this server holds the lane, where several servers send; then there is one try.
    func send(_ stored: StoredDelivery, _ hold: LaneHold? = nil) async -> Sent {
        guard let channel = channels[stored.delivery.conversation.channel] else {
            return .givenUp("there is no channel `\(stored.delivery.conversation.channel)`")
        }
        var retries = Retries(stored)
        if hold != nil {
            // A lane is taken when its first message is due.
            retries.begin(at: clock.now)
            if let until = halt.holdsBack(at: clock.now) { return .later(retries.waiting(until: until)) }
        }
        while await isTime(for: stored, retries, isHeld: hold != nil) {
            do throws(DeliveryFailure) {
                try await attempt(stored, retries.attempts, to: channel, hold)
                goOn()
                note(.sent)
                logger.debug("message sent", metadata: .about(stored))
                if let received = stored.answers { measurements.firstAnswer.record(clock.now - received) }
                return .taken
            } catch {
                // An interrupted send does not count as a failure.
                if isInterrupted(stored, hold) { return .notWanted }
                switch error {
                case .giveUp(let reason):
                    note(.dead)
                    return .givenUp(reason)
                case .stopSending(let reason):
                    note(.halted)
                    halt.begin(reason, at: clock.now, metadata: .about(stored, reason: reason))
                    let isAnew = retries.startAnew()
                    if hold != nil { return .later(retries.waiting(until: halt.nextTry ?? clock.now)) }
                    if isAnew { await keep(retries, of: stored) }
                case .tryAgain(let reason, let after):
                    let isRetried = retries.fail(at: clock.now, after: after)
                    note(isRetried ? .retried : .dead)
                    logger.info("delivery attempt failed", metadata: .about(stored, reason: reason))
                    guard isRetried else { return .givenUp("for an hour: \(reason)") }
                    if hold != nil { return .later(retries) }
                    await keep(retries, of: stored)
                }
            }
        }
        return .notWanted
    }

    /// Makes one attempt, as a span of the trace of the turn.
    private func attempt(
        _ stored: StoredDelivery, _ former: Int, to channel: any Channel, _ hold: LaneHold?
    ) async throws(DeliveryFailure) {
        try await traces.span("deliver", .client, at: .below(stored.trace)) { span throws(DeliveryFailure) in
            span.set("usher.channel", channel.name)
            span.set("usher.delivery", stored.delivery.id)
            span.set("usher.session", Int(stored.session.number))
            span.set("usher.attempt", former + 1)
            do throws(DeliveryFailure) {
                try await deliver(stored, to: channel, hold)
            } catch {
                span.set("usher.outcome", error.word)
                throw error
            }
        }
    }

    private func note(_ attempt: ConversationMetrics.Attempt) { measurements.attempts.add(to: attempt) }

    /// Waits until the message may be tried. Returns `false` when it is no longer wanted.
    ///
    /// - Parameter isHeld: whether it has been decided already, where several servers send.
    private func isTime(for stored: StoredDelivery, _ retries: Retries, isHeld: Bool) async -> Bool {
        if isHeld { return isWanted(stored) }
        while isWanted(stored) {
            let now = clock.now
            if !retries.isDue(at: now) {
                await rest(stored.session, until: retries.nextTry) { !$0.lanes.isFirst(stored) }
            } else if let until = halt.holdsBack(at: now) {
                await rest(stored.session, until: until) { !$0.lanes.isFirst(stored) || self.halt.reason == nil }
            } else {
                return true
            }
        }
        return false
    }

    func isWanted(_ stored: StoredDelivery) -> Bool {
        state.change { !$0.isStopped && $0.lanes.isFirst(stored) }
    }

    /// Resumes all waiting lanes after a message was accepted, if sending was paused.
    private func goOn() {
        guard halt.end() else { return }
        for nap in state.change(\.sleeping) { nap.wake() }
        if sharing != nil { look() }
    }

    private func keep(_ retries: Retries, of stored: StoredDelivery) async {
        do {
            try await store.postpone(
                stored.id, attempts: retries.attempts, since: retries.failingSince, until: retries.nextTry)
            failures.attempt.succeeded()
        } catch {
            // Only the attempt count is lost.
            failures.attempt.failed(error, .about(stored))
        }
    }
}

extension Histogram {
    /// Records a duration, in seconds.
    fileprivate func record(_ length: TimeLength) { record(Duration.milliseconds(length.milliseconds)) }
}

extension DeliveryFailure {
    /// For spans; the reason is in the log.
    fileprivate var word: String {
        switch self {
        case .tryAgain: "failed"
        case .giveUp: "rejected"
        case .stopSending: "credentials rejected"
        }
    }
}
