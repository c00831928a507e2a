import Expressions
import Logging
import Synchronization

/// Pauses sending after our key was rejected. During the pause, one message is tried every 30 seconds to check whether
/// the key works again; all others wait.
final class SendingPause: Sendable {
    private struct State {
        var reason: String
        var nextTry: Moment
    }

    private static let pause = TimeLength.seconds(30)

    private let state = Mutex<State?>(nil)
    private let logger: Logger

    init(logger: Logger) { self.logger = logger }

    var reason: String? { state.withLock { $0?.reason } }

    /// When a message is tried again; `nil` while sending is not paused.
    var nextTry: Moment? { state.withLock { $0?.nextTry } }

    /// - Parameter metadata: of the message whose key was rejected.
    func begin(_ reason: String, at now: Moment, metadata: @autoclosure () -> Logger.Metadata) {
        let isNews = state.withLock { state in
            defer { state = State(reason: reason, nextTry: now + Self.pause) }
            return state == nil
        }
        if isNews {
            logger.critical("sending paused, messages stay queued", metadata: metadata())
        }
    }

    /// Returns whether sending was paused.
    func end() -> Bool {
        let wasStopped = state.withLock { state in
            defer { state = nil }
            return state != nil
        }
        if wasStopped { logger.notice("sending resumed") }
        return wasStopped
    }

    /// Until when a message must wait; `nil` when it may be tried now. During the pause, an admitted message is the
    /// only one for 30 seconds.
    func holdsBack(at now: Moment) -> Moment? {
        state.withLock { state in
            guard let stopped = state else { return nil }
            // Setting the clock back must not make the pause longer.
            if now < stopped.nextTry, stopped.nextTry <= now + Self.pause { return stopped.nextTry }
            state?.nextTry = now + Self.pause
            return nil
        }
    }
}
