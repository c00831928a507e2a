import Channels
import Concurrency
import Expressions
import FlowEngine
import JSON
import MessageModel
import ServiceLifecycle
import TestSupport
import Testing

@testable import ConversationRuntime

/// Several servers on one database: whichever ends, stands still or has a wrong clock, each customer receives all messages in
/// the order of the history.
@Suite(.serialized) struct NodesTests {
    private static let brief = Sharing.Times(
        lease: .milliseconds(600), poll: .milliseconds(50), beat: .milliseconds(100))
    /// What is held is held for the whole test, unless it is let go.
    private static let long = Sharing.Times(lease: .hours(2), poll: .milliseconds(50), beat: .milliseconds(100))

    private struct Shop {
        let nodes: [ClusterNode]
        let channel: ScriptedChannel
        let stores: Stores
        let engine: Engine

        /// Returns when no message waits any more.
        func untilAllIsSent() async throws {
            try await poll { try await stores.sessions.waitingDeliveries() == 0 }
        }

        /// Returns when no server believes that it holds a lane.
        func untilNothingIsHeld() async {
            await poll { nodes.allSatisfy { $0.conversations.outbox.holdCount == 0 } }
        }

        /// Expects that all messages of the history have arrived, in the same order, and that nothing is held any more.
        func expectOrderOfHistory(_ customers: [String]) async throws {
            for customer in customers {
                let session = try #require(try await stores.sessions.session(of: .customer(customer)))
                let sent = try await stores.sessions.history(of: session.id).flatMap { entry in
                    (entry.effects.array ?? []).filter { $0["send"] != nil }.compactMap { $0["id"]?.string }
                }
                var ids: Set<String> = []
                let arrived = channel.attempts.filter { $0.isTaken && $0.customer == customer }.map(\.id)
                    .filter { ids.insert($0).inserted }
                #expect(arrived == sent, "\(customer)")
            }
        }
    }

    /// Runs `body` with servers on one database.
    ///
    /// - Parameter ahead: how far the clock of each is ahead.
    private func run(
        _ place: SharedDatabase, _ count: Int = 3, times: Sharing.Times = brief, ahead: [TimeLength] = [],
        ring: Bool = true, fails: @escaping World.Fails = { _, _ in nil },
        _ body: (Shop) async throws -> Void
    ) async throws {
        let stores = try await place.stores(count + 1)
        let flow = try engine(echo)
        let channel = ScriptedChannel(clock: TurnableClock(), fails: fails)
        let wire = LocalDoorbell.Wire()
        let nodes = (0..<count).map { number in
            let clock = TurnableClock()
            if number < ahead.count { clock.turn(by: ahead[number]) }
            let bell: any Doorbell = ring ? wire.bell() : NoDoorbell()
            return ClusterNode(
                "n\(number)", stores[number], channel: channel, times: times, clock: clock, doorbell: bell,
                engine: flow)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for node in nodes { group.addTask { await node.run() } }
            defer { group.cancelAll() }
            await poll { nodes.allSatisfy { $0.standing.mayAct || $0.failure.value != nil } }
            try #require(nodes.compactMap(\.failure.value) == [])
            try await body(Shop(nodes: nodes, channel: channel, stores: stores[count], engine: flow))
        }
    }

    @Test(arguments: SharedDatabase.allCases)
    func `what a killed server had to send is sent by the others, in order`(_ place: SharedDatabase) async throws {
        try await run(place) { shop in
            let customers = (0..<6).map { "c\($0)" }
            for customer in customers { shop.channel.hold(customer) }
            for (number, customer) in customers.enumerated() {
                try await shop.nodes[number % 3].say("hello", from: customer, id: "\(customer)-0")
            }
            await shop.channel.watched.wait { $0.underWay.values.filter { $0 > 0 }.count == 6 }
            for round in 1...3 {
                for customer in customers {
                    let node = shop.nodes[(round + customer.utf8.count) % 3]
                    try await node.say("word \(round)", from: customer, id: "\(customer)-\(round)")
                }
            }
            shop.nodes[0].kill()
            for customer in customers { shop.channel.letGo(customer) }
            for customer in customers {
                try await shop.nodes[1].say("last", from: customer, id: "\(customer)-4")
            }
            try await shop.untilAllIsSent()
            try await shop.expectOrderOfHistory(customers)
        }
    }

