import Channels
import Expressions
import ServiceLifecycle

/// The grace period for repeatable work once the server shuts down: most sends and calls take less, and
/// interrupted work is durable and repeated under its id after the next start.
enum ShutdownGrace {
    static let length = TimeLength.milliseconds(250)

    /// Runs `work`, which ends by itself once the server shuts down; if it outlasts the grace period, it is cancelled.
    /// Returns whether it was.
    static func run(on clock: any WallClock, _ work: @escaping @Sendable () async -> Void) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await work()
                return false
            }
            group.addTask {
                await untilShutdown()
                if !Task.isCancelled { try? await clock.sleep(until: clock.now + length) }
                return !Task.isCancelled
            }
            let isCut = await group.next() ?? false
            group.cancelAll()
            return isCut
        }
    }

    /// Returns when the server shuts down or the task is cancelled: immediately, on the thread that signals it.
    private static func untilShutdown() async {
        let (shutdown, continuation) = AsyncStream.makeStream(of: Void.self)
        await withTaskCancellationOrGracefulShutdownHandler {
            for await _ in shutdown {}
        } onCancelOrGracefulShutdown: {
            continuation.finish()
        }
    }
}
