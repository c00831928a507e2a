import Channels
import Expressions
import Foundation
import Logging
import ServiceLifecycle

/// Gives back to the system what a rush of customers has taken of memory and freed since.
///
/// The C library keeps what is freed for whoever wants it next, of each of its arenas as much as was ever in use there: after two
/// thousand connections at once, several times what the server needs (glibc manual, 3.2.3.6 and `malloc_trim(3)`).
struct MemoryService: Service {
    private let clock: any WallClock
    private let logger: Logger

    /// How often it looks, and how much more has to be in use than there was when it was least; in bytes.
    private static let interval = TimeLength.minutes(1)
    private static let least = 32.0 * 1_024 * 1_024

    init(clock: any WallClock, logger: Logger) {
        self.clock = clock
        self.logger = logger
    }

    private typealias Trim = @convention(c) @Sendable (Int) -> Int32

    /// glibc's `malloc_trim`, which Swift does not import; `nil` where another C library serves.
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

    /// Gives back what is free when much has come up. Returns above how much it is worth the trouble from then on, in bytes: in the
    /// midst of a rush little is free, and what is freed after it has to be given back as well.
    func look(above floor: Double) -> Double {
        guard let before = ProcessUsage.residentMemory, before > floor + Self.least else { return floor }
        _ = Self.trim?(0)
        let after = ProcessUsage.residentMemory ?? before
        logger.debug(
            "memory was given back", metadata: ["before": "\(Int(before))", "after": "\(Int(after))"])
        return min(floor, after)
    }
}