    @Test(arguments: SharedDatabase.allCases)
    func `a server that stood still is refused when it wakes, and sends no more of what others have taken`(
        _ place: SharedDatabase
    ) async throws {
        try await run(place, 2) { shop in
            let (first, second) = (shop.nodes[0], shop.nodes[1])
            shop.channel.hold("ana")
            try await first.say("hello", from: "ana", id: "0")
            await shop.channel.watched.wait { $0.underWay["ana"] == 1 }
            try await first.say("one", from: "ana", id: "1")
            // Its process stands still: no renewals, and its clock does not show it.
            first.store.fail(.renew, .remove)
            first.freeze()
            await shop.channel.watched.wait { $0.underWay["ana"] == 2 }
            #expect(second.conversations.outbox.laneCount == 1)
            first.store.fail()
            shop.channel.letGo("ana")
            try await shop.untilAllIsSent()
            await first.logs.line(with: "sending to a customer taken over by another server")
            first.thaw()
            try await second.say("two", from: "ana", id: "2")
            try await shop.untilAllIsSent()
            try await shop.expectOrderOfHistory(["ana"])
        }
    }

    @Test(arguments: SharedDatabase.allCases)
    func `a delivery that takes longer than a lease stays with its server`(_ place: SharedDatabase) async throws {
        let times = Sharing.Times(lease: .seconds(5), poll: .milliseconds(50), beat: .milliseconds(500))
        try await run(place, 2, times: times) { shop in
            shop.channel.hold("ana")
            try await shop.nodes[0].say("hello", from: "ana", id: "0")
            // Each a third of the lease after the one before.
            await shop.nodes[0].store.until(.renew, asked: 4)
            shop.channel.letGo("ana")
            try await shop.untilAllIsSent()
            #expect(shop.channel.watched.value.most == ["ana": 1])
            #expect(shop.channel.attempts.count == 1)
        }
    }

    @Test func `a server that cannot reach the database stops sending before others take over`() async throws {
        try await run(.sqlite, 1) { shop in
            let node = shop.nodes[0]
            shop.channel.hold("ana")
            try await node.say("hello", from: "ana", id: "0")
            await shop.channel.watched.wait { $0.underWay["ana"] == 1 }
            try await node.say("one", from: "ana", id: "1")
            node.kill()
            shop.channel.letGo("ana")
            await node.conversations.untilSent()
            #expect(shop.channel.device(of: "ana") == ["Yes?"])
            #expect(!node.standing.mayAct)
        }
    }

    @Test(arguments: SharedDatabase.allCases)
    func `a server that stops hands over at once what waits`(_ place: SharedDatabase) async throws {
        let isBusy = Watched(true)
        let fails: World.Fails = { _, _ in isBusy.value ? .tryAgain("busy") : nil }
        try await run(place, 2, times: Self.long, fails: fails) { shop in
            let customers = ["ana", "ben", "cleo"]
            for customer in customers { shop.channel.hold(customer) }
            for customer in customers { try await shop.nodes[0].say("hello", from: customer, id: "\(customer)-0") }
            await shop.channel.watched.wait { $0.underWay.values.filter { $0 > 0 }.count == 3 }
            for customer in customers { try await shop.nodes[0].say("one", from: customer, id: "\(customer)-1") }
            for customer in ["ana", "ben"] { shop.channel.letGo(customer) }
            async let stopped: Void = shop.nodes[0].stop()
            await poll { !shop.nodes[0].standing.mayAct || shop.nodes[0].conversations.outbox.claim == nil }
            isBusy.change { $0 = false }
            shop.channel.letGo("cleo")
            await stopped
            try await shop.untilAllIsSent()
            try await shop.expectOrderOfHistory(customers)
            let status = try await shop.stores.nodes.all(at: shop.nodes[1].clock.now)
            #expect(status.map(\.isRunning) == [false, true])
        }
    }

    @Test(arguments: SharedDatabase.allCases, [true, false])
    func `what another server adds to a lane is sent by its holder, with a hint or without`(
        _ place: SharedDatabase, ring: Bool
    ) async throws {
        try await run(place, 2, times: Self.long, ring: ring) { shop in
            shop.channel.hold("ana")
            try await shop.nodes[0].say("hello", from: "ana", id: "0")
            await shop.channel.watched.wait { $0.underWay["ana"] == 1 }
            for round in 1...12 {
                try await shop.nodes[1].say("word \(round)", from: "ana", id: "\(round)")
            }
            #expect(shop.nodes[1].conversations.outbox.laneCount == 0)
            shop.channel.letGo("ana")
            try await shop.untilAllIsSent()
            try await shop.expectOrderOfHistory(["ana"])
            #expect(shop.channel.watched.value.most == ["ana": 1])
        }
    }

