import Channels
import Expressions
import Logging
import ServiceLifecycle

/// Wakes sessions whose customers are silent. The timers are in the store, so a restart loses none.
///
/// Timers that were due before the server started, of which there are many after a long outage, fire a few each second,
/// the longest overdue first. Timers that become due while the server runs do not wait behind them.
struct Timers: Sendable {
    let conversations: Conversations
    let store: any SessionStore
    let clock: any WallClock
    /// The name of this server among those that share the store.
    let server: String
    private let reading: FailureLog
    private let processing: FailureLog

    /// How long the timers that are being handled are left alone by other servers.
    private static let claimed = TimeLength.seconds(10)
    /// The number of sessions woken at a time.
    private static let batch = 64
    /// How many of the timers missed before the start fire at a time, and the pause between these batches.
    static let missedAtATime = 10
    static let pauseAfterMissed = TimeLength.seconds(1)

    init(conversations: Conversations, store: any SessionStore, clock: any WallClock, logger: Logger, server: String) {
        self.conversations = conversations
        self.store = store
        self.clock = clock
        self.server = server
        reading = FailureLog("could not read timers, retrying", end: "timers read again", clock: clock, logger: logger)
        processing = FailureLog(
            "could not process a timer", end: "timers processed again", clock: clock, logger: logger)
    }

    /// Runs until the task is cancelled or the server shuts down.
    func run() async {
        var woken: Set<DueTimer> = []
        let start = clock.now
        var nextMissed = start
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            do {
                conversations.alarm.begin()
                let next = try await store.nextTimer() ?? .never
                if next > clock.now {
                    reading.succeeded()
                    await wait(until: next)
                    continue
                }
                let now = clock.now
                let claim = Claim(owner: server, length: Self.claimed)
                var due = try await store.claimTimers(after: start, at: now, limit: Self.batch, for: claim)
                if next <= start, nextMissed <= now {
                    due += try await claimMissed(until: start, claim)
                    nextMissed = now + Self.pauseAfterMissed
                }
                reading.succeeded()
                if due.isEmpty {
                    // Another server may have claimed them.
                    await wait(until: nextMissed > now ? nextMissed : now + .seconds(1))
                    continue
                }
                // A session that stays due after being woken cannot be handled for now; it must not keep us busy.
                if woken.isSuperset(of: due) { await wait(until: clock.now + .seconds(1)) }
                await wake(due)
                woken = Set(due)
            } catch {
                reading.failed(error, level: .retry(after: error))
                await wait(until: clock.now + .seconds(1))
            }
        }
    }

    /// Claims some of the timers that were due before the start. The claims are of now, not of the start.
    private func claimMissed(until start: Moment, _ claim: Claim) async throws -> [DueTimer] {
        try await store.claimTimers(after: nil, at: clock.now, limit: Self.missedAtATime, for: claim).filter {
            $0.due <= start
        }
    }

    private func wake(_ due: [DueTimer]) async {
        await withDiscardingTaskGroup { group in
            for timer in due { group.addTask { await wake(timer) } }
        }
    }

    private func wake(_ timer: DueTimer) async {
        do {
            try await conversations.wake(timer)
            processing.succeeded()
        } catch {
            processing.failed(error, level: .retry(after: error), ["session": "\(timer.session.number)"])
        }
    }

    /// Sleeps until `moment`, or until an earlier timer is set.
    private func wait(until moment: Moment) async { await conversations.alarm.wait(until: moment) }
}
