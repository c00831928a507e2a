public import Channels
import Concurrency
public import Expressions
public import Logging
public import ServiceLifecycle

/// Keeps a server among those that share its database: reports that it runs, takes or renews the lease for what one does for
/// all, and leaves at the end.
///
/// It begins before everything that sends, and ends after it.
public struct NodeService: Service {
    /// The lease of what one server does for all: deleting what is old, and the like.
    public static let chores = "chores"

    private let sharing: Sharing
    private let store: any NodeStore
    private let clock: SharedClock
    private let logger: Logger
    private let entering: FailureLog
    private let reporting: FailureLog

    /// - Parameter clock: the machine's own.
    public init(_ sharing: Sharing, store: any NodeStore, clock: any WallClock, logger: Logger) {
        self.sharing = sharing
        self.store = store
        self.clock = SharedClock(clock, sharing.standing)
        self.logger = logger
        entering = FailureLog(
            "could not report to the database, retrying", end: "reported to the database", clock: clock,
            logger: logger)
        reporting = FailureLog(
            "could not report to the database", end: "reported to the database again", clock: clock, logger: logger)
    }

    private var standing: NodeStanding { sharing.standing }

    /// Registers the server. Its name must be free: an earlier start of it has left, or was not seen for the length of a
    /// lease.
    ///
    /// - Throws: `NodeNameTaken`, and what the store throws.
    public func register() async throws {
        let (began, asked) = (standing.elapsed(), clock.now)
        let length = sharing.times.lease
        guard let now = try await store.register(sharing.node, for: length, at: clock.now) else {
            throw NodeNameTaken(name: sharing.node.name, length: length)
        }
        // The clock first: parts that wait for the standing read it next.
        compare(with: now, asked)
        standing.keep(until: began + length)
        try await lead()
    }

    /// Runs until the task is cancelled or the server shuts down gracefully.
    ///
    /// A database that cannot be reached delays the registration: the server may have opened it a moment before it was
    /// restarted.
    ///
    /// - Throws: `NodeNameTaken`, or `StoreTrouble.gone`, unless the server has been registered before.
    public func run() async throws {
        let nap = InterruptibleSleep(clock: clock)
        if standing.clockAhead != .zero { warn(ofClockAheadBy: standing.clockAhead) }
        try await enter(nap)
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            await nap.restUntilShutdown(or: clock.now + sharing.times.beat)
            if Task.isShuttingDownGracefully || Task.isCancelled { break }
            await beat()
        }
        await leave()
    }

    /// Registers the server. Waits while the database cannot be reached, and, if an earlier start of it was killed, until
    /// that one's lease has run out.
    ///
    /// The lease of a start that was killed has run out after its length from the first refusal at the latest: what it sent
    /// before may have waited in the database until then. Only a refusal that was asked for later says that another runs.
    private func enter(_ nap: InterruptibleSleep) async throws {
        var end: TimeLength?
        while !standing.mayAct, !Task.isShuttingDownGracefully, !Task.isCancelled {
            let asked = standing.elapsed()
            do {
                try await register()
                return entering.succeeded()
            } catch let error as NodeNameTaken {
                if let end, end <= asked { throw error }
                let refused = standing.elapsed()
                let last = end ?? refused + sharing.times.lease + sharing.times.beat
                end = last
                logger.notice(
                    "name in use: waiting until the lease of its last start has run out; if another server runs under it, choose another storage.node",
                    metadata: ["node": "\(error.name)"])
                let rest = max(0, last.milliseconds - refused.milliseconds)
                await nap.restUntilShutdown(or: clock.now + min(sharing.times.beat, .milliseconds(rest)))
            } catch let trouble as StoreTrouble {
                throw trouble
            } catch {
                entering.failed(error)
                await nap.restUntilShutdown(or: clock.now + sharing.times.beat)
            }
        }
    }

    /// Reports that the server runs.
    func beat() async {
        let (began, asked) = (standing.elapsed(), clock.now)
        do {
            guard let now = try await store.beat(sharing.node, for: sharing.times.lease, at: clock.now) else {
                standing.loseName()
                logger.critical(
                    "name taken by another server, sending stopped",
                    metadata: ["node": "\(sharing.node.name)"])
                return
            }
            if let overdue = standing.overdue { noteReturn(after: overdue) }
            compare(with: now, asked)
            standing.keep(until: began + sharing.times.lease)
            try await lead()
            reporting.succeeded()
        } catch {
            reporting.failed(error)
        }
    }

    /// A process that stood still, or whose database did not respond, sends again.
    private func noteReturn(after pause: TimeLength) {
        logger.warning(
            "lease had run out, sending was paused and continues",
            metadata: ["node": "\(sharing.node.name)", "milliseconds": "\(pause.milliseconds)"])
    }

    private func lead() async throws {
        let began = standing.elapsed()
        let lease = try await store.take(
            Self.chores, for: sharing.node, length: sharing.times.lease, at: clock.now)
        standing.lead(until: lease.map { _ in began + sharing.times.lease })
    }

    /// Lets everything go that the server holds.
    private func leave() async {
        // What a server held whose lease has run out is free, and its database may still not respond.
        let hasNothing = standing.overdue != nil
        standing.lead(until: nil)
        standing.keep(until: nil)
        if hasNothing { return }
        do {
            try await store.leave(sharing.node, at: clock.now)
            sharing.doorbell.ring([.lanes])
        } catch {
            logger.warning(
                "could not leave the database; what this server held is free soon", metadata: ["reason": "\(error)"])
        }
    }

    /// Corrects the clock when it differs from the database's by more than the time that the answer took explains.
    private func compare(with now: Moment, _ asked: Moment) {
        let answered = clock.now
        let difference: TimeLength
        let tolerated = NodeStanding.toleratedDifference
        if now + tolerated < asked {
            difference = asked - now
        } else if answered + tolerated < now {
            difference = answered - now
        } else {
            return
        }
        standing.correctClock(by: difference)
        warn(ofClockAheadBy: difference)
    }

    private func warn(ofClockAheadBy difference: TimeLength) {
        logger.warning(
            "clock differs from the database's", metadata: ["milliseconds": "\(difference.milliseconds)"])
    }
}

/// A server that may not start because another runs under its name.
public struct NodeNameTaken: Error, Equatable, CustomStringConvertible {
    public let name: String
    public let length: TimeLength

    public var description: String {
        """
        a server named \(name) runs already on this database: give each its own name with `storage.node`
        """
    }
}
