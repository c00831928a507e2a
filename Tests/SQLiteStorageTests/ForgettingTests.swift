import Channels
import ConversationRuntime
import Expressions
import FlowEngine
import Foundation
import GRDB
import JSON
import MessageModel
import Testing

@testable import SQLiteStorage

/// Conversations that have been idle for too long are removed with all their data.
@Suite struct ForgettingTests {
    private static let first = Moment(seconds: 1_000_000)

    private static func file() throws -> SQLiteDatabase {
        try SQLiteDatabase(
            path: FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + "/usher.sqlite").path)
    }

    private static func key(_ customer: String) -> ConversationKey {
        ConversationKey(channel: "apple", customer: customer, business: "shop")
    }

    /// A turn that sends a bubble, begins a call and waits.
    private static func record(
        of customer: String, at moment: Moment, replacing stored: StoredSession? = nil
    ) throws -> TurnRecord {
        let id = "\(customer)-\(stored?.revision ?? 0)"
        let session = try Session(
            json: JSONValue(
                parsing: """
                    {"status":"calling","flow":"main","step":"first","answers":{},"call":{"id":"call-\(id)","meanwhile_at":5},
                    "customer":"\(customer)","device":{"channel":"apple","capabilities":"LIST"},"language":"en","taps":[],
                    "turn":\((stored?.session.turn ?? 0) + 1)}
                    """))
        let bubble = MessageBubble(title: "?", note: "", image: nil, size: .icon, reply: "?")
        let asked = AskedQuestion(
            id: "bubble-\(id)", prompt: "?", bubble: bubble, hasOwnTitle: false,
            kind: .choice(
                AskedChoice(style: .list, options: [], several: false, atLeast: 1, atMost: nil, numberHint: "")))
        let list = ListMessage(question: asked.id, bubble: bubble, sections: [], several: false)
        var record = TurnRecord(conversation: key(customer), replaces: stored, version: "1", at: moment)
        record.event = Event(.givenBack, at: moment, seed: Seed(high: 1, low: 2))
        record.turn = Turn(
            session: session,
            effects: [
                .send(Outgoing(id: "message-\(id)", message: .list(list), question: asked)),
                .call(CallRequest(id: "call-\(id)", action: "look", inputs: Fields())),
            ])
        return record
    }

    private static func expectForgets(_ store: any SessionStore) async throws {
        for (place, customer) in ["ana", "bo", "cy"].enumerated() {
            _ = try await store.commit(record(of: customer, at: first + .seconds(place)))
        }
        let ana = try #require(try await store.session(of: key("ana")))
        #expect(try await store.forgetSessions(quietSince: first, limit: 10).isEmpty)
        #expect(
            try await store.forgetSessions(quietSince: first + .seconds(2), limit: 1).isEmpty,
            "what is queued for delivery is not lost, however long nothing can be sent")
        for customer in ["ana", "bo"] { try await store.send(in: #require(try await store.session(of: key(customer)))) }
        #expect(try await store.forgetSessions(quietSince: first + .seconds(2), limit: 1) == [key("ana")])
        #expect(try await store.session(of: key("ana")) == nil)
        #expect(try await store.history(of: ana.id).isEmpty)
        #expect(try await !store.hasSent(question: "bubble-ana-0", in: key("ana")))
        #expect(try await store.deliveries(of: ana.id, after: nil, limit: 10).isEmpty)
        #expect(try await store.calls(after: nil, limit: 10).map(\.conversation) == [key("bo"), key("cy")])
        #expect(try await store.dueTimers(at: first, limit: 10).count == 2)
        #expect(try await store.forgetSessions(quietSince: first + .seconds(2), limit: 10) == [key("bo")])

        let cy = try #require(try await store.session(of: key("cy")))
        #expect(try await store.history(of: cy.id).count == 1)
        #expect(try await store.hasSent(question: "bubble-cy-0", in: key("cy")))
        #expect(
            try await store.commit(record(of: "ana", at: first, replacing: ana)) == .conflict,
            "what was forgotten cannot be changed")
        _ = try await store.commit(record(of: "dee", at: first))
        #expect(try await store.session(of: key("dee"))?.session.customer == "dee")
    }

    @Test(arguments: StoreKind.allCases) func `a store forgets quiet conversations whole and leaves the others`(
        kind: StoreKind
    ) async throws {
        try await kind.run { try await Self.expectForgets($0) }
    }

    @Test(arguments: StoreKind.allCases)
    func `a conversation that begins anew after a long time leaves its history behind`(kind: StoreKind) async throws {
        try await kind.run { try await Self.expectBeginsAnew($0) }
    }

    private static func expectBeginsAnew(_ store: any SessionStore) async throws {
        _ = try await store.commit(Self.record(of: "ana", at: Self.first))
        let ana = try #require(try await store.session(of: Self.key("ana")))
        var again = try Self.record(of: "ana", at: Self.first + .days(40), replacing: ana)
        again.forgetsPast = true
        _ = try await store.commit(again)
        #expect(try await store.history(of: ana.id).map(\.turn) == [2])
        #expect(try await !store.hasSent(question: "bubble-ana-0", in: Self.key("ana")))
        #expect(try await store.hasSent(question: "bubble-ana-1", in: Self.key("ana")))
    }

    @Test func `quiet conversations are found by an index`() async throws {
        let plan = try await Self.file().pool.read { db in
            try Row.fetchAll(
                db, sql: "EXPLAIN QUERY PLAN SELECT id FROM sessions WHERE updated_at < 5 ORDER BY updated_at LIMIT 5"
            ).map { $0["detail"] as String }
        }
        #expect(plan.contains { $0.contains("sessions_by_update") })
    }
}