    @Test(arguments: SharedDatabase.allCases)
    func `whichever server answers, and however often it fails, the order is that of the history`(
        _ place: SharedDatabase
    ) async throws {
        let fails: World.Fails = { attempt, before in
            before < Int(attempt.id.utf8.last ?? 0) % 7 - 5 ? .tryAgain("busy") : nil
        }
        try await run(place, fails: fails) { shop in
            let customers = (0..<4).map { "c\($0)" }
            var chance = SeededRandom(seed: 7)
            for round in 0..<8 {
                for customer in customers {
                    let node = shop.nodes[chance.number(below: 3)]
                    let text = round == 0 ? "hello" : "word \(round)"
                    try await node.say(text, from: customer, id: "\(customer)-\(round)")
                }
            }
            try await shop.untilAllIsSent()
            await shop.untilNothingIsHeld()
            try await shop.expectOrderOfHistory(customers)
        }
    }

    @Test(.enabled(if: SharedDatabase.allCases.contains(.postgresql)))
    func `a server whose clock is an hour off takes nothing from others`() async throws {
        let ahead: [TimeLength] = [.zero, .hours(1)]
        try await run(.postgresql, 2, times: Self.long, ahead: ahead) { shop in
            let (first, second) = (shop.nodes[0], shop.nodes[1])
            shop.channel.hold("ana")
            try await first.say("hello", from: "ana", id: "0")
            await shop.channel.watched.wait { $0.underWay["ana"] == 1 }
            try await second.say("one", from: "ana", id: "1")
            let taken = try await second.store.claimLanes(
                limit: 9, at: second.clock.now, for: Claim(owner: second.node.owner, length: .seconds(30)))
            #expect(taken == [])
            let again = Node(name: "n0", start: "2", version: "1")
            #expect(try await second.nodes.register(again, for: .seconds(30), at: second.clock.now) == nil)
            let leaders = shop.nodes.filter(\.standing.leads)
            #expect(leaders.count == 1)
            let other = try #require(shop.nodes.first { !$0.standing.leads })
            #expect(
                try await other.nodes.take(
                    NodeService.chores, for: other.node, length: .seconds(30), at: other.clock.now) == nil)
            await second.logs.line(with: "clock differs from the database's")
            let common = [first, second].map { SharedClock($0.clock, $0.standing).now }
            #expect(abs((common[1] - common[0]).milliseconds) < 60_000, "both use the clock of the database")
            shop.channel.letGo("ana")
            try await shop.untilAllIsSent()
            try await shop.expectOrderOfHistory(["ana"])
            #expect(shop.channel.watched.value.most == ["ana": 1])
        }
    }

    /// The lease is longer than the test: what had to wait for it would not be sent.
    @Test(arguments: SharedDatabase.allCases, [true, false])
    func `no message waits for a lease, however the events of a customer come to the servers`(
        _ place: SharedDatabase, isSticky: Bool
    ) async throws {
        try await run(place, times: Self.long) { shop in
            let customers = (0..<24).map { "c\($0)" }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, customer) in customers.enumerated() {
                    group.addTask {
                        for round in 0..<15 {
                            let text = round == 0 ? "hello" : "word \(round)"
                            let node = shop.nodes[isSticky ? number % 3 : (number + round) % 3]
                            try await node.say(text, from: customer, id: "\(customer)-\(round)")
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await shop.untilAllIsSent()
            await shop.untilNothingIsHeld()
            try await shop.expectOrderOfHistory(customers)
        }
    }

    @Test(arguments: SharedDatabase.allCases)
    func `what is added to a lane is sent by its holder also after it has looked for more and found nothing`(
        _ place: SharedDatabase
    ) async throws {
        try await run(place, 2, times: Self.long) { shop in
            let (first, second) = (shop.nodes[0], shop.nodes[1])
            first.store.fail(.remove)
            try await first.say("hello", from: "ana", id: "0")
            await poll { shop.channel.device(of: "ana").count == 1 }
            // A hint that came late: what it was about has been sent, and is not marked yet.
            let session = try #require(try await shop.stores.sessions.session(of: .customer("ana"))).id
            let read = first.store.count(of: .deliveries)
            first.conversations.outbox.readAgain(session)
            await first.store.until(.deliveries, asked: read + 1)
            await poll { first.conversations.outbox.laneCount == 0 }
            try await second.say("one", from: "ana", id: "1")
            first.store.fail()
            try await shop.untilAllIsSent()
            try await shop.expectOrderOfHistory(["ana"])
        }
    }

    @Test func `a mark's answer says who holds a lane, also when it was forgotten here`() async throws {
        let stores = try await SharedDatabase.sqlite.stores(1)
        let node = ClusterNode(
            "a", stores[0], channel: ScriptedChannel(clock: TurnableClock()) { _, _ in nil }, times: Self.long,
            clock: TurnableClock(), doorbell: NoDoorbell(), engine: try engine(echo))
        // It does not run: nothing is read or sent.
        let (outbox, own, session) = (node.conversations.outbox, node.node.owner, SessionID(900))
        var epoch: Int? { outbox.state.read { $0.holds[session]?.epoch } }
        func answer(_ sent: Int, _ last: Int, epoch: Int) {
            outbox.note(
                [LaneMark(DeliveryID(session, sent), epoch: epoch)],
                MarkedLanes(counters: [session: LaneCounters(sent: sent, last: last)], until: .minutes(9)))
        }
        answer(1, 2, epoch: 3)
        #expect(epoch == 3, "the second message waits for this server")
        answer(1, 1, epoch: 2)
        #expect(epoch == 3, "an answer of before the lane was taken again")
        outbox.state.change { $0.lanes.drop(session) }
        #expect(outbox.state.change { $0.lanes.next(of: session) } == .nothing, "the lane is closed")
        // The answer to a commit that came after the mark may be here before the mark's.
        #expect(outbox.isOwn(session, LaneHolder(owner: own, epoch: 3), upTo: 4, since: .zero))
        answer(3, 3, epoch: 3)
        #expect(epoch == 3, "the fourth message waits for this server")
        answer(4, 4, epoch: 3)
        #expect(epoch == nil)
    }

    /// Otherwise the lane belonged to a server that does not send, until its lease has run out.
    @Test func `a late answer to a commit takes no lane away that the server has taken meanwhile`() async throws {
        try await run(.sqlite, 2, times: Self.long) { shop in
            let outbox = shop.nodes[0].conversations.outbox
            let (own, other) = (shop.nodes[0].node.owner, shop.nodes[1].node.owner)
            let session = SessionID(900)
            #expect(outbox.isOwn(session, LaneHolder(owner: own, epoch: 2), upTo: 1, since: .zero))
            for late in [LaneHolder(owner: other, epoch: 1), LaneHolder(owner: nil, epoch: 1)] {
                #expect(!outbox.isOwn(session, late, upTo: 1, since: .zero))
                #expect(outbox.holdCount == 1, "it holds the lane since the second epoch")
            }
            #expect(outbox.isOwn(session, LaneHolder(owner: own, epoch: 1), upTo: 1, since: .zero))
            #expect(outbox.state.read { $0.holds[session]?.epoch } == 2)
            // What is newer counts.
            #expect(!outbox.isOwn(session, LaneHolder(owner: other, epoch: 3), upTo: 1, since: .zero))
            #expect(outbox.holdCount == 0)
        }
    }

    @Test func `a name is one server's, also for a server that starts meanwhile`() async throws {
        let stores = try await SharedDatabase.sqlite.stores(2)
        let channel = ScriptedChannel(clock: TurnableClock()) { _, _ in nil }
        let clock = TurnableClock(standingAt: tenOClock)
        let flow = try engine(echo)
        let first = ClusterNode(
            "a", stores[0], channel: channel, times: Sharing.Times(), clock: clock, doorbell: NoDoorbell(), engine: flow
        )
        let second = ClusterNode(
            "a", start: "2", stores[1], channel: channel, times: Sharing.Times(), clock: clock, doorbell: NoDoorbell(),
            engine: flow)
        try await first.service.register()
        #expect(first.standing.mayAct)
        #expect(first.standing.leads)
        await #expect(throws: NodeNameTaken(name: "a", length: .seconds(30))) { try await second.service.register() }
        #expect(!second.standing.mayAct)
        clock.turn(by: .seconds(30))
        try await second.service.register()
        #expect(second.standing.leads, "what the first had is free")
        await first.service.beat()
        #expect(!first.standing.mayAct)
        #expect(first.conversations.haltReason?.contains("another server has taken its name") == true)
        #expect(first.conversations.outbox.claim == nil)
    }

    @Test func `a server whose lease has run out while it stood still says so, and continues`() async throws {
        let stores = try await SharedDatabase.sqlite.stores(1)
        let (clock, passed) = (TurnableClock(standingAt: tenOClock), Watched(TimeLength.zero))
        let sharing = Sharing(
            Node(name: "a", start: "1", version: "1"), times: Sharing.Times(),
            standing: NodeStanding { passed.value }, doorbell: NoDoorbell())
        let logs = LogRecorder()
        let service = NodeService(sharing, store: stores[0].nodes, clock: clock, logger: logs.logger)
        #expect(sharing.standing.absence?.contains("not registered yet") == true)
        try await service.register()
        #expect(sharing.standing.absence == nil)
        passed.change { $0 = .seconds(52) }
        clock.turn(by: .seconds(52))
        #expect(sharing.standing.absence == "it could not report to the database for longer than `storage.lease`")
        await service.beat()
        #expect(sharing.standing.mayAct)
        let lines = logs.lines.filter { $0.contains("lease had run out, sending was paused and continues") }
        #expect(lines.count == 1 && lines[0].contains("milliseconds=22000"), "\(logs.lines)")
        await service.beat()
        #expect(logs.lines.filter { $0.contains("lease had run out") }.count == 1)
    }

    @Test(arguments: [(TimeLength.seconds(1), 1), (TimeLength.seconds(31), 0)])
    func `a server whose lease has run out ends without waiting for the database`(
        passed: TimeLength, leaves: Int
    ) async throws {
        let nodes = TroubledNodes(try await SharedDatabase.sqlite.stores(1)[0].nodes, failing: 0)
        let elapsed = Watched(TimeLength.zero)
        let sharing = Sharing(
            Node(name: "a", start: "1", version: "1"), times: Sharing.Times(),
            standing: NodeStanding { elapsed.value }, doorbell: NoDoorbell())
        let service = NodeService(
            sharing, store: nodes, clock: TurnableClock(standingAt: tenOClock), logger: World.silent)
        try await withThrowingTaskGroup(of: Void.self) { group in
            let services = ServiceGroup(services: [service], gracefulShutdownSignals: [], logger: World.silent)
            group.addTask { try await services.run() }
            await poll { sharing.standing.leads }
            elapsed.change { $0 = passed }
            await services.triggerGracefulShutdown()
            try await group.waitForAll()
        }
        #expect(nodes.hasLeft.value == leaves)
    }

    @Test func `a database that is restarted while a server starts delays it`() async throws {
        let stores = try await SharedDatabase.sqlite.stores(1)
        let nodes = TroubledNodes(stores[0].nodes, failing: 3)
        let sharing = Sharing(
            Node(name: "a", start: "1", version: "1"), times: Self.brief, standing: NodeStanding(),
            doorbell: NoDoorbell())
        let logs = LogRecorder()
        let service = NodeService(sharing, store: nodes, clock: TurnableClock(), logger: logs.logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            let services = ServiceGroup(services: [service], gracefulShutdownSignals: [], logger: World.silent)
            group.addTask { try await services.run() }
            await poll { sharing.standing.leads || nodes.isAsked.value > 4 }
            #expect(sharing.standing.mayAct)
            await services.triggerGracefulShutdown()
            try await group.waitForAll()
        }
        #expect(nodes.isAsked.value == 4)
        await logs.line(with: "could not report to the database, retrying")
        #expect(try await stores[0].nodes.all(at: TurnableClock().now).map(\.isRunning) == [false])
    }

    @Test func `a server does not start on a database that was moved meanwhile`() async throws {
        let stores = try await SharedDatabase.sqlite.stores(1)
        let moved = StoreTrouble.gone("the database was moved")
        let nodes = TroubledNodes(stores[0].nodes, failing: 1, with: moved)
        let sharing = Sharing(
            Node(name: "a", start: "1", version: "1"), times: Self.brief, standing: NodeStanding(),
            doorbell: NoDoorbell())
        let service = NodeService(sharing, store: nodes, clock: TurnableClock(), logger: World.silent)
        await #expect(throws: moved) { try await service.run() }
    }
}
