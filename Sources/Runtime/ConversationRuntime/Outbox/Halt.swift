import Expressions
import Logging
import Synchronization

/// Whether sending has stopped because our key is refused. While it has, one message is tried every half minute to see
/// whether somebody has mended it; all others wait.
final class Halt: Sendable {
    private struct State {
        var reason: String
        var nextTry: Moment
    }

    private static let pause = TimeLength.seconds(30)

    private let state = Mutex<State?>(nil)
    private let logger: Logger

    init(logger: Logger) { self.logger = logger }

    var reason: String? { state.withLock { $0?.reason } }

    /// - Parameter metadata: of the message that met with it.
    func begin(_ reason: String, at now: Moment, metadata: @autoclosure () -> Logger.Metadata) {
        let isNews = state.withLock { state in
            defer { state = State(reason: reason, nextTry: now + Self.pause) }
            return state == nil
        }
        if isNews {
            logger.critical("sending has stopped; nothing is lost meanwhile", metadata: metadata())
        }
    }

    /// Returns whether sending had stopped.
    func end() -> Bool {
        let wasStopped = state.withLock { state in
            defer { state = nil }
            return state != nil
        }
        if wasStopped { logger.notice("sending goes on") }
        return wasStopped
    }

    /// Until when a message has to wait; `nil` when it may be tried now. Who is let through while sending has stopped is
    /// the only one for half a minute.
    func holdsBack(at now: Moment) -> Moment? {
        state.withLock { state in
            guard let stopped = state else { return nil }
            // A clock that is set back makes the pause no longer.
            if now < stopped.nextTry, stopped.nextTry <= now + Self.pause { return stopped.nextTry }
            state?.nextTry = now + Self.pause
            return nil
        }
    }
}
