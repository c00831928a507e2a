public import Channels
public import Expressions

/// The clock of a server that shares its database: the machine's own, corrected by the database's where the two differ
/// noticeably.
///
/// Servers set and handle each other's timers, so an hour's difference between two of them would ask customers whether they
/// are still there an hour too early.
public struct SharedClock: WallClock {
    private let own: any WallClock
    private let standing: NodeStanding

    /// - Parameter own: the machine's clock.
    public init(_ own: any WallClock, _ standing: NodeStanding) {
        self.own = own
        self.standing = standing
    }

    public var now: Moment { own.now - standing.clockAhead }

    public func sleep(until moment: Moment) async throws {
        if moment == .never { return try await own.sleep(until: moment) }
        try await own.sleep(until: moment + standing.clockAhead)
    }
}
