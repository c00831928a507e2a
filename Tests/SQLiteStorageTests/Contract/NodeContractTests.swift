import ConversationRuntime
import Expressions
import SQLStorage
import TestSupport
import Testing

/// The promises about the servers that share a database.
@Suite struct NodeContractTests {
    private static let lease = TimeLength.milliseconds(1_500)
    private static let long = TimeLength.minutes(5)

    private func node(_ name: String, _ start: String = "1") -> Node { Node(name: name, start: start, version: "7") }

    @Test(arguments: StoreKind.sharedCases)
    func `a name is one server's until it leaves or is not seen any more`(
        kind: StoreKind
    ) async throws {
        try await kind.share { data, other in
            let nodes = data.nodes
            #expect(try await nodes.register(node("a"), for: Self.long, at: tenOClock) != nil)
            #expect(try await nodes.register(node("b"), for: Self.lease, at: tenOClock) != nil)
            #expect(try await other.nodes.register(node("a", "2"), for: Self.long, at: tenOClock) == nil)
            #expect(try await nodes.register(node("a"), for: Self.long, at: tenOClock) != nil, "the same start")
            #expect(try await nodes.beat(node("a", "2"), for: Self.long, at: tenOClock) == nil)
            #expect(try await nodes.all(at: tenOClock).map(\.node) == [node("a"), node("b")])
            // A clock that is wrong changes nothing where the database has one.
            let late = kind.hasClock ? tenOClock + .days(1_000_000) : tenOClock
            #expect(try await other.nodes.register(node("a", "3"), for: Self.long, at: late) == nil)
            let registered = try await kind.find(at: tenOClock + Self.lease) { moment in
                try await other.nodes.register(node("b", "2"), for: Self.long, at: moment)
            }
            #expect(registered != nil, "it was not seen any more")
            #expect(try await nodes.beat(node("b"), for: Self.long, at: tenOClock) == nil)
            try await nodes.leave(node("b"), at: tenOClock)
            let both = try await nodes.all(at: tenOClock).map(\.isRunning)
            #expect(both == [true, true], "a former start leaves nothing")
            try await nodes.leave(node("a"), at: tenOClock)
            #expect(try await nodes.all(at: tenOClock).map(\.isRunning) == [false, true])
            #expect(try await nodes.all(at: tenOClock).map(\.hasLeft) == [true, false])
            #expect(try await other.nodes.register(node("a", "4"), for: Self.long, at: tenOClock) != nil)
        }
    }

    @Test(arguments: StoreKind.sharedCases)
    func `what a start of a node has activated is known until the next start`(kind: StoreKind) async throws {
        try await kind.share { data, other in
            #expect(try await data.nodes.recordActivation(of: 7, by: node("a")) == false, "it is not registered")
            _ = try await data.nodes.register(node("a"), for: Self.long, at: tenOClock)
            #expect(try await other.nodes.all(at: tenOClock).map(\.publication) == [nil])
            #expect(try await data.nodes.recordActivation(of: 7, by: node("a")))
            _ = try await data.nodes.register(node("a"), for: Self.long, at: tenOClock)
            _ = try await data.nodes.beat(node("a"), for: Self.long, at: tenOClock)
            #expect(try await other.nodes.all(at: tenOClock).map(\.publication) == [7], "the same start")
            try await data.nodes.leave(node("a"), at: tenOClock)
            _ = try await data.nodes.register(node("a", "2"), for: Self.long, at: tenOClock)
            #expect(try await data.nodes.recordActivation(of: 8, by: node("a")) == false, "a former start")
            #expect(try await other.nodes.all(at: tenOClock).map(\.publication) == [nil])
        }
    }

    @Test(arguments: StoreKind.sharedCases)
    func `a lease is one server's, and its epoch grows with each change`(
        kind: StoreKind
    ) async throws {
        try await kind.share { data, other in
            let first = try await data.nodes.take("chores", for: node("a"), length: Self.lease, at: tenOClock)
            #expect(first == Lease(name: "chores", owner: "a/1", epoch: 1))
            #expect(try await other.nodes.take("chores", for: node("b"), length: Self.long, at: tenOClock) == nil)
            #expect(try await other.nodes.take("else", for: node("b"), length: Self.long, at: tenOClock)?.epoch == 1)
            #expect(try await data.nodes.take("chores", for: node("a"), length: Self.lease, at: tenOClock)?.epoch == 1)
            let taken = try await kind.find(at: tenOClock + Self.lease) { moment in
                try await other.nodes.take("chores", for: node("b"), length: Self.long, at: moment)
            }
            #expect(taken?.epoch == 2)
            #expect(try await data.nodes.take("chores", for: node("a"), length: Self.lease, at: tenOClock) == nil)
            try await data.nodes.release("chores", of: node("a"), at: tenOClock)
            #expect(try await data.nodes.take("chores", for: node("a"), length: Self.lease, at: tenOClock) == nil)
            try await other.nodes.release("chores", of: node("b"), at: tenOClock)
            #expect(try await data.nodes.take("chores", for: node("a"), length: Self.lease, at: tenOClock)?.epoch == 3)
        }
    }

