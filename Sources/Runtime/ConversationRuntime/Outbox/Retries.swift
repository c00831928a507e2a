import Expressions

/// The retry schedule of a message: after 1, 2, 4 … seconds, at most a minute apart, for an hour.
struct Retries {
    private(set) var attempts: Int
    private(set) var nextTry: Moment
    /// When the first of the failed attempts failed.
    private(set) var failingSince: Moment?
    /// When the last attempt failed, as far as it is known.
    private var failedLast: Moment?

    private static let longest = TimeLength.hours(1)
    private static let mostApart = TimeLength.minutes(1)

    init(_ stored: StoredDelivery) {
        attempts = stored.attempts
        nextTry = stored.nextTry
        failingSince = stored.failingSince
        failedLast = stored.failingSince
    }

    /// Whether the message may be tried. A clock set back to before the last failure does not delay it until the clock
    /// catches up.
    func isDue(at now: Moment) -> Bool {
        attempts == 0 || nextTry <= now || failedLast.map { now < $0 } ?? false
    }

    /// Makes the next try due.
    mutating func begin(at now: Moment) { nextTry = min(nextTry, now) }

    /// The same, with another time of the next try.
    func waiting(until moment: Moment) -> Retries {
        var retries = self
        retries.nextTry = moment
        return retries
    }

    /// Records a failure. Returns whether there is another attempt.
    ///
    /// - Parameter asked: the delay the remote side requests.
    mutating func fail(at now: Moment, after asked: TimeLength?) -> Bool {
        attempts += 1
        // A failure that lies in the future means that the clock was set back.
        let since = min(failingSince ?? now, now)
        failingSince = since
        failedLast = now
        let doubled = TimeLength.seconds(1 << min(attempts - 1, 6))
        nextTry = now + max(min(doubled, Self.mostApart), min(asked ?? .zero, Self.longest))
        return nextTry - since <= Self.longest
    }

    /// Restarts the hour, because the failure was not the message's fault. Returns whether the hour had started.
    mutating func startAnew() -> Bool {
        defer {
            attempts = 0
            failingSince = nil
        }
        return failingSince != nil
    }
}
