import Channels
import Concurrency
import ConversationRuntime
import Expressions
import JSON
import MessageModel
import Testing

/// The promises of every store about messages that wait to be sent.
@Suite struct OutboxContractTests {
    @Test(arguments: StoreKind.allCases) func `messages wait in the order of their turns`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            let first = try await store.keep(record(.ana, Doing(says: ["1", "2"])))
            let ana = try #require(first.session)
            try await store.keep(record(.ben, Doing(says: ["other"])))
            let second = try await store.keep(record(.ana, Doing(says: ["3", "4"]), replacing: ana))
            let all = try await store.deliveries(of: ana.id, after: nil, limit: 9)
            #expect(all == first.deliveries + second.deliveries)
            #expect(all.map(\.text) == ["1", "2", "3", "4"])
            #expect(all.map(\.turn) == [1, 1, 2, 2])
            #expect(all.map(\.id.number) == [1, 2, 3, 4], "another conversation has numbers of its own")
            #expect(all[0].delivery.conversation == .ana)
            let context = DeliveryContext(language: "en", intent: "order", group: "north")
            #expect(all.allSatisfy { $0.delivery.context == context })
            #expect(try await store.deliveries(of: ana.id, after: nil, limit: 3) == Array(all[..<3]))
            #expect(try await store.deliveries(of: ana.id, after: all[1].id, limit: 1) == [all[2]])
            #expect(try await store.deliveries(of: ana.id, after: all[3].id, limit: 9) == [])
        }
    }

    @Test(arguments: StoreKind.allCases) func `sent messages are gone, and numbers are never given twice`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            let first = try await store.keep(record(.ana, Doing(says: ["1", "2", "3"])))
            let ana = try #require(first.session)
            let ben = try await store.keep(record(.ben, Doing(says: ["stays", "as well"])))
            try await store.remove(upTo: [first.deliveries[1].id])
            #expect(try await store.deliveries(of: ana.id, after: nil, limit: 9) == [first.deliveries[2]])
            try await store.remove(upTo: [first.deliveries[0].id, ben.deliveries[0].id])
            #expect(try await store.deliveries(of: ana.id, after: nil, limit: 9) == [first.deliveries[2]])
            #expect(try await store.deliveries(of: ben.deliveries[0].session, after: nil, limit: 9).count == 1)
            try await store.remove(upTo: [first.deliveries[2].id, ben.deliveries[1].id, DeliveryID(SessionID(9), 9)])
            #expect(try await store.deliveries(of: ana.id, after: nil, limit: 9) == [])
            #expect(try await store.sessionsWithDeliveries(after: nil, limit: 9) == [])
            let second = try await store.keep(record(.ana, Doing(says: ["4"]), replacing: ana))
            #expect(second.deliveries.map(\.id.number) == [4])
            #expect(second.previous == nil)
            try await store.remove(upTo: [DeliveryID(ana.id, 4)])
            let third = try await store.keep(record(.ana, Doing(says: ["5"]), replacing: second.session))
            #expect(third.deliveries.map(\.id.number) == [5])
        }
    }

    @Test(arguments: StoreKind.allCases) func `conversations with waiting messages are found in the order of their ids`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            var waiting: [SessionID] = []
            for number in 0..<10 {
                let key = ConversationKey(channel: "apple", customer: "c\(number)", business: "shop")
                let saved = try await store.saved(record(key, Doing(says: number % 2 == 0 ? ["a", "b"] : [])))
                if number % 2 == 0 { waiting.append(saved.id) }
            }
            #expect(try await store.sessionsWithDeliveries(after: nil, limit: 99) == waiting)
            #expect(try await store.sessionsWithDeliveries(after: nil, limit: 2) == Array(waiting[..<2]))
            #expect(try await store.sessionsWithDeliveries(after: waiting[1], limit: 2) == Array(waiting[2..<4]))
            #expect(try await store.sessionsWithDeliveries(after: waiting[4], limit: 2) == [])
        }
    }

    @Test(arguments: StoreKind.allCases) func `attempts are noted, and when the first of them failed`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            let committed = try await store.keep(record(.ana, Doing(says: ["1", "2"])))
            let ana = try #require(committed.session)
            var expected = committed.deliveries
            expected[0].attempts = 3
            expected[0].failingSince = tenOClock + .seconds(1)
            expected[0].nextTry = tenOClock + .seconds(9)
            try await store.postpone(
                expected[0].id, attempts: 3, since: tenOClock + .seconds(1), until: tenOClock + .seconds(9))
            #expect(try await store.deliveries(of: ana.id, after: nil, limit: 9) == expected)
            expected[0].attempts = 0
            expected[0].failingSince = nil
            expected[0].nextTry = tenOClock + .seconds(10)
            try await store.postpone(expected[0].id, attempts: 0, since: nil, until: tenOClock + .seconds(10))
            #expect(try await store.deliveries(of: ana.id, after: nil, limit: 9) == expected)
            try await store.postpone(DeliveryID(ana.id, 999), attempts: 1, since: nil, until: tenOClock)
            #expect(try await store.deliveries(of: ana.id, after: nil, limit: 9) == expected)
        }
    }

    @Test(arguments: StoreKind.allCases) func `a turn that drops what waits drops only its own conversation's`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            let ana = try await store.saved(record(.ana, Doing(says: ["1", "2"])))
            let ben = try await store.saved(record(.ben, Doing(says: ["stays"])))
            let closed = try await store.keep(
                record(.ana, Doing(says: ["after"], dropsPending: true), replacing: ana))
            #expect(try await store.deliveries(of: ana.id, after: nil, limit: 9) == closed.deliveries)
            #expect(closed.deliveries.map(\.text) == ["after"])
            #expect(try await store.deliveries(of: ben.id, after: nil, limit: 9).map(\.text) == ["stays"])
        }
    }

    @Test(arguments: StoreKind.allCases) func `a commit says behind which message it has put its own`(
        kind: StoreKind
    ) async throws {
        try await kind.operate { stores in
            let first = try await stores.sessions.keep(record(.ana, Doing(says: ["1", "2"])))
            let ana = try #require(first.session)
            #expect(first.previous == nil)
            #expect(try await stores.sessions.keep(record(.ben, Doing(says: ["other"]))).previous == nil)
            // Whatever wrote it, also without a turn.
            var lost = remark(.ana, replacing: ana)
            lost.deadLetter = DeadLetter(
                kind: .delivery, conversation: .ana, at: tenOClock, reason: "no such device",
                content: ["id": "lost", "turn": 1, "message": Message.text("Lost words").json])
            try await stores.sessions.keep(lost)
            let letter = try #require(try await stores.operators.filedLetters(after: nil, limit: 9).first)
            let operations = stores.operations(TurnableClock(standingAt: tenOClock))
            #expect(try await operations.retry(letter) == .queued)
            let waiting = try await stores.sessions.deliveries(of: ana.id, after: nil, limit: 9)
            #expect(waiting.count == 3)
            let second = try await stores.sessions.keep(record(.ana, Doing(says: ["3"]), replacing: ana))
            #expect(second.previous == waiting.last?.id)
            let silent = try await stores.sessions.keep(record(.ana, Doing(), replacing: second.session))
            #expect(silent.previous == nil, "there are no messages whose place it could be")
            let dropping = try await stores.sessions.keep(
                record(.ana, Doing(says: ["4"], dropsPending: true), replacing: silent.session))
            #expect(dropping.previous == nil)
            try await stores.sessions.remove(upTo: dropping.deliveries.map(\.id))
            #expect(
                try await stores.sessions.keep(record(.ana, Doing(says: ["5"]), replacing: dropping.session)).previous
                    == nil)
        }
    }
}
