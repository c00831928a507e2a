import Channels
import Expressions
import Logging
import ServiceLifecycle

/// Wakes sessions whose customers are silent. The timers lie in the store, so a restart forgets none.
struct Timers: Sendable {
    let conversations: Conversations
    let store: any SessionStore
    let clock: any WallClock
    let logger: Logger

    /// How many sessions are woken at a time.
    private static let batch = 64

    /// Runs until the task is cancelled or the server shuts down.
    func run() async throws {
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            do {
                conversations.alarm.begin()
                let next = try await store.nextTimer() ?? .never
                if next <= clock.now {
                    try await wakeDue()
                } else {
                    await wait(until: next)
                }
            } catch {
                logger.error("timers could not be read; trying again in a second", metadata: ["reason": "\(error)"])
                await wait(until: clock.now + .seconds(1))
            }
        }
    }

    private func wakeDue() async throws {
        let due = try await store.dueTimers(at: clock.now, limit: Self.batch)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for timer in due { group.addTask { try await conversations.wake(timer) } }
            try await group.waitForAll()
        }
    }

    /// Sleeps until `moment`, or until an earlier timer is set.
    private func wait(until moment: Moment) async {
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { try? await clock.sleep(until: moment) }
                group.addTask { await conversations.alarm.untilEarlier(than: moment) }
                await group.next()
                group.cancelAll()
            }
        }
    }
}