    @Test(arguments: StoreKind.sharedCases, [true, false])
    func `what a server held is free once it has left, or has started anew`(kind: StoreKind, leaves: Bool) async throws
    {
        try await kind.share { data, other in
            let length = leaves ? Self.long : Self.lease
            _ = try await data.nodes.register(node("a"), for: length, at: tenOClock)
            _ = try await data.nodes.take("chores", for: node("a"), length: Self.long, at: tenOClock)
            var turn = try record(.ana, Doing(says: ["1"], asks: "q", silentAt: tenOClock, calls: ["c"]))
            turn.laneClaim = Claim(owner: node("a").owner, length: Self.long)
            turn.claim = Claim(owner: "a", length: Self.long)
            let kept = try await data.sessions.keep(turn)
            let mine = Claim(owner: "a", length: Self.long)
            #expect(
                try await data.sessions.claimTimers(after: nil, at: tenOClock, limit: 9, for: mine).count == 1)
            // A server of another name changes nothing.
            _ = try await other.nodes.register(node("b"), for: Self.long, at: tenOClock)
            let next = Claim(owner: leaves ? node("b").owner : node("a", "2").owner, length: Self.long)
            #expect(try await other.sessions.claimLanes(limit: 9, at: tenOClock, for: next) == [])
            if leaves {
                try await data.nodes.leave(node("a"), at: tenOClock)
            } else {
                _ = try await kind.find(at: tenOClock + Self.lease) { moment in
                    try await other.nodes.register(node("a", "2"), for: Self.long, at: moment)
                }
            }
            let now = tenOClock + Self.lease
            let lanes = try await other.sessions.claimLanes(limit: 9, at: now, for: next)
            #expect(lanes == [HeldLane(try #require(kept.session?.id), epoch: 2)])
            let theirs = Claim(owner: "b", length: Self.long)
            #expect(try await other.sessions.claimCalls(after: nil, at: now, limit: 9, for: theirs).count == 1)
            #expect(
                try await other.sessions.claimTimers(after: nil, at: now, limit: 9, for: theirs).count == 1)
            #expect(try await other.nodes.take("chores", for: node("b"), length: Self.long, at: now) != nil)
        }
    }

    @Test(arguments: StoreKind.sharedCases)
    func `claims on timers and calls run out by the clock of the database`(
        kind: StoreKind
    ) async throws {
        try await kind.share { data, other in
            let one = Claim(owner: "one", length: Self.lease)
            let two = Claim(owner: "two", length: Self.long)
            // An hour ahead of the other server, where the database has a clock.
            let moment = kind.hasClock ? tenOClock + .hours(1) : tenOClock
            var turn = try record(.ana, Doing(asks: "q", silentAt: tenOClock, calls: ["c"]))
            turn.claim = one
            try await data.sessions.keep(turn)
            #expect(try await data.sessions.claimTimers(after: nil, at: tenOClock, limit: 9, for: one).count == 1)
            #expect(try await other.sessions.claimTimers(after: nil, at: moment, limit: 9, for: two) == [])
            #expect(try await other.sessions.claimCalls(after: nil, at: moment, limit: 9, for: two) == [])
            #expect(try await !other.sessions.claim(call: "c", at: moment, for: two))
            let timers = try await kind.find(at: tenOClock + Self.lease) { _ in
                let found = try await other.sessions.claimTimers(
                    after: nil, at: tenOClock + Self.lease, limit: 9, for: two)
                return found.isEmpty ? nil : found
            }
            #expect(timers?.count == 1)
            let isClaimed = try await kind.find(at: tenOClock + Self.lease) { moment in
                try await other.sessions.claim(call: "c", at: moment, for: two) ? true : nil
            }
            #expect(isClaimed == true)
        }
    }
}
