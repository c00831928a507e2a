import Channels
import ConversationRuntime
import Expressions
import FlowEngine
import Foundation
import JSON
import MessageModel
import Testing

/// The promises of every store about customers: facts about them outlive their conversations, until they are erased.
@Suite struct CustomerContractTests {
    private func record(
        _ conversation: ConversationKey = .ana, visits: Int, language: String = "en",
        replacing stored: StoredSession? = nil,
        at moment: Moment = tenOClock
    ) throws -> TurnRecord {
        var record = try SQLiteStorageTests.record(conversation, Doing(), replacing: stored, at: moment)
        record.turn?.session.facts = Fields([("visits", .number(.init(visits)))])
        record.turn?.session.language = language
        return record
    }

    @Test(arguments: StoreKind.allCases) func `what is known of a customer outlives the conversation`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            #expect(try await store.customer(of: .ana) == nil)
            let first = try await store.saved(record(visits: 1))
            let second = try await store.saved(record(visits: 2, language: "de", replacing: first))
            let known = try #require(try await store.customer(of: .ana))
            #expect(known.facts["visits"] == .number(2))
            #expect((known.language, known.device) == ("de", second.session.device))
            #expect(try await store.customer(of: .ben) == nil)
            #expect(try await store.forgetSessions(quietSince: tenOClock + .days(1), limit: 9) == [.ana])
            #expect(try await store.session(of: .ana) == nil)
            #expect(try await store.customer(of: .ana) == known)
        }
    }

    @Test(arguments: StoreKind.allCases) func `an event begins with the session, or else with what outlives it`(
        kind: StoreKind
    ) async throws {
        try await kind.run { store in
            #expect(try await store.standing(of: .ana) == .stranger)
            let session = try await store.saved(record(visits: 1))
            #expect(try await store.standing(of: .ana) == .session(session))
            #expect(try await store.standing(of: .ben) == .stranger)
            _ = try await store.forgetSessions(quietSince: tenOClock + .days(1), limit: 9)
            let known = try #require(try await store.customer(of: .ana))
            #expect(try await store.standing(of: .ana) == .customer(known))
        }
    }

    @Test(arguments: StoreKind.allCases) func `who is erased is not known any more, also when nothing else was left`(
        kind: StoreKind
    ) async throws {
        try await kind.operate { stores in
            try await stores.sessions.keep(record(visits: 1))
            try await stores.sessions.keep(record(.ben, visits: 5))
            _ = try await stores.sessions.forgetSessions(quietSince: tenOClock + .days(1), limit: 9)
            let erasure = try await stores.operators.erase(customer: "ana")
            #expect((erasure.sessions, erasure.customers) == (0, 1))
            #expect(try await stores.sessions.customer(of: .ana) == nil)
            #expect(try await stores.sessions.customer(of: .ben) != nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func `a conversation that began with what has been erased since is no more`(
        kind: StoreKind
    ) async throws {
        try await kind.operate { stores in
            try await stores.sessions.keep(record(visits: 1))
            _ = try await stores.sessions.forgetSessions(quietSince: tenOClock + .days(1), limit: 9)
            var late = try record(visits: 2)
            late.recallsCustomer = true
            _ = try await stores.operators.erase(customer: "ana")
            #expect(try await stores.sessions.commit(late) == .conflict)
            #expect(try await stores.sessions.session(of: .ana) == nil)
            #expect(try await stores.sessions.customer(of: .ana) == nil)
        }
    }
}
