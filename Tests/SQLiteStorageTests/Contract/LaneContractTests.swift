import Channels
import ConversationRuntime
import Expressions
import SQLStorage
import TestSupport
import Testing

/// The promises about the sending of messages by one of several servers.
@Suite struct LaneContractTests {
    private static let lease = TimeLength.milliseconds(300)
    private static let long = TimeLength.minutes(5)
    private static let one = Claim(owner: "one/1", length: long)
    private static let two = Claim(owner: "two/1", length: long)
    private static let briefly = Claim(owner: "one/1", length: lease)
    /// A moment that is wrong, where the database has a clock of its own, and right where it has none.
    private static func moment(_ kind: StoreKind) -> Moment { kind.hasClock ? tenOClock + .hours(10) : tenOClock }

    private func said(
        _ words: [String], replacing stored: StoredSession? = nil, for claim: Claim?
    ) throws -> TurnRecord {
        var record = try record(.ana, Doing(says: words), replacing: stored)
        record.laneClaim = claim
        return record
    }

    @Test(arguments: StoreKind.sharedCases)
    func `a turn takes the sending, and others' turns leave it`(
        kind: StoreKind
    ) async throws {
        try await kind.share { first, second in
            let taken = try await first.sessions.keep(said(["1"], for: Self.one))
            #expect(taken.holder == LaneHolder(owner: "one/1", epoch: 1))
            let other = try await second.sessions.keep(said(["2"], replacing: taken.session, for: Self.two))
            #expect(other.holder == taken.holder, "it is in the first one's hands")
            #expect(other.previous == taken.deliveries.last?.id)
            let own = try await first.sessions.keep(said(["3"], replacing: other.session, for: Self.one))
            #expect(own.holder == taken.holder)
            #expect(try await second.sessions.claimLanes(limit: 9, at: Self.moment(kind), for: Self.two) == [])
            // A command takes nothing.
            let command = try await second.sessions.keep(said(["4"], replacing: own.session, for: nil))
            #expect(command.holder == nil)
            #expect(command.deliveries.map(\.id.number) == [4])
            let last = try #require(command.deliveries.last)
            let mark = LaneMark(last.id, epoch: 1)
            #expect(
                try await second.sessions.mark([mark], at: tenOClock, for: Self.two) == [:],
                "who does not hold it marks nothing")
            #expect(try await first.sessions.waitingDeliveries() == 4)
            let counters = try await first.sessions.mark([mark], at: tenOClock, for: Self.one)
            #expect(counters == [last.session: LaneCounters(sent: 4, last: 4)])
            #expect(try await first.sessions.waitingDeliveries() == 0)
            // What is left to no one is taken by the next turn.
            let next = try await second.sessions.keep(said(["5"], replacing: command.session, for: Self.two))
            #expect(next.holder == LaneHolder(owner: "two/1", epoch: 2))
        }
    }

    @Test(arguments: StoreKind.sharedCases)
    func `what a command left to send is found by one server`(
        kind: StoreKind
    ) async throws {
        try await kind.share { first, second in
            let left = try await first.sessions.keep(said(["1"], for: nil))
            #expect(left.holder == nil)
            let session = try #require(left.session?.id)
            let found = try await second.sessions.claimLanes(limit: 9, at: tenOClock, for: Self.two)
            #expect(found == [HeldLane(session, epoch: 1)])
            #expect(try await first.sessions.claimLanes(limit: 9, at: tenOClock, for: Self.one) == [])
        }
    }

    @Test(arguments: StoreKind.sharedCases)
    func `a lane that has run out is taken, and then its former holder changes nothing`(
        kind: StoreKind
    ) async throws {
        try await kind.share { first, second in
            let taken = try await first.sessions.keep(said(["1", "2"], for: Self.briefly))
            let session = try #require(taken.session?.id)
            let former = HeldLane(session, epoch: 1)
            let found = try await kind.find(at: tenOClock + Self.lease) { moment in
                try await second.sessions.claimLanes(limit: 9, at: moment, for: Self.two).first
            }
            #expect(found == HeldLane(session, epoch: 2))
            let now = tenOClock + Self.lease
            let mark = LaneMark(taken.deliveries[0].id, epoch: 1)
            #expect(try await first.sessions.mark([mark], at: now, for: Self.one) == [:])
            #expect(try await first.sessions.renew([former], at: now, for: Self.one) == [])
            let retry = LaneRetry(
                mark.delivery, attempts: 7, since: nil, nextTry: now, delay: .zero)
            try await first.sessions.letGo(former, of: Self.one.owner, sent: mark.delivery, retry: retry, at: now)
            try await first.sessions.letGoLanes(of: Self.one.owner, at: now)
            #expect(try await first.sessions.deliveries(of: session, after: nil, limit: 9) == taken.deliveries)
            #expect(try await first.sessions.claimLanes(limit: 9, at: now, for: Self.one) == [])
            // The same server, later: what it had before is over as well.
            try await second.sessions.letGoLanes(of: Self.two.owner, at: now)
            #expect(
                try await first.sessions.claimLanes(limit: 9, at: now, for: Self.one) == [HeldLane(session, epoch: 3)])
            #expect(try await first.sessions.mark([mark], at: now, for: Self.one) == [:])
            #expect(try await first.sessions.waitingDeliveries() == 2)
            let counters = try await first.sessions.mark(
                [LaneMark(mark.delivery, epoch: 3)], at: now, for: Self.one)
            #expect(counters == [session: LaneCounters(sent: 1, last: 2)])
        }
    }

    @Test(arguments: StoreKind.sharedCases)
    func `a message that is given up is given up by the holder`(
        kind: StoreKind
    ) async throws {
        try await kind.share { first, second in
            let taken = try await first.sessions.keep(said(["1", "2"], for: Self.one))
            var lost = try said(["sorry"], replacing: taken.session, for: Self.two)
            lost.givenUp = taken.deliveries[0].id
            lost.heldLane = HeldLane(taken.deliveries[0].session, epoch: 1)
            #expect(try await second.sessions.commit(lost) == .repeated)
            #expect(try await first.sessions.waitingDeliveries() == 2)
            lost.laneClaim = Self.one
            let answered = try await first.sessions.keep(lost)
            #expect(answered.holder == LaneHolder(owner: "one/1", epoch: 1))
            #expect(try await first.sessions.waitingDeliveries() == 2, "one has gone, and one has come")
        }
    }

    @Test(arguments: StoreKind.sharedCases)
    func `a message that waits for its next try lets the lane go until then`(
        kind: StoreKind
    ) async throws {
        // A machine may hold this test up for longer than the lane waits; then it waits longer.
        for delay in [Self.lease, .seconds(5), .seconds(60)] {
            var isHeldUp = false
            try await kind.share { first, second in
                let taken = try await first.sessions.keep(said(["1", "2"], for: Self.one))
                let session = try #require(taken.session?.id)
                let next = tenOClock + delay
                let retry = LaneRetry(
                    taken.deliveries[1].id, attempts: 1, since: tenOClock, nextTry: next, delay: delay)
                let began = ContinuousClock.now
                try await first.sessions.letGo(
                    HeldLane(session, epoch: 1), of: Self.one.owner, sent: taken.deliveries[0].id, retry: retry,
                    at: tenOClock)
                let waiting = try await first.sessions.deliveries(of: session, after: nil, limit: 9)
                #expect(waiting.map(\.attempts) == [1])
                #expect(waiting.first?.nextTry == next)
                // The next turn does not go before it.
                let other = try await second.sessions.keep(said(["3"], replacing: taken.session, for: Self.two))
                isHeldUp = kind.hasClock && ContinuousClock.now - began >= .milliseconds(delay.milliseconds)
                if isHeldUp { return }
                #expect(other.holder == LaneHolder(owner: nil, epoch: 1))
                let found = try await kind.find(at: next) { moment in
                    try await second.sessions.claimLanes(limit: 9, at: moment, for: Self.two).first
                }
                #expect(found == HeldLane(session, epoch: 2))
            }
            if !isHeldUp { return }
        }
        Issue.record("a minute was too short each time")
    }

    @Test(arguments: StoreKind.sharedCases)
    func `what is dropped elsewhere is gone for the holder, who keeps the lane`(
        kind: StoreKind
    ) async throws {
        try await kind.share { first, second in
            let taken = try await first.sessions.keep(said(["1", "2", "3"], for: Self.one))
            var dropping = try record(.ana, Doing(says: ["bye"], dropsPending: true), replacing: taken.session)
            dropping.laneClaim = Self.two
            let dropped = try await second.sessions.keep(dropping)
            #expect(dropped.holder == LaneHolder(owner: "one/1", epoch: 1), "a message may be on its way there")
            let counters = try await first.sessions.mark(
                [LaneMark(taken.deliveries[0].id, epoch: 1)], at: tenOClock, for: Self.one)
            #expect(counters.values.first == LaneCounters(sent: 3, last: 4))
            let last = try await first.sessions.mark(
                [LaneMark(dropped.deliveries[0].id, epoch: 1)], at: tenOClock, for: Self.one)
            #expect(last.values.first == LaneCounters(sent: 4, last: 4))
            let next = try await second.sessions.keep(said(["5"], replacing: dropped.session, for: Self.two))
            #expect(next.holder == LaneHolder(owner: "two/1", epoch: 2))
        }
    }

    @Test(arguments: StoreKind.sharedCases)
    func `whoever commits while the last message is marked, nothing is left lying`(
        kind: StoreKind
    ) async throws {
        try await kind.share { first, second in
            var stored: StoredSession?
            var sent: [DeliveryID] = []
            for round in 0..<40 {
                let taken = try await first.sessions.keep(said(["\(round)"], replacing: stored, for: Self.one))
                guard taken.holder?.owner == Self.one.owner, let epoch = taken.holder?.epoch else { break }
                let mark = LaneMark(taken.deliveries[0].id, epoch: epoch)
                sent.append(mark.delivery)
                let next = try said(["again"], replacing: taken.session, for: Self.two)
                async let counters = first.sessions.mark([mark], at: tenOClock, for: Self.one)
                async let other = second.sessions.keep(next)
                let (marked, added) = try await (counters, other)
                stored = added.session
                let id = added.deliveries[0].id
                if added.holder?.owner == Self.two.owner {
                    let mine = LaneMark(id, epoch: added.holder?.epoch ?? 0)
                    #expect(try await second.sessions.mark([mine], at: tenOClock, for: Self.two).count == 1)
                } else {
                    #expect(added.holder == taken.holder)
                    #expect(
                        try await first.sessions.mark(
                            [LaneMark(id, epoch: epoch)], at: tenOClock, for: Self.one
                        ).count == 1)
                }
                #expect(marked.count == 1)
                #expect(try await first.sessions.waitingDeliveries() == 0)
            }
            #expect(sent.count == 40)
        }
    }
}
