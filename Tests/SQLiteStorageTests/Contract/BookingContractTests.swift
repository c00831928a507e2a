import Channels
import ConversationRuntime
import Expressions
import FlowEngine
import MessageModel
import Testing

/// The promises of every store about slots that customers take from each other.
@Suite struct BookingContractTests {
    @Test(arguments: StoreKind.allCases) func `a slot is taken in the turn's own transaction, once`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            let ana = try await store.saved(booked(.ana, taking: [slot("a")]))
            #expect(try await store.commit(booked(.ben, taking: [slot("b")])) == .conflict)
            #expect(try await store.session(of: .ben) == nil, "nothing of the turn is saved")
            #expect(try await times(.ben, store).count == 1)
            #expect(try await times(.ana, store).isEmpty, "the own ones are no obstacle")
            _ = try await store.saved(booked(.ana, taking: [], ana))
            _ = try await store.saved(booked(.ben, taking: [slot("b")]))
        }
    }

    @Test(arguments: StoreKind.allCases) func `of two hundred customers after one slot one gets it`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            let results = try await withThrowingTaskGroup(of: CommitResult.self) { group in
                for number in 0..<200 {
                    let key = ConversationKey(channel: "apple", customer: "c\(number)", business: "shop")
                    let record = try booked(key, taking: [slot("s\(number)")])
                    group.addTask { try await store.commit(record) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(results.count { if case .committed = $0 { true } else { false } } == 1)
            #expect(results.count { $0 == .conflict } == 199)
            #expect(try await times(.ana, store).count == 1)
        }
    }

    @Test(arguments: StoreKind.allCases) func `a slot has as many places as its rule says, also where slots overlap`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            for number in 0..<3 {
                let key = ConversationKey(channel: "apple", customer: "c\(number)", business: "shop")
                let result = try await store.commit(
                    booked(key, taking: [slot("s\(number)", minutes: number * 10, places: 2)]))
                #expect((result == .conflict) == (number == 2))
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `one that is held too long is free, and one of an ended conversation stays`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            let held = try await store.saved(booked(.ana, taking: [slot("a", until: tenOClock + .minutes(15))]))
            let later = tenOClock + .minutes(20)
            #expect(
                try await store.commit(booked(.ben, taking: [slot("b")], at: tenOClock + .minutes(10))) == .conflict)
            let ben = try await store.saved(booked(.ben, taking: [slot("b")], at: later))
            #expect(
                try await store.commit(booked(.ana, taking: [slot("a", until: later + .minutes(15))], held, at: later))
                    == .conflict)
            var settled = slot("b")
            settled.isSettled = true
            _ = try await store.saved(booked(.ben, taking: [settled], ben, at: later))
            #expect(try await times(.ana, store, at: later).count == 1)
        }
    }

    private func times(
        _ conversation: ConversationKey, _ store: any SessionStore, at moment: Moment = tenOClock
    ) async throws -> [TakenTime] {
        try await store.shared(with: conversation, calendars: ["chair"], at: moment).calendars.flatMap(\.times)
    }

    private func slot(_ id: String, minutes: Int = 0, places: Int = 1, until: Moment? = nil) -> SlotBooking {
        let start = tenOClock + .hours(5) + .minutes(minutes)
        return SlotBooking(
            id: id, calendar: "chair", flow: "main", step: "first", name: "visit", start: start,
            end: start + .minutes(30), places: places, until: until)
    }

    private func booked(
        _ conversation: ConversationKey, taking slots: [SlotBooking], _ stored: StoredSession? = nil,
        at moment: Moment = tenOClock
    ) throws -> TurnRecord {
        var booked = try record(conversation, replacing: stored, at: moment)
        booked.turn?.session.bookings = slots
        return booked
    }
}
