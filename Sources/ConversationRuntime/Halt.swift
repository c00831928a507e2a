import Channels
import Expressions
import Logging
import Synchronization

/// Whether sending has stopped because our key is refused. While it has, a message is tried every half minute to see
/// whether somebody has mended it.
final class Halt: Sendable {
    private struct State {
        var reason: String?
        var until: Moment?
    }

    private let state = Mutex(State())
    private let clock: any WallClock
    private let logger: Logger

    init(clock: any WallClock, logger: Logger) {
        self.clock = clock
        self.logger = logger
    }

    var reason: String? { state.withLock(\.reason) }
    var until: Moment? { state.withLock(\.until) }

    func begin(_ reason: String) {
        let isNews = state.withLock { state in
            defer { state = State(reason: reason, until: clock.now + .seconds(30)) }
            return state.reason == nil
        }
        if isNews {
            logger.critical("sending has stopped; nothing is lost meanwhile", metadata: ["reason": "\(reason)"])
        }
    }

    func end() {
        let wasStopped = state.withLock { state in
            defer { state = State() }
            return state.reason != nil
        }
        if wasStopped { logger.notice("sending goes on") }
    }
}
