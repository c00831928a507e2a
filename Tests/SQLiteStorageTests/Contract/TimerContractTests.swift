import Channels
import ConversationRuntime
import Expressions
import FlowEngine
import Testing

/// The promises of every store about timers: a session has one while its question waits for a limited time.
@Suite struct TimerContractTests {
    @Test(arguments: StoreKind.allCases) func `a timer is set, replaced and cleared with the session`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            #expect(try await store.nextTimer() == nil)
            let first = try await store.saved(record(.ana, Doing(asks: "q1", silentAt: tenOClock + .minutes(5))))
            #expect(try await store.nextTimer() == tenOClock + .minutes(5))
            let second = try await store.saved(
                record(.ana, Doing(asks: "q2", silentAt: tenOClock + .minutes(9)), replacing: first))
            #expect(try await store.nextTimer() == tenOClock + .minutes(9))
            #expect(
                try await store.dueTimers(at: tenOClock + .hours(1), limit: 9)
                    == [
                        DueTimer(
                            session: first.id, conversation: .ana, purpose: .silence(question: "q2"),
                            due: tenOClock + .minutes(9))
                    ])
            let third = try await store.saved(record(.ana, Doing(asks: "q3"), replacing: second))
            #expect(try await store.nextTimer() == nil)
            let fourth = try await store.saved(
                record(.ana, Doing(asks: "q4", silentAt: tenOClock + .minutes(9)), replacing: third))
            try await store.keep(record(replacing: fourth))
            #expect(try await store.nextTimer() == nil)
            #expect(try await store.dueTimers(at: tenOClock + .days(1), limit: 9) == [])
        }
    }

    @Test(arguments: StoreKind.allCases) func `the longest due come first, and no more than asked for`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            var sessions: [Int: SessionID] = [:]
            for minutes in [7, 3, 9, 1, 5] {
                let key = ConversationKey(channel: "apple", customer: "c\(minutes)", business: "shop")
                sessions[minutes] = try await store.saved(
                    record(key, Doing(asks: "q\(minutes)", silentAt: tenOClock + .minutes(minutes)))
                ).id
            }
            let due = try await store.dueTimers(at: tenOClock + .minutes(7), limit: 9)
            #expect(due.map(\.purpose) == ["q1", "q3", "q5", "q7"].map { .silence(question: $0) })
            #expect(due.map(\.session) == [1, 3, 5, 7].map { sessions[$0] })
            #expect(due.map(\.due) == [1, 3, 5, 7].map { tenOClock + .minutes($0) })
            #expect(try await store.dueTimers(at: tenOClock + .minutes(7), limit: 2) == Array(due[..<2]))
            #expect(try await store.dueTimers(at: tenOClock, limit: 9) == [])
            let later = try await store.dueTimers(
                after: tenOClock + .minutes(3), at: tenOClock + .minutes(7), limit: 9)
            #expect(later == Array(due[2...]))
            #expect(try await store.nextTimer() == tenOClock + .minutes(1))
        }
    }

    @Test(arguments: StoreKind.allCases) func `a timer says what it is for: a call that takes long, or a reminder`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            let calling = try await store.saved(record(.ana, Doing(calls: ["c"], meanwhileAt: tenOClock)))
            let reminded = try await store.saved(record(.ben, Doing(remindsAt: tenOClock + .minutes(1))))
            #expect(
                try await store.dueTimers(at: tenOClock + .hours(1), limit: 9) == [
                    DueTimer(session: calling.id, conversation: .ana, purpose: .slowness(call: "c"), due: tenOClock),
                    DueTimer(
                        session: reminded.id, conversation: .ben, purpose: .reminder("r"),
                        due: tenOClock + .minutes(1)),
                ])
        }
    }

    @Test(arguments: StoreKind.allCases) func `a timer whose event cannot be answered is taken away`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            let ana = try await store.saved(record(.ana, Doing(asks: "q1", silentAt: tenOClock)))
            let ben = try await store.saved(record(.ben, Doing(asks: "q2", silentAt: tenOClock)))
            var record = remark(.ana, replacing: ana)
            record.clearsTimer = TimerKey(session: ana.id, kind: .silence)
            try await store.keep(record)
            #expect(try await store.dueTimers(at: tenOClock, limit: 9).map(\.session) == [ben.id])
            #expect(try await store.session(of: .ana) == ana)
        }
    }
}
