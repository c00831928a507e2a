public import Channels
import Expressions
public import Logging
import Synchronization

/// Logs the failures of work that is repeated until it succeeds: the first one, then at most one line a minute with the
/// number of those before it that were suppressed, and the end.
///
/// A database that is away for an hour is then a few lines of each part of the server. Suppressed failures are logged at the
/// level `debug`.
public final class FailureLog: Sendable {
    private struct State {
        /// The last line of a failure.
        var last: (at: Moment, level: Logger.Level)?
        /// The number of failures since then.
        var suppressed = 0
        /// Whether the end of what was logged has to be logged.
        var isOpen = false
    }

    private let state = Mutex(State())
    private let message: Logger.Message
    private let end: Logger.Message
    private let clock: any WallClock
    private let logger: Logger

    /// The minimum time between two lines of failures.
    private static let pause = TimeLength.minutes(1)

    /// - Parameters:
    ///   - message: the line of a failure.
    ///   - end: the line of the first success after failures that were logged.
    public init(_ message: Logger.Message, end: Logger.Message, clock: any WallClock, logger: Logger) {
        self.message = message
        self.end = end
        self.clock = clock
        self.logger = logger
    }

    /// Logs that an attempt has failed, unless an attempt has failed within the last minute.
    ///
    /// - Parameters:
    ///   - error: why it has failed.
    ///   - level: a higher one than that of the last line is logged at once. What is no more than a notice, such as a conflict
    ///     with other work, has no end.
    ///   - metadata: what has failed.
    public func failed(_ error: any Error, level: Logger.Level = .warning, _ metadata: Logger.Metadata = [:]) {
        var metadata = metadata
        metadata["reason"] = "\(error)"
        // A cancellation is no failure; the log omits it.
        if error is CancellationError { return logger.log(level: level, message, metadata: metadata) }
        guard let suppressed = count(level, at: clock.now) else { return logger.debug(message, metadata: metadata) }
        if suppressed > 0 { metadata["suppressed"] = "\(suppressed)" }
        logger.log(level: level, message, metadata: metadata)
    }

    /// Logs the end of the failures, if they have been logged.
    public func succeeded() {
        let suppressed = state.withLock { state -> Int? in
            guard state.isOpen else { return nil }
            state.isOpen = false
            defer { state.suppressed = 0 }
            return state.suppressed
        }
        guard let suppressed else { return }
        logger.notice(end, metadata: suppressed > 0 ? ["suppressed": "\(suppressed)"] : [:])
    }

    /// Counts a failure. Returns the number of suppressed ones when a line is due, otherwise `nil`.
    private func count(_ level: Logger.Level, at now: Moment) -> Int? {
        state.withLock { state in
            // A clock that is set back must not delay the next line.
            if let last = state.last, level <= last.level, now >= last.at, now < last.at + Self.pause {
                state.suppressed += 1
                return nil
            }
            state.last = (now, level)
            if level > .notice { state.isOpen = true }
            defer { state.suppressed = 0 }
            return state.suppressed
        }
    }
}
