public import Channels
public import Expressions
import ServiceLifecycle
import Synchronization

/// A sleep until a given time that other tasks can cut short. One task sleeps at a time.
public final class InterruptibleSleep: Sendable {
    private let sleeper = Mutex<CheckedContinuation<Void, Never>?>(nil)
    private let clock: any WallClock

    public init(clock: any WallClock) { self.clock = clock }

    /// Returns at `moment`, when woken, or when the task is cancelled.
    ///
    /// - Parameter isDisturbed: whether the reason to wake already exists. The reason must exist before `wake` is
    ///   called.
    public func rest(until moment: Moment, unless isDisturbed: @escaping @Sendable () -> Bool) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await self.clock.sleep(until: moment) }
            group.addTask { await self.untilWoken(unless: isDisturbed) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Returns at `moment`, when woken, when the task is cancelled, or when the server shuts down.
    public func restUntilShutdown(
        or moment: Moment, unless isDisturbed: @escaping @Sendable () -> Bool = { false }
    ) async {
        let isOver = Mutex(false)
        await withTaskCancellationOrGracefulShutdownHandler {
            await rest(until: moment) { isOver.withLock { $0 } || isDisturbed() }
        } onCancelOrGracefulShutdown: {
            isOver.withLock { $0 = true }
            self.wake()
        }
    }

    /// Ends the sleep, if a task is sleeping.
    public func wake() {
        sleeper.withLock { $0.take() }?.resume()
    }

    private func untilWoken(unless isDisturbed: @Sendable () -> Bool) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = sleeper.withLock { sleeper in
                    if Task.isCancelled || isDisturbed() { return true }
                    sleeper = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            wake()
        }
    }
}
