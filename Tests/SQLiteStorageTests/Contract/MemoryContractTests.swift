import Channels
import ConversationRuntime
import Expressions
import FlowEngine
import JSON
import Testing

/// The promises of every store about what it remembers and removes.
@Suite struct MemoryContractTests {
    @Test(arguments: StoreKind.allCases) func `a bubble is known only in the conversation that it was sent to`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            #expect(try await !store.hasSent(question: "q1", in: .ana))
            let ana = try await store.saved(record(.ana, Doing(asks: "q1")))
            try await store.keep(record(.ana, Doing(asks: "q2"), replacing: ana))
            try await store.keep(record(.ben, Doing(says: ["Hi"])))
            #expect(try await store.hasSent(question: "q1", in: .ana))
            #expect(try await store.hasSent(question: "q2", in: .ana))
            #expect(try await !store.hasSent(question: "q1", in: .ben))
            #expect(try await !store.hasSent(question: "", in: .ana))
        }
    }

    @Test(arguments: StoreKind.allCases) func `the history holds every event with its effects, from the first`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            var stored: StoredSession?
            var expected: [HistoryEntry] = []
            for number in 1...12 {
                var record = try SQLiteStorageTests.record(
                    .ana, Doing(says: ["says \(number)", "„Grüße“ 🚲\n"]), replacing: stored)
                record.version = "v\(number)"
                stored = try await store.saved(record)
                let turn = try #require(record.turn)
                expected.append(
                    HistoryEntry(
                        turn: number, version: "v\(number)", event: try #require(record.event).json,
                        effects: .array(turn.effects.map(\.json))))
                let other = ConversationKey(channel: "apple", customer: "c\(number)", business: "shop")
                try await store.keep(SQLiteStorageTests.record(other))
            }
            let id = try #require(stored).id
            #expect(try await store.history(of: id) == expected)
            try await store.keep(remark(replacing: stored, arrival: "m"))
            #expect(try await store.history(of: id).count == 12)
            #expect(try await store.history(of: SessionID(999)) == [])
        }
    }

    @Test(arguments: StoreKind.allCases) func `dead letters come back whole, the oldest first`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            var letters: [DeadLetter] = []
            for (number, kind) in [DeadLetter.Kind.arrival, .delivery, .timer].enumerated() {
                let letter = DeadLetter(
                    kind: kind, conversation: .ana, at: tenOClock + .seconds(number), reason: "„\(kind)“ it is",
                    content: ["n": .int(number), "text": "a\nb", "none": nil])
                var record = remark(.ana)
                record.deadLetter = letter
                try await store.keep(record)
                letters.append(letter)
            }
            #expect(try await store.deadLetters(limit: 9) == letters)
            #expect(try await store.deadLetters(limit: 2) == Array(letters[..<2]))
        }
    }

    @Test(arguments: StoreKind.allCases) func `old arrivals are forgotten, some at a time, and younger ones stay`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            var stored: StoredSession?
            for day in 0..<6 {
                stored = try await store.saved(
                    record(replacing: stored, arrival: "m\(day)", at: tenOClock + .days(day)))
            }
            #expect(try await store.forgetArrivals(before: tenOClock, limit: 9) == 0)
            #expect(try await store.forgetArrivals(before: tenOClock + .days(3), limit: 2) == 2)
            #expect(try await store.forgetArrivals(before: tenOClock + .days(3), limit: 2) == 1)
            #expect(try await store.forgetArrivals(before: tenOClock + .days(3), limit: 2) == 0)
            #expect(try await store.commit(remark(replacing: stored, arrival: "m3")) == .repeated)
            try await store.keep(remark(replacing: stored, arrival: "m2"))
        }
    }
}
