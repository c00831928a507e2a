import Channels
import Concurrency
import Expressions
import MessageModel
import TestSupport
import Testing

@testable import ConversationRuntime

/// Several servers on one database: whichever ends, stands still or has a wrong clock, each customer receives all messages in
/// the order of the history.
@Suite(.serialized) struct NodesTests {
    @Test(arguments: SharedDatabase.allCases)
    func `what a killed server had to send is sent by the others, in order`(_ place: SharedDatabase) async throws {
        try await Cluster.run(place) { cluster in
            let customers = (0..<6).map { "c\($0)" }
            for customer in customers { cluster.channel.hold(customer) }
            for (number, customer) in customers.enumerated() {
                try await cluster.nodes[number % 3].say("hello", from: customer, id: "\(customer)-0")
            }
            await cluster.channel.watched.wait { $0.underWay.values.filter { $0 > 0 }.count == 6 }
            for round in 1...3 {
                for customer in customers {
                    let node = cluster.nodes[(round + customer.utf8.count) % 3]
                    try await node.say("word \(round)", from: customer, id: "\(customer)-\(round)")
                }
            }
            cluster.nodes[0].kill()
            for customer in customers { cluster.channel.letGo(customer) }
            for customer in customers {
                try await cluster.nodes[1].say("last", from: customer, id: "\(customer)-4")
            }
            try await cluster.untilAllIsSent()
            try await cluster.expectOrderOfHistory(customers)
        }
    }

    @Test(arguments: SharedDatabase.allCases)
    func `a server that stood still is refused when it wakes, and sends no more of what others have taken`(
        _ place: SharedDatabase
    ) async throws {
        try await Cluster.run(place, 2) { cluster in
            let (first, second) = (cluster.nodes[0], cluster.nodes[1])
            cluster.channel.hold("ana")
            try await first.say("hello", from: "ana", id: "0")
            await cluster.channel.watched.wait { $0.underWay["ana"] ?? 0 >= 1 }
            try await first.say("one", from: "ana", id: "1")
            // Its process stands still: no renewals, and its clock does not show it.
            first.store.fail(.renew, .remove)
            first.freeze()
            await cluster.channel.watched.wait { $0.underWay["ana"] == 2 }
            #expect(second.conversations.outbox.laneCount == 1)
            first.store.fail()
            cluster.channel.letGo("ana")
            try await cluster.untilAllIsSent()
            await first.logs.line(with: "sending to a customer taken over by another server")
            first.thaw()
            try await second.say("two", from: "ana", id: "2")
            try await cluster.untilAllIsSent()
            try await cluster.expectOrderOfHistory(["ana"])
        }
    }

    /// A busy machine can hold a server up until a short lease has ended. Then a longer one decides.
    @Test(arguments: SharedDatabase.allCases)
    func `a delivery that takes longer than a lease stays with its server`(_ place: SharedDatabase) async throws {
        for seconds in [5, 20, 80] where try await staysWithItsServer(place, lease: .seconds(seconds)) { return }
        Issue.record("another server has taken each delivery over")
    }

