import Expressions

/// When a message is tried again: after 1, 2, 4 … seconds, at most a minute apart, for an hour.
struct Retries {
    private(set) var attempts: Int
    private(set) var nextTry: Moment
    /// When the first of the attempts failed.
    private(set) var failingSince: Moment?
    /// When the last of them did, as far as it is known.
    private var failedLast: Moment?

    private static let longest = TimeLength.hours(1)
    private static let mostApart = TimeLength.minutes(1)

    init(_ stored: StoredDelivery) {
        attempts = stored.attempts
        nextTry = stored.nextTry
        failingSince = stored.failingSince
        failedLast = stored.failingSince
    }

    /// Whether it may be tried. A clock that was set back to before the last failure keeps nothing waiting until it is there again.
    func isDue(at now: Moment) -> Bool {
        attempts == 0 || nextTry <= now || failedLast.map { now < $0 } ?? false
    }

    /// Notes a failure. Returns whether there is another try.
    ///
    /// - Parameter asked: how long the other side asks to wait.
    mutating func fail(at now: Moment, after asked: TimeLength?) -> Bool {
        attempts += 1
        // Nothing has been failing since a time that is still to come: the clock was set back.
        let since = min(failingSince ?? now, now)
        failingSince = since
        failedLast = now
        let doubled = TimeLength.seconds(1 << min(attempts - 1, 6))
        nextTry = now + max(min(doubled, Self.mostApart), min(asked ?? .zero, Self.longest))
        return nextTry - since <= Self.longest
    }

    /// The hour begins again: what went wrong was not the message's fault. Returns whether it had begun.
    mutating func startAnew() -> Bool {
        defer {
            attempts = 0
            failingSince = nil
        }
        return failingSince != nil
    }
}
