import Channels
import Concurrency
import ConversationRuntime
import Expressions
import FlowModel
import FlowPublishing
import SQLStorage
import SQLiteStorage
import TestSupport
import Testing

/// Whoever publishes learns what all servers that share the database do with it.
@Suite struct ActivationWaitTests {
    /// Two servers on a database, and a version that was just published.
    private struct World {
        private struct Needs: BotRequirements {
            func lacks(of bot: Bot) -> [String] { [] }
            func warnings(about bot: Bot) -> [String] { [] }
        }

        let folder: TemporaryFolder
        let database: SQLiteDatabase
        let clock = TurnableClock(standingAt: Moment(seconds: 1_796_115_600))
        let nodes = ["web-1", "web-2"].map { Node(name: $0, start: "a", version: "1") }
        let publication: Publication

        init() async throws {
            folder = try TemporaryFolder()
            database = try SQLiteDatabase(path: folder.file("usher.sqlite"))
            publication = try await database.versions.publish(
                FlowVersion(hash: "aa11", files: []), pictures: [:], at: clock.now, by: "ana", note: "")
        }

        var publisher: Publisher {
            Publisher(
                store: database.versions, validator: PublishValidator(needs: Needs(), isStrict: false), clock: clock)
        }

        func register(_ node: Node) async throws {
            _ = try await database.nodes.register(node, for: .minutes(5), at: clock.now)
        }

        /// Lets a server activate the version.
        func activate(_ node: Node) async throws {
            try await database.versions.tell(
                RunningFlows(version: publication.version, publication: publication.number, since: clock.now))
            #expect(try await database.nodes.recordActivation(of: publication.number, by: node))
        }

        /// Waits for both servers; the first has activated the version, and the other has not answered.
        func begin() async throws -> Task<ActivationReport, any Error> {
            for node in nodes { try await register(node) }
            let wait = ActivationWait(publisher, nodes: database.nodes, clock: clock)
            let waiting = Task { [publication] in try await wait.report(of: publication) }
            try await untilLooked()
            try await activate(nodes[0])
            clock.turn(by: .milliseconds(100))
            try await untilLooked()
            return waiting
        }

        private func untilLooked() async throws {
            try await clock.untilSomebodySleeps(until: clock.now + .milliseconds(100))
        }
    }

    @Test func `a server that rejects what another has activated is reported`() async throws {
        let world = try await World()
        let waiting = try await world.begin()
        try await world.database.versions.refuse(world.publication.number, because: "no secret")
        world.clock.turn(by: .milliseconds(100))
        let report = try await waiting.value
        #expect(report.outcome == .refused("no secret"))
        #expect(report.text.contains("one of 2 servers (web-1, web-2) rejected it"), "\(report.text)")
    }

    @Test func `the last server that activates it ends the wait`() async throws {
        let world = try await World()
        let waiting = try await world.begin()
        try await world.activate(world.nodes[1])
        world.clock.turn(by: .milliseconds(100))
        let report = try await waiting.value
        #expect(report.isComplete && report.outcome == .answers)
        #expect(report.text == "all of 2 servers (web-1, web-2) have activated it")
    }

    @Test func `a server that does not answer is named after five seconds`() async throws {
        let world = try await World()
        let waiting = try await world.begin()
        world.clock.turn(by: .seconds(5))
        let report = try await waiting.value
        #expect(!report.isComplete && report.outcome == .answers)
        #expect(report.text.contains("no answer came from web-2"), "\(report.text)")
    }

    @Test func `a server that has stopped meanwhile is not waited for`() async throws {
        let world = try await World()
        let waiting = try await world.begin()
        try await world.database.nodes.leave(world.nodes[1], at: world.clock.now)
        world.clock.turn(by: .milliseconds(100))
        #expect(try await waiting.value.isComplete)
    }

    @Test(arguments: [true, false])
    func `a server that shares the database is named with the reason of its refusal`(isShared: Bool) async throws {
        let world = try await World()
        let publishing = Publishing(world.publisher, sessions: world.database.copies, origin: .publication(0))
        let log = LogRecorder()
        let service = PublicationService(
            publishing, startingWith: "0000", clock: world.clock, logger: log.logger,
            as: isShared ? world.nodes[1] : nil, among: world.database.nodes
        ) { _, _ in }
        let running = Task { await service.run() }
        try await world.clock.untilSomebodySleeps(until: world.clock.now + .seconds(1))
        running.cancel()
        await running.value
        let refusal = try #require(try await world.database.versions.refusal(of: world.publication.number))
        #expect(refusal.hasPrefix("web-2: ") == isShared, "\(refusal)")
        let report = ActivationReport(.refused(refusal), silent: ["web-1", "web-2"])
        #expect(report.text.hasPrefix("usher: web-2 rejected it, and all of 2 servers") == isShared, "\(report.text)")
    }

    @Test func `a server records what it has activated as soon as it is registered`() async throws {
        let world = try await World()
        let node = world.nodes[0]
        let publishing = Publishing(
            world.publisher, sessions: world.database.copies, origin: .publication(world.publication.number))
        let service = PublicationService(
            publishing, startingWith: world.publication.version, clock: world.clock, logger: LogRecorder().logger,
            as: node, among: world.database.nodes
        ) { _, _ in }
        let running = Task { await service.run() }
        try await world.clock.untilSomebodySleeps(until: world.clock.now + .seconds(1))
        #expect(try await world.database.nodes.all(at: world.clock.now).isEmpty)
        try await world.register(node)
        world.clock.turn(by: .seconds(1))
        try await world.clock.untilSomebodySleeps(until: world.clock.now + .seconds(1))
        let shown = try await world.database.nodes.all(at: world.clock.now).map(\.publication)
        #expect(shown == [world.publication.number])
        running.cancel()
        await running.value
    }
}