    private func staysWithItsServer(_ place: SharedDatabase, lease: TimeLength) async throws -> Bool {
        let times = Sharing.Times(lease: lease, poll: .milliseconds(50), beat: .milliseconds(500))
        var stays = false
        try await Cluster.run(place, 2, times: times) { cluster in
            var isTakenOver: Bool { cluster.channel.watched.value.most != ["ana": 1] }
            cluster.channel.hold("ana")
            try await cluster.nodes[0].say("hello", from: "ana", id: "0")
            await cluster.channel.watched.wait { $0.underWay["ana"] ?? 0 >= 1 }
            // Each a third of the lease after the one before.
            let store = cluster.nodes[0].store
            await poll { store.count(of: .renew) >= 4 || isTakenOver }
            cluster.channel.letGo("ana")
            try await cluster.untilAllIsSent()
            stays = !isTakenOver
            if stays { #expect(cluster.channel.attempts.count == 1 && store.count(of: .renew) >= 4) }
        }
        return stays
    }

    @Test func `a server that cannot reach the database stops sending before others take over`() async throws {
        try await Cluster.run(.sqlite, 1) { cluster in
            let node = cluster.nodes[0]
            cluster.channel.hold("ana")
            try await node.say("hello", from: "ana", id: "0")
            await cluster.channel.watched.wait { $0.underWay["ana"] ?? 0 >= 1 }
            try await node.say("one", from: "ana", id: "1")
            node.kill()
            cluster.channel.letGo("ana")
            await node.conversations.untilSent()
            #expect(cluster.channel.device(of: "ana") == ["Yes?"])
            #expect(!node.standing.mayAct)
        }
    }

    @Test(arguments: SharedDatabase.allCases)
    func `a server that stops hands over at once what waits`(_ place: SharedDatabase) async throws {
        let isBusy = Watched(true)
        let fails: World.Fails = { _, _ in isBusy.value ? .tryAgain("busy") : nil }
        try await Cluster.run(place, 2, times: .long, fails: fails) { cluster in
            let customers = ["ana", "ben", "cleo"]
            for customer in customers { cluster.channel.hold(customer) }
            for customer in customers { try await cluster.nodes[0].say("hello", from: customer, id: "\(customer)-0") }
            await cluster.channel.watched.wait { $0.underWay.values.filter { $0 > 0 }.count == 3 }
            for customer in customers { try await cluster.nodes[0].say("one", from: customer, id: "\(customer)-1") }
            for customer in ["ana", "ben"] { cluster.channel.letGo(customer) }
            async let stopped: Void = cluster.nodes[0].stop()
            await poll { !cluster.nodes[0].standing.mayAct || cluster.nodes[0].conversations.outbox.claim == nil }
            isBusy.change { $0 = false }
            cluster.channel.letGo("cleo")
            await stopped
            try await cluster.untilAllIsSent()
            try await cluster.expectOrderOfHistory(customers)
            let status = try await cluster.stores.nodes.all(at: cluster.nodes[1].clock.now)
            #expect(status.map(\.isRunning) == [false, true])
        }
    }

    @Test(arguments: SharedDatabase.allCases, [true, false])
    func `what another server adds to a lane is sent by its holder, with a hint or without`(
        _ place: SharedDatabase, ring: Bool
    ) async throws {
        try await Cluster.run(place, 2, times: .long, ring: ring) { cluster in
            cluster.channel.hold("ana")
            try await cluster.nodes[0].say("hello", from: "ana", id: "0")
            await cluster.channel.watched.wait { $0.underWay["ana"] ?? 0 >= 1 }
            for round in 1...12 {
                try await cluster.nodes[1].say("word \(round)", from: "ana", id: "\(round)")
            }
            #expect(cluster.nodes[1].conversations.outbox.laneCount == 0)
            cluster.channel.letGo("ana")
            try await cluster.untilAllIsSent()
            try await cluster.expectOrderOfHistory(["ana"])
            #expect(cluster.channel.watched.value.most == ["ana": 1])
        }
    }

    @Test(arguments: SharedDatabase.allCases)
    func `whichever server answers, and however often it fails, the order is that of the history`(
        _ place: SharedDatabase
    ) async throws {
        let fails: World.Fails = { attempt, before in
            before < Int(attempt.id.utf8.last ?? 0) % 7 - 5 ? .tryAgain("busy") : nil
        }
        try await Cluster.run(place, fails: fails) { cluster in
            let customers = (0..<4).map { "c\($0)" }
            var chance = SeededRandom(seed: 7)
            for round in 0..<8 {
                for customer in customers {
                    let node = cluster.nodes[chance.number(below: 3)]
                    let text = round == 0 ? "hello" : "word \(round)"
                    try await node.say(text, from: customer, id: "\(customer)-\(round)")
                }
            }
            try await cluster.untilAllIsSent()
            await cluster.untilNothingIsHeld()
            try await cluster.expectOrderOfHistory(customers)
        }
    }

    @Test(.enabled(if: SharedDatabase.allCases.contains(.postgresql)))
    func `a server whose clock is an hour off takes nothing from others`() async throws {
        let ahead: [TimeLength] = [.zero, .hours(1)]
        try await Cluster.run(.postgresql, 2, times: .long, ahead: ahead) { cluster in
            let (first, second) = (cluster.nodes[0], cluster.nodes[1])
            cluster.channel.hold("ana")
            try await first.say("hello", from: "ana", id: "0")
            await cluster.channel.watched.wait { $0.underWay["ana"] ?? 0 >= 1 }
            try await second.say("one", from: "ana", id: "1")
            let taken = try await second.store.claimLanes(
                limit: 9, at: second.clock.now, for: Claim(owner: second.node.owner, length: .seconds(30)))
            #expect(taken == [])
            let again = Node(name: "n0", start: "2", version: "1")
            #expect(try await second.nodes.register(again, for: .seconds(30), at: second.clock.now) == nil)
            let leaders = cluster.nodes.filter(\.standing.leads)
            #expect(leaders.count == 1)
            let other = try #require(cluster.nodes.first { !$0.standing.leads })
            #expect(
                try await other.nodes.take(
                    NodeService.chores, for: other.node, length: .seconds(30), at: other.clock.now) == nil)
            await second.logs.line(with: "clock differs from the database's")
            let common = [first, second].map { SharedClock($0.clock, $0.standing).now }
            #expect(abs((common[1] - common[0]).milliseconds) < 60_000, "both use the clock of the database")
            cluster.channel.letGo("ana")
            try await cluster.untilAllIsSent()
            try await cluster.expectOrderOfHistory(["ana"])
            #expect(cluster.channel.watched.value.most == ["ana": 1])
        }
    }

