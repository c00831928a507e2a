import Channels
import Concurrency
import ConversationRuntime
import Expressions
import Logging
import ServiceLifecycle

/// Checks that the server can do its work: each second with a small write, every ten seconds what a failover would lose, and
/// occasionally with a check of the whole database.
///
/// It ends, and the server with it, when the database file is gone: further writes would be lost.
struct HealthService: Service {
    let monitor: HealthMonitor
    let store: any HealthStore
    let clock: any WallClock
    let logger: Logger
    /// Returns why no message is sent at present; `nil` while messages are sent.
    var sendingPause: @Sendable () -> String? = { nil }

    /// Slightly more than a second, the promised minimum interval.
    private static let pause = TimeLength.milliseconds(1_050)
    /// A probe that takes longer is explained, if the store knows why, at the next look after it. A store that has not answered
    /// even that at the look after it does not respond.
    private static let patience = TimeLength.milliseconds(3_050)
    /// A store that has not answered for a shorter time may still do so.
    private static let shortestSilence = Duration.milliseconds(200)
    /// The pause between checks of what a failover would lose.
    private static let pauseBetweenExposures = TimeLength.milliseconds(10_050)
    /// Checks of the whole database are rare enough to take at most a hundredth of the time.
    private static let leastPauseBetweenLooks = TimeLength.milliseconds(10_050)

    /// Runs until the server shuts down.
    ///
    /// - Throws: `StoreTrouble.gone`.
    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await probe() }
            group.addTask { await cancelWhenGracefulShutdown { await lookThrough() } }
            group.addTask { await cancelWhenGracefulShutdown { await watchExposure() } }
            for try await _ in group {}
        }
    }

    private func probe() async throws {
        let nap = InterruptibleSleep(clock: clock)
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            do {
                try await probeOnce()
                monitor.note(trouble: nil, at: clock.now)
            } catch let trouble as StoreTrouble {
                monitor.note(trouble: HealthProblem(trouble), at: clock.now)
                if case .gone = trouble {
                    logger.critical("database missing, stopping the server", metadata: ["reason": "\(trouble)"])
                    throw trouble
                }
            } catch is CancellationError {
                return
            } catch {
                let reason = HealthMonitor.noResponse("\(error)")
                monitor.note(trouble: HealthProblem(.database, reason), at: clock.now)
            }
            await nap.restUntilShutdown(or: clock.now + Self.pause)
        }
    }

    /// - Throws: why the probe failed.
    private func probeOnce() async throws {
        // Before the server is ready again, and also while it is not.
        defer { noteStanding() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await watchDelay() }
            try await store.probe()
            group.cancelAll()
        }
    }

    /// Records why the probe does not end, until it ends.
    private func watchDelay() async {
        let explained = clock.now + Self.patience
        do {
            while true {
                try await clock.sleep(until: clock.now + Self.pause)
                noteStanding()
                if clock.now >= explained { try await explainDelay() }
            }
        } catch {
            // The probe has ended, and its result counts.
        }
    }

    /// Records why the probe does not end: the reason that the store gives, or that it does not respond.
    ///
    /// - Throws: `CancellationError` when the probe has ended.
    private func explainDelay() async throws {
        let asked = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                while true {
                    try await clock.sleep(until: clock.now + Self.pause)
                    noteStanding()
                    // A clock that is set forward shortens the pause.
                    if asked.duration(to: .now) > Self.shortestSilence { monitor.noteSilence() }
                }
            }
            let obstacle = try? await store.obstacle()
            group.cancelAll()
            try Task.checkCancellation()
            if let obstacle { monitor.note(obstacle: obstacle, at: clock.now) }
        }
    }

    /// Records what a failover has lost, and why nothing is sent, whatever the outcome of a probe is.
    private func noteStanding() {
        monitor.note(lost: store.lost)
        monitor.note(pause: sendingPause())
    }

    private func lookThrough() async {
        while !Task.isCancelled {
            let begun = ContinuousClock.now
            var rest = Self.leastPauseBetweenLooks
            do {
                monitor.note(damage: try await store.damage())
                rest = Self.rest(afterLookOf: begun.duration(to: .now))
            } catch {
                // The probe reports why the database cannot be read. What was waited for in vain is no work.
                logger.debug("could not look through the database", metadata: ["reason": "\(error)"])
            }
            try? await clock.sleep(until: clock.now + rest)
        }
    }

    /// Checks what a failover would lose. However long the database takes to answer, the next check is soon: an operator who
    /// changes its settings after an outage relies on it.
    private func watchExposure() async {
        while !Task.isCancelled {
            do {
                monitor.note(exposure: try await store.exposure())
            } catch {
                // The probe reports why the database cannot be read.
                logger.debug("could not check what a failover would lose", metadata: ["reason": "\(error)"])
            }
            try? await clock.sleep(until: clock.now + Self.pauseBetweenExposures)
        }
    }

    /// Returns the pause after a check of this duration.
    static func rest(afterLookOf length: Duration) -> TimeLength {
        max(leastPauseBetweenLooks, .milliseconds(Int(length / .milliseconds(1)) * 99))
    }
}
