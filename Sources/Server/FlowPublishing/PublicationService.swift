package import Channels
package import ConversationRuntime
import Expressions
import Files
package import FlowModel
package import Logging
import ServiceLifecycle

/// Polls every second for a newly published version, and activates it in the server.
///
/// Each event is processed entirely by one version: the one active when its turn begins. The effects of that turn are
/// performed by the version active at that time, as after a restart.
package struct PublicationService: Service {
    private let publishing: Publishing
    private let start: String
    private let clock: any WallClock
    private let logger: Logger
    private let reading: FailureLog
    private let recording: FailureLog
    private let use: @Sendable (Bot, [String: String]) -> Void
    private let standing: NodeStanding
    private let node: Node?
    private let nodes: any NodeStore

    private static let pause = TimeLength.seconds(1)
    /// How long versions are kept that are no longer needed.
    private static let kept = TimeLength.days(90)

    /// - Parameters:
    ///   - start: the version that runs at the start.
    ///   - standing: of several servers, the one that does what one does for all deletes old versions.
    ///   - node: this server among those that share the database; `nil` for a server that has it for itself.
    ///   - nodes: where the others find out what this server has activated.
    ///   - use: activates a bot and its pictures.
    package init(
        _ publishing: Publishing, startingWith start: String, clock: any WallClock, logger: Logger,
        standing: NodeStanding = .alone, as node: Node? = nil, among nodes: any NodeStore,
        use: @escaping @Sendable (Bot, [String: String]) -> Void
    ) {
        self.publishing = publishing
        self.start = start
        self.clock = clock
        self.logger = logger
        reading = FailureLog(
            "could not read the published version", end: "published version read again", clock: clock, logger: logger)
        recording = FailureLog(
            "could not record the running version, retrying", end: "running version recorded", clock: clock,
            logger: logger)
        self.standing = standing
        self.node = node
        self.nodes = nodes
        self.use = use
    }

    private var store: any VersionStore { publishing.publisher.store }

    /// Runs until the task is cancelled or the server shuts down gracefully.
    package func run() async {
        var running = RunningFlows(version: start, publication: publication, since: clock.now)
        var isTold = false
        // The number that the list of servers shows for this one.
        var shown: Int?
        var nextSweep = clock.now
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            if !isTold { isTold = await tellStart(running) }
            do {
                let newest = try await store.publication()
                if let newest, newest.number != running.publication {
                    try await take(newest, &running)
                } else if newest == nil, running.publication != nil {
                    try await goBack(&running)
                }
                if let number = running.publication, number != shown, try await show(number) { shown = number }
                if nextSweep <= clock.now, standing.leads {
                    nextSweep = clock.now + .hours(1)
                    _ = try await store.forgetVersions(before: clock.now - Self.kept)
                }
                reading.succeeded()
            } catch {
                reading.failed(error)
            }
            let next = clock.now + Self.pause
            await cancelWhenGracefulShutdown { try? await clock.sleep(until: next) }
        }
    }

    private var publication: Int? {
        if case .publication(let number) = publishing.origin { number } else { nil }
    }

    /// Keeps the initial version and records the running one. Returns `false` when it has to be retried at the next
    /// poll.
    private func tellStart(_ running: RunningFlows) async -> Bool {
        do {
            if case .folder(let sources) = publishing.origin, let version = version(of: sources) {
                try await store.keep(version, pictures: sources.placesOfPictures, at: clock.now)
            }
            try await store.tell(running)
            recording.succeeded()
            return true
        } catch {
            recording.failed(error)
            return false
        }
    }

    /// Returns the version in the folder; `nil` when a picture is missing there, which a retry would not fix.
    private func version(of sources: FlowSources) -> FlowVersion? {
        do throws(FileError) {
            return try sources.version()
        } catch {
            logger.warning("could not store the running version", metadata: ["reason": "\(error)"])
            return nil
        }
    }

    /// Records for the other servers and for commands which publication this one has activated. Returns `false` while it is
    /// not registered among them.
    private func show(_ publication: Int) async throws -> Bool {
        guard let node else { return true }
        return try await nodes.recordActivation(of: publication, by: node)
    }

    /// Activates a publication, or refuses it, which restores the previous one.
    private func take(_ publication: Publication, _ running: inout RunningFlows) async throws {
        let metadata: Logger.Metadata = [
            "version": "\(publication.version)", "before": "\(running.version)", "author": "\(publication.author)",
        ]
        do {
            if publication.version != running.version {
                let candidate = try await publishing.publisher.candidate(named: publication.version)
                for warning in candidate.warnings { logger.warning("\(warning)") }
                use(candidate.bot, candidate.sources.pictures)
            }
        } catch let refusal as PublishRefusal {
            logger.error(
                "publication rejected, keeping the previous version",
                metadata: metadata.merging(["reason": "\(refusal)"]) { $1 })
            return try await store.refuse(
                publication.number, because: ActivationReport.reason("\(refusal)", of: node?.name))
        }
        let taken = RunningFlows(version: publication.version, publication: publication.number, since: clock.now)
        // The publishing process waits for this record. If it cannot be written now, the next poll activates and
        // records the version again.
        try await store.tell(taken)
        running = taken
        logger.notice("publication activated", metadata: metadata)
    }

    /// Returns to the flows of the start, when another server has rejected the only publication.
    private func goBack(_ running: inout RunningFlows) async throws {
        let metadata: Logger.Metadata = ["version": "\(start)", "before": "\(running.version)"]
        do {
            if start != running.version {
                let candidate = try await publishing.publisher.candidate(named: start)
                use(candidate.bot, candidate.sources.pictures)
            }
        } catch let refusal as PublishRefusal {
            logger.error(
                "could not return to the previous version",
                metadata: metadata.merging(["reason": "\(refusal)"]) { $1 })
            running.publication = nil
            return
        }
        let former = RunningFlows(version: start, publication: nil, since: clock.now)
        try await store.tell(former)
        running = former
        logger.notice("previous version active again", metadata: metadata)
    }
}
