import Channels
import ConversationRuntime
import Expressions
import FlowEngine
import JSON
import Testing

/// The promises of every store about a commit: all of it or nothing, once, and only upon the loaded revision.
@Suite struct CommitContractTests {
    @Test(arguments: StoreKind.allCases) func `a session comes back as it was saved`(kind: StoreKind) async throws {
        try await kind.run { store in
            #expect(try await store.session(of: .ana) == nil)
            let record = try record(.ana, Doing(says: ["Hi"], asks: "q1", silentAt: tenOClock + .minutes(5)))
            let committed = try await store.keep(record)
            let saved = try #require(committed.session)
            #expect(saved.conversation == .ana)
            #expect(saved.revision == 1)
            #expect(saved.session == record.turn?.session)
            #expect(committed.deliveries.map(\.delivery.id) == ["ana-1-0", "ana-1-ask"])
            #expect(committed.deliveries.map(\.session) == [saved.id, saved.id])
            #expect(committed.deliveries.map(\.nextTry) == [tenOClock, tenOClock])
            #expect(try await store.session(of: .ana) == saved)
            #expect(try await store.session(saved.id) == saved)
        }
    }

    @Test(arguments: StoreKind.allCases) func `an arrival is known once it has been handled, on its channel`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            #expect(try await !store.hasReceived("m", on: "apple"))
            _ = try await store.saved(record(arrival: "m"))
            #expect(try await store.hasReceived("m", on: "apple"))
            #expect(try await !store.hasReceived("m", on: "web"))
            #expect(try await !store.hasReceived("n", on: "apple"))
            #expect(try await store.outcome(of: "m", on: "apple") == "answered")
            #expect(try await store.outcome(of: "m", on: "web") == nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func `the end of a history comes first, and no more of it than is wanted`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            var stored = try await store.saved(record())
            for _ in 2...5 { stored = try await store.saved(record(replacing: stored)) }
            #expect(try await store.lastHistory(of: stored.id, limit: 2).map(\.turn) == [5, 4])
            let all = try await store.history(of: stored.id)
            #expect(try await store.lastHistory(of: stored.id, limit: 9) == all.reversed())
            #expect(try await store.lastHistory(of: SessionID(4_711), limit: 9) == [])
        }
    }

    @Test(arguments: StoreKind.allCases) func `each turn raises the revision and keeps the number`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            var stored = try await store.saved(record())
            let number = stored.id
            for revision in 2...5 {
                stored = try await store.saved(record(replacing: stored))
                #expect(stored.revision == revision)
                #expect(stored.id == number)
                #expect(stored.session.turn == revision)
                #expect(try await store.session(of: .ana) == stored)
            }
        }
    }

    /// Channel, customer and business together identify a conversation.
    @Test(arguments: StoreKind.allCases) func `conversations that share two of three names are different`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            let keys = [
                ConversationKey.ana, .ben, ConversationKey(channel: "web", customer: "ana", business: "shop"),
                ConversationKey(channel: "apple", customer: "ana", business: "other"),
            ]
            var numbers: [SessionID] = []
            for key in keys {
                #expect(try await store.session(of: key) == nil)
                numbers.append(try await store.saved(record(key, Doing(asks: "q\(numbers.count)"))).id)
            }
            #expect(Set(numbers).count == keys.count)
            for (key, number) in zip(keys, numbers) { #expect(try await store.session(of: key)?.id == number) }
            #expect(try await store.session(SessionID(4_711)) == nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func `two turns cannot both follow the same revision`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            let first = try await store.saved(record(.ana, Doing(says: ["one"])))
            let second = try await store.saved(record(.ana, Doing(says: ["two"]), replacing: first))
            let late = try record(
                .ana, Doing(says: ["three"], asks: "q", silentAt: tenOClock), replacing: first, arrival: "m")
            #expect(try await store.commit(late) == .conflict)
            #expect(try await store.session(of: .ana) == second)
            #expect(try await store.deliveries(of: first.id, after: nil, limit: 9).map(\.text) == ["one", "two"])
            #expect(try await store.history(of: first.id).count == 2)
            #expect(try await store.nextTimer() == nil)
            #expect(try await !store.hasSent(question: "q", in: .ana))
            // Nothing of it is stored, so its arrival is not known either.
            try await store.keep(record(replacing: second, arrival: "m"))
        }
    }

    @Test(arguments: StoreKind.allCases) func `two first turns of one customer cannot both be kept`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            let first = try await store.saved(record(.ana, Doing(says: ["one"])))
            #expect(try await store.commit(record(.ana, Doing(says: ["two"]))) == .conflict)
            #expect(try await store.session(of: .ana) == first)
        }
    }

    @Test(arguments: StoreKind.allCases) func `what changes nothing was decided by what the session said, too`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            let first = try await store.saved(record())
            let second = try await store.saved(record(replacing: first))
            #expect(try await store.commit(remark(replacing: first, arrival: "m")) == .conflict)
            let kept = try await store.keep(remark(replacing: second, arrival: "m"))
            #expect(kept == Committed(session: second, deliveries: []))
            #expect(try await store.session(of: .ana) == second)
            #expect(try await store.commit(remark(replacing: second, arrival: "m")) == .repeated)
        }
    }

    @Test(arguments: StoreKind.allCases) func `an arrival that comes again changes nothing`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            let first = try await store.saved(record(.ana, Doing(says: ["one"]), arrival: "m1"))
            let again = try record(.ana, Doing(says: ["two"]), replacing: first, arrival: "m1")
            #expect(try await store.commit(again) == .repeated)
            #expect(try await store.session(of: .ana) == first)
            #expect(try await store.deliveries(of: first.id, after: nil, limit: 9).count == 1)
            // Also when the session has continued in the meantime, and for a new customer.
            let second = try await store.saved(record(replacing: first, arrival: "m2"))
            #expect(try await store.commit(again) == .repeated)
            #expect(try await store.commit(record(.ben, arrival: "m1")) == .repeated)
            #expect(try await store.session(of: .ben) == nil)
            #expect(try await store.session(of: .ana) == second)
        }
    }

    @Test(arguments: StoreKind.allCases) func `message ids belong to their channel`(kind: StoreKind) async throws {
        try await kind.run { store in
            let web = ConversationKey(channel: "web", customer: "ana", business: "shop")
            try await store.keep(record(.ana, arrival: "m"))
            try await store.keep(record(web, arrival: "m"))
        }
    }

    @Test(arguments: StoreKind.allCases) func `a turn that cannot be kept becomes a dead letter, and its event counts`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            let before = try await store.saved(record(.ana, Doing(asks: "q")))
            let ben = try await store.saved(record(.ben, Doing(says: ["Hi"])))
            // A bubble with this request identifier is at another customer's device.
            let bad = try record(
                .ben, Doing(says: ["one"], asks: "q", silentAt: tenOClock), replacing: ben, arrival: "m")
            let committed = try await store.keep(bad)
            #expect(committed == Committed(session: ben, deliveries: []))
            #expect(try await store.session(of: .ben) == ben)
            #expect(try await store.session(of: .ana) == before)
            #expect(try await store.deliveries(of: ben.id, after: nil, limit: 9).map(\.text) == ["Hi"])
            #expect(try await store.history(of: ben.id).count == 1)
            #expect(try await store.nextTimer() == nil)
            let letter = try #require(try await store.deadLetters(limit: 9).first)
            #expect(letter.kind == .arrival)
            #expect(letter.conversation == .ben)
            #expect(letter.content == bad.event?.json)
            #expect(try await store.commit(bad) == .repeated)
            // The customer continues.
            try await store.keep(record(.ben, Doing(asks: "q2"), replacing: ben))
        }
    }

    @Test(arguments: StoreKind.allCases) func `of many turns at once only the bad ones are set aside`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            let results = try await withThrowingTaskGroup(of: CommitResult.self) { group in
                for number in 0..<60 {
                    let key = ConversationKey(channel: "apple", customer: "c\(number)", business: "shop")
                    // Every third asks the same question.
                    let question = number % 3 == 0 ? "same" : "q\(number)"
                    let record = try record(key, Doing(says: ["Hi"], asks: question), arrival: "m\(number)")
                    group.addTask { try await store.commit(record) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let kept = results.compactMap { if case .committed(let committed) = $0 { committed } else { nil } }
            #expect(kept.count == 60)
            #expect(kept.filter { $0.session != nil }.count == 41)
            #expect(try await store.deadLetters(limit: 99).count == 19)
            #expect(try await store.sessionsWithDeliveries(after: nil, limit: 99).count == 41)
        }
    }

    @Test(arguments: StoreKind.allCases) func `a dead letter and the message it gives up go with the turn`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            let first = try await store.keep(record(.ana, Doing(says: ["one", "two"])))
            let session = try #require(first.session)
            var report = try record(.ana, Doing(says: ["three"]), replacing: session)
            report.givenUp = first.deliveries[0].id
            report.deadLetter = DeadLetter(
                kind: .delivery, conversation: .ana, at: tenOClock, reason: "no such device", content: ["text": "one"])
            var conflicting = report
            conflicting.replaces?.revision = 7
            #expect(try await store.commit(conflicting) == .conflict)
            #expect(try await store.deadLetters(limit: 9).isEmpty)
            #expect(try await store.deliveries(of: session.id, after: nil, limit: 9).map(\.text) == ["one", "two"])
            try await store.keep(report)
            #expect(try await store.deadLetters(limit: 9) == [report.deadLetter])
            #expect(try await store.deliveries(of: session.id, after: nil, limit: 9).map(\.text) == ["two", "three"])
            // When the outcome of a commit is unknown, the result is reported again.
            #expect(try await store.commit(report) == .repeated)
            report.replaces = try await store.session(of: .ana)
            #expect(try await store.commit(report) == .repeated)
            #expect(try await store.deadLetters(limit: 9).count == 1)
        }
    }
}
