import Concurrency
public import Expressions
import ServiceLifecycle

/// What a server knows of its own standing among others, by its own monotonic clock: the clock of the database decides who
/// holds what, and the server stops in time by counting from before each of its requests.
public final class NodeStanding: Sendable {
    private struct State {
        /// Until when the server counts as running.
        var until: TimeLength?
        /// Whether another server has taken the name.
        var isTaken = false
        /// Until when it does what one does for all.
        var leadsUntil: TimeLength?
        /// By how much the server's own clock is ahead of the database's, if noticeably.
        var clockAhead = TimeLength.zero
        var isAlone = false
    }

    private let state: Watched<State>
    /// The time that has passed since some moment; it never goes back and never stands still while the machine sleeps.
    let elapsed: @Sendable () -> TimeLength

    /// - Parameters:
    ///   - ahead: by how much the server's own clock is ahead of the database's, as the opening has found, so that no timer is
    ///     early or late before the server is registered.
    ///   - elapsed: the machine's monotonic clock, unless a test turns one by hand.
    public init(clockAhead ahead: TimeLength = .zero, elapsed: (@Sendable () -> TimeLength)? = nil) {
        var first = State()
        if abs(ahead.milliseconds) > Self.toleratedDifference.milliseconds { first.clockAhead = ahead }
        state = Watched(first)
        self.elapsed = elapsed ?? Self.monotonic()
    }

    /// The difference between the clocks of a server and the database from which on the database's counts.
    static let toleratedDifference = TimeLength.seconds(2)

    private init(alone: Void) {
        state = Watched(State(isAlone: true))
        elapsed = Self.monotonic()
    }

    /// That of a server without others: it may do everything.
    public static let alone = NodeStanding(alone: ())

    private static func monotonic() -> @Sendable () -> TimeLength {
        let start = ContinuousClock.now
        return {
            let passed = (ContinuousClock.now - start).components
            return .milliseconds(Int(passed.seconds * 1_000 + passed.attoseconds / 1_000_000_000_000_000))
        }
    }

    /// Whether the server has no others.
    public var isAlone: Bool { state.read(\.isAlone) }

    /// Whether the server counts as running, as far as it can know.
    public var mayAct: Bool { state.read { Self.isIn($0.until, elapsed()) || $0.isAlone } }

    /// Why the server does not count as running; `nil` when it does.
    var absence: String? {
        if mayAct { return nil }
        return state.read { state -> String in
            if state.isTaken { return "another server has taken its name; give each its own with `storage.node`" }
            guard state.until != nil else {
                return "it is not registered yet: an earlier start or another server has its name, or the database "
                    + "does not respond"
            }
            return "it could not report to the database for longer than `storage.lease`"
        }
    }

    /// How long ago the server has ceased to count as running because it did not report in time; `nil` when it has not.
    var overdue: TimeLength? {
        let now = elapsed()
        guard let until = state.read(\.until), until <= now else { return nil }
        return TimeLength(milliseconds: now.milliseconds - until.milliseconds)
    }

    /// Whether the server does what one does for all.
    public var leads: Bool { state.read { Self.leads($0, at: elapsed()) } }

    private static func leads(_ state: State, at now: TimeLength) -> Bool {
        state.isAlone || isIn(state.until, now) && isIn(state.leadsUntil, now)
    }

    private static func isIn(_ until: TimeLength?, _ now: TimeLength) -> Bool { until.map { now < $0 } ?? false }

    /// Records that the server counts as running; `nil` when it has left.
    func keep(until moment: TimeLength?) {
        state.change { state in
            state.until = moment
            state.isTaken = false
        }
    }

    /// Records that another server has taken the name.
    func loseName() {
        state.change { state in
            state.until = nil
            state.isTaken = true
        }
    }

    /// Records until when the server does what one does for all; `nil` when another does it.
    func lead(until moment: TimeLength?) { state.change { $0.leadsUntil = moment } }

    /// By how much the server's own clock is ahead of the database's; zero while they agree.
    var clockAhead: TimeLength { state.read(\.clockAhead) }

    /// Records that the clock that `SharedClock` shows is ahead of the database's.
    func correctClock(by difference: TimeLength) { state.change { $0.clockAhead = $0.clockAhead + difference } }

    /// Returns whether the server does what one does for all, waiting until it does; `false` when the task is cancelled or
    /// the server shuts down.
    public func untilLeading() async -> Bool {
        if leads { return true }
        await cancelWhenGracefulShutdown { [self] in
            while !Task.isCancelled, !leads {
                _ = try? await state.first { [elapsed] in Self.leads($0, at: elapsed()) ? true : nil }
            }
        }
        return leads && !Task.isCancelled && !Task.isShuttingDownGracefully
    }
}
