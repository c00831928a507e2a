import Channels
import Expressions
import Foundation
import Logging
import ServiceLifecycle

/// Returns memory to the system that was allocated during a load peak and has been freed since.
///
/// The C library keeps freed memory for reuse, in each of its arenas as much as was ever in use there: after two
/// thousand connections at once, several times what the server needs (glibc manual, 3.2.3.6 and `malloc_trim(3)`).
struct MemoryService: Service {
    private let clock: any WallClock
    private let logger: Logger

    /// How often it checks, and how many bytes of memory must be in use above the lowest value so far.
    private static let interval = TimeLength.minutes(1)
    private static let least = 32.0 * 1_024 * 1_024

    init(clock: any WallClock, logger: Logger) {
        self.clock = clock
        self.logger = logger
    }

    private typealias Trim = @convention(c) @Sendable (Int) -> Int32

    /// glibc's `malloc_trim`, which Swift does not import; `nil` with another C library.
    private static let trim = dlsym(nil, "malloc_trim").map { unsafeBitCast($0, to: Trim.self) }

    /// Runs until the task is cancelled or the server shuts down gracefully.
    func run() async {
        var floor = ProcessUsage.residentMemory ?? 0
        while true {
            let next = clock.now + Self.interval
            await cancelWhenGracefulShutdown { try? await clock.sleep(until: next) }
            if Task.isShuttingDownGracefully || Task.isCancelled { return }
            floor = look(above: floor)
        }
    }

    /// Returns free memory to the system when usage has risen far above the floor. Returns the new floor in bytes,
    /// which never rises: during a peak little memory is free, and what is freed after it has to be returned as well.
    func look(above floor: Double) -> Double {
        guard let before = ProcessUsage.residentMemory, before > floor + Self.least else { return floor }
        _ = Self.trim?(0)
        let after = ProcessUsage.residentMemory ?? before
        logger.debug(
            "memory released", metadata: ["before": "\(Int(before))", "after": "\(Int(after))"])
        return min(floor, after)
    }
}
