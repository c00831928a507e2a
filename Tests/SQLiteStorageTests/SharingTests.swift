import Channels
import ConversationRuntime
import Databases
import Expressions
import FlowEngine
import Synchronization
import TestSupport
import Testing

@testable import SQLStorage

/// Two servers on one database: what one has claimed, the other leaves alone until the claim runs out.
@Suite struct SharingTests {
    private static let one = Claim(owner: "one", length: .seconds(10))
    private static let two = Claim(owner: "two", length: .seconds(10))

    private func run(_ kind: DatabaseKind, _ body: (SQLSessions, SQLSessions) async throws -> Void) async throws {
        try await kind.place { place in
            let first = try await place.open()
            let second = try await place.open(isOwner: false)
            try await body(first.sessions, second.sessions)
        }
    }

    private func key(_ number: Int) -> ConversationKey {
        ConversationKey(channel: "apple", customer: "c\(number)", business: "shop")
    }

    /// Claims timers until there are none.
    private static func claimAll(_ store: SQLSessions, _ claim: Claim) async throws -> [SessionID] {
        var all: [SessionID] = []
        var last: Moment?
        while true {
            let found = try await store.claimTimers(after: last, at: tenOClock + .hours(1), limit: 7, for: claim)
            guard let end = found.last else { return all }
            all += found.map(\.session)
            last = end.due
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `two servers never claim the same timer`(kind: DatabaseKind)
        async throws
    {
        try await run(kind) { first, second in
            for number in 0..<100 {
                try await first.keep(
                    record(key(number), Doing(asks: "q\(number)", silentAt: tenOClock + .seconds(number))))
            }
            async let ones = Self.claimAll(first, Self.one)
            async let twos = Self.claimAll(second, Self.two)
            let (all, others) = try await (ones, twos)
            #expect(all.count + others.count == 100)
            #expect(Set(all).isDisjoint(with: others))
        }
    }

    @Test(arguments: DatabaseKind.allCases)
    func `a timer goes to another server when its claim has run out, and to its own at once`(kind: DatabaseKind)
        async throws
    {
        try await run(kind) { first, second in
            try await first.keep(record(.ana, Doing(asks: "q", silentAt: tenOClock)))
            let due = try await first.claimTimers(after: nil, at: tenOClock, limit: 9, for: Self.one)
            #expect(due.map(\.conversation) == [.ana])
            #expect(try await second.claimTimers(after: nil, at: tenOClock, limit: 9, for: Self.two) == [])
            let early = tenOClock + .milliseconds(9_999)
            #expect(try await second.claimTimers(after: nil, at: early, limit: 9, for: Self.two) == [])
            #expect(try await first.claimTimers(after: nil, at: tenOClock, limit: 9, for: Self.one) == due)
            // Elsewhere the database's own clock decides; `NodeContractTests` waits for it.
            guard kind == .sqlite else { return }
            let late = tenOClock + .seconds(10)
            #expect(try await second.claimTimers(after: nil, at: late, limit: 9, for: Self.two) == due)
            #expect(try await first.claimTimers(after: nil, at: late, limit: 9, for: Self.one) == [])
            #expect(try await first.nextTimer() == tenOClock, "a claim changes nothing else")
        }
    }

    @Test(arguments: DatabaseKind.allCases)
    func `a timer that is set anew is claimed by no one, and one that stays as it was stays claimed`(kind: DatabaseKind)
        async throws
    {
        try await run(kind) { first, second in
            let reminded = Doing(asks: "q", silentAt: tenOClock, remindsAt: tenOClock)
            let ana = try await first.saved(record(.ana, reminded))
            let due = try await first.claimTimers(after: nil, at: tenOClock, limit: 9, for: Self.one)
            #expect(due.count == 2)
            try await first.keep(
                record(.ana, Doing(asks: "r", silentAt: tenOClock, remindsAt: tenOClock), replacing: ana))
            let left = try await second.claimTimers(after: nil, at: tenOClock, limit: 9, for: Self.two)
            #expect(left.map(\.purpose) == [.silence(question: "r")])
        }
    }

    @Test(arguments: DatabaseKind.allCases)
    func `a call belongs to the server that has requested it, until its claim runs out`(kind: DatabaseKind) async throws
    {
        try await run(kind) { first, second in
            var requested = try record(.ana, Doing(calls: ["a", "b"]))
            requested.claim = Self.one
            let ana = try await first.saved(requested)
            try await first.keep(record(.ben, Doing(calls: ["c"])))
            let open = try await second.claimCalls(after: nil, at: tenOClock, limit: 9, for: Self.two)
            #expect(open.map(\.request.id) == ["c"], "a command leaves its calls to any server")
            #expect(
                try await first.claimCalls(after: nil, at: tenOClock, limit: 1, for: Self.one).map(\.request.id) == [
                    "a"
                ])
            #expect(
                try await first.claimCalls(after: "a", at: tenOClock, limit: 9, for: Self.one).map(\.request.id) == [
                    "b"
                ])
            #expect(try await !second.claim(call: "a", at: tenOClock, for: Self.two))
            #expect(try await first.claim(call: "a", at: tenOClock + .seconds(9), for: Self.one))
            // Elsewhere the database's own clock decides; `NodeContractTests` waits for it.
            guard kind == .sqlite else { return }
            let late = tenOClock + .seconds(12)
            let taken = try await second.claimCalls(after: nil, at: late, limit: 9, for: Self.two)
            #expect(taken.map(\.request.id) == ["b", "c"], "one has claimed its first anew")
            #expect(taken.first?.request.inputs == Fields([("to", .text("b"))]))
            #expect(try await !first.claim(call: "b", at: late, for: Self.one))
            // Both make it: the first outcome counts.
            var answer = try record(.ana, replacing: ana)
            answer.answeredCall = "b"
            try await second.keep(answer)
            #expect(try await first.commit(answer) == .repeated)
            #expect(try await !first.claim(call: "b", at: late, for: Self.one))
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `two servers never claim the same call`(kind: DatabaseKind)
        async throws
    {
        try await run(kind) { first, second in
            for number in 0..<20 {
                try await first.keep(record(key(number), Doing(calls: (0..<5).map { "\(number)-\($0)" })))
            }
            async let ones = first.claimCalls(after: nil, at: tenOClock, limit: 60, for: Self.one)
            async let twos = second.claimCalls(after: nil, at: tenOClock, limit: 60, for: Self.two)
            let (all, others) = try await (ones, twos)
            #expect(Set(all.map(\.request.id)).isDisjoint(with: others.map(\.request.id)))
            #expect(all.count + others.count == 100)
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `who reads the log while several servers leave notices misses none`(
        kind: DatabaseKind
    ) async throws {
        try await run(kind) { first, second in
            let count = 60
            let isOver = Mutex(false)
            async let seen = Self.readLog(of: first) { isOver.withLock { $0 } }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...count {
                    let store = number % 2 == 0 ? first : second
                    group.addTask {
                        try await store.database.change { db in
                            try Notices.leave(SessionID(Int64(number)), at: tenOClock, in: db)
                            // Others commit meanwhile.
                            for _ in 0..<20 { _ = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM sessions") }
                        }
                    }
                }
                try await group.waitForAll()
            }
            isOver.withLock { $0 = true }
            #expect(try await seen == count)
        }
    }

    /// Reads notices as a server does, until no more come.
    private static func readLog(of store: SQLSessions, until isOver: @Sendable () -> Bool) async throws -> Int {
        var (last, seen) = (nil as Int64?, 0)
        while true {
            let isLast = isOver()
            let found = try await store.notices(after: last, limit: 9)
            seen += found.count
            last = found.last?.id ?? last
            if isLast, found.isEmpty { return seen }
        }
    }
}
