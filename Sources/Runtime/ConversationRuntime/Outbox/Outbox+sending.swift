import Channels
import Concurrency
import Expressions
import Logging
import ServerMetrics

extension Outbox {
    /// The outcome of sending a message.
    enum Sent {
        case taken
        case givenUp(String)
        /// It was dropped, or sending has ended.
        case notWanted
    }

    /// Tries until the channel accepts the message or it must be given up.
    func send(_ stored: StoredDelivery) async -> Sent {
        guard let channel = channels[stored.delivery.conversation.channel] else {
            return .givenUp("there is no channel called `\(stored.delivery.conversation.channel)`")
        }
        var retries = Retries(stored)
        while await isTime(for: stored, retries) {
            do throws(DeliveryFailure) {
                try await channel.deliver(stored.delivery)
                goOn()
                note(.sent)
                logger.debug("a message was sent", metadata: .about(stored))
                if let received = stored.answers { measurements.firstAnswer.record(clock.now - received) }
                return .taken
            } catch {
                // A send that was cut off does not count as a failure.
                if Task.isCancelled { return .notWanted }
                switch error {
                case .giveUp(let reason):
                    note(.dead)
                    return .givenUp(reason)
                case .stopSending(let reason):
                    note(.halted)
                    halt.begin(reason, at: clock.now, metadata: .about(stored, reason: reason))
                    if retries.startAnew() { await keep(retries, of: stored) }
                case .tryAgain(let reason, let after):
                    let isRetried = retries.fail(at: clock.now, after: after)
                    note(isRetried ? .retried : .dead)
                    logger.info("an attempt to send failed", metadata: .about(stored, reason: reason))
                    guard isRetried else { return .givenUp("for an hour: \(reason)") }
                    await keep(retries, of: stored)
                }
            }
        }
        return .notWanted
    }

    private func note(_ attempt: ConversationMetrics.Attempt) { measurements.attempts.add(to: attempt) }

    /// Waits until the message may be tried. Returns `false` when it is no longer wanted.
    private func isTime(for stored: StoredDelivery, _ retries: Retries) async -> Bool {
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
    }

    private func keep(_ retries: Retries, of stored: StoredDelivery) async {
        do {
            try await store.postpone(
                stored.id, attempts: retries.attempts, since: retries.failingSince, until: retries.nextTry)
        } catch {
            // Only the attempt count is lost.
            logger.warning("an attempt could not be noted", metadata: .about(stored, reason: "\(error)"))
        }
    }
}

extension Histogram {
    /// Records a duration, in seconds.
    fileprivate func record(_ length: TimeLength) { record(Duration.milliseconds(length.milliseconds)) }
}