    /// The lease is longer than the test: what had to wait for it would not be sent.
    @Test(arguments: SharedDatabase.allCases, [true, false])
    func `no message waits for a lease, however the events of a customer come to the servers`(
        _ place: SharedDatabase, isSticky: Bool
    ) async throws {
        try await Cluster.run(place, times: .long) { cluster in
            let customers = (0..<24).map { "c\($0)" }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, customer) in customers.enumerated() {
                    group.addTask {
                        for round in 0..<15 {
                            let text = round == 0 ? "hello" : "word \(round)"
                            let node = cluster.nodes[isSticky ? number % 3 : (number + round) % 3]
                            try await node.say(text, from: customer, id: "\(customer)-\(round)")
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await cluster.untilAllIsSent()
            await cluster.untilNothingIsHeld()
            try await cluster.expectOrderOfHistory(customers)
        }
    }

    @Test(arguments: SharedDatabase.allCases)
    func `what is added to a lane is sent by its holder also after it has looked for more and found nothing`(
        _ place: SharedDatabase
    ) async throws {
        try await Cluster.run(place, 2, times: .long) { cluster in
            let (first, second) = (cluster.nodes[0], cluster.nodes[1])
            first.store.fail(.remove)
            try await first.say("hello", from: "ana", id: "0")
            await poll { cluster.channel.device(of: "ana").count == 1 }
            // A hint that came late: what it was about has been sent, and is not marked yet.
            let session = try #require(try await cluster.stores.sessions.session(of: .customer("ana"))).id
            let read = first.store.count(of: .deliveries)
            first.conversations.outbox.readAgain(session)
            await first.store.until(.deliveries, asked: read + 1)
            await poll { first.conversations.outbox.laneCount == 0 }
            try await second.say("one", from: "ana", id: "1")
            first.store.fail()
            try await cluster.untilAllIsSent()
            try await cluster.expectOrderOfHistory(["ana"])
        }
    }

    @Test func `a mark's answer says who holds a lane, also when it was forgotten here`() async throws {
        let stores = try await SharedDatabase.sqlite.stores(1)
        let node = ClusterNode(
            "a", stores[0], channel: ScriptedChannel(clock: TurnableClock()) { _, _ in nil }, times: .long,
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
        try await Cluster.run(.sqlite, 2, times: .long) { cluster in
            let outbox = cluster.nodes[0].conversations.outbox
            let (own, other) = (cluster.nodes[0].node.owner, cluster.nodes[1].node.owner)
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

    @Test(arguments: SharedDatabase.allCases, [true, false])
    func `what a server has no room to send is sent by another one, or when there is room`(
        _ place: SharedDatabase, isAlone: Bool
    ) async throws {
        try await Cluster.run(place, isAlone ? 1 : 2, times: .long, mostLanes: [1]) { cluster in
            let first = cluster.nodes[0]
            cluster.channel.hold("ana")
            try await first.say("hello", from: "ana", id: "0")
            await cluster.channel.watched.wait { $0.underWay["ana"] ?? 0 >= 1 }
            try await first.say("hello", from: "ben", id: "1")
            #expect(first.conversations.outbox.holdCount == 1)
            try await first.say("one", from: "ana", id: "2")
            if !isAlone {
                await poll { cluster.channel.device(of: "ben").count == 1 }
                try await first.say("one", from: "ben", id: "3")
                await poll { cluster.channel.device(of: "ben").count > 1 }
                #expect(cluster.channel.device(of: "ana") == [])
            }
            cluster.channel.letGo("ana")
            try await cluster.untilAllIsSent()
            await cluster.untilNothingIsHeld()
            try await cluster.expectOrderOfHistory(["ana", "ben"])
        }
    }

    @Test(arguments: SharedDatabase.allCases)
    func `what is given up in a conversation that cannot be read is reported by who holds it`(
        _ place: SharedDatabase
    ) async throws {
        let fails: World.Fails = { attempt, _ in attempt.text.isEmpty ? nil : .giveUp("gone") }
        // The first has no room: the second sends, and has not read the session before.
        try await Cluster.run(place, 2, times: .long, mostLanes: [0], fails: fails) { cluster in
            cluster.nodes[1].store.garble()
            try await cluster.nodes[0].say("hello", from: "ana", id: "0")
            try await cluster.untilAllIsSent()
            let letters = try await cluster.stores.sessions.deadLetters(limit: 9)
            #expect(letters.map(\.kind) == [.delivery])
            #expect(letters.allSatisfy { $0.reason.contains("gone") && $0.reason.contains("not even JSON") })
        }
    }

    /// Otherwise what it was about would wait until the lease has run out.
    @Test func `a commit without a claim takes no lane away`() async throws {
        try await Cluster.run(.sqlite, 1, times: .long) { cluster in
            let (outbox, session) = (cluster.nodes[0].conversations.outbox, SessionID(900))
            let read = cluster.nodes[0].store.count(of: .deliveries)
            #expect(
                outbox.isOwn(session, LaneHolder(owner: cluster.nodes[0].node.owner, epoch: 2), upTo: 1, since: .zero))
            #expect(!outbox.isOwn(session, nil, upTo: 2, since: .zero))
            await cluster.nodes[0].store.until(.deliveries, asked: read + 1)
        }
    }
}
