import Channels
import ConversationRuntime
import Databases
import Expressions
import FlowEngine
import Foundation
import MessageModel
import TestSupport
import Testing

@testable import SQLStorage

/// The tables of payments, and what an erasure removes from it.
@Suite struct PaymentBooksTests {
    private func text(of database: StoredData) async throws -> String {
        try await database.read { db in
            try ["payments", "payment_attempts", "payment_sheets", "payment_trail"].flatMap { table in
                try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map { "\($0.values)" }
            }.joined(separator: "\n")
        }
    }

    private func sealedRequests(in database: StoredData) async throws -> Int? {
        try await database.read { db in
            try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM payment_attempts WHERE request IS NOT NULL")
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `contact and token are sealed, and gone when the flow has been told`(
        kind: DatabaseKind
    ) async throws {
        try await kind.run { database in
            let payment = try await database.payments.opened()
            #expect(try await database.payments.begin(.sample(payment, "a")) == .begun)
            for secret in ["ana@example.com", "Cupertino", "paymentData", "Halibut"] {
                #expect(try await !text(of: database).contains(secret))
            }
            #expect(try await text(of: database).contains("sealed"))
            try await database.payments.end("a", .paid(reference: "r"), at: tenOClock)
            try await database.payments.settle(payment, as: nil, isUnclaimed: false, at: tenOClock)
            #expect(try await sealedRequests(in: database) == 0)
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `without a key no money is taken`(kind: DatabaseKind) async throws {
        try await kind.run(key: nil) { database in
            let payment = try await database.payments.opened()
            await #expect(throws: (any Error).self) { try await database.payments.begin(.sample(payment, "a")) }
            #expect(try await database.payments.payment(payment)?.state == .opened)
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `who has been erased leaves amounts, and nothing of themselves`(
        kind: DatabaseKind
    ) async throws {
        try await kind.run { database in
            let paid = try await database.payments.opened()
            #expect(try await database.payments.begin(.sample(paid, "a")) == .begun)
            try await database.payments.end("a", .paid(reference: "r-1"), at: tenOClock)
            let under = try await database.payments.opened("q-2", in: .ben)
            #expect(try await database.payments.begin(.sample(under, "b")) == .begun)
            for customer in ["ana", "ben"] { _ = try await database.operators.erase(customer: customer) }
            let kept = try #require(try await database.payments.payment(paid))
            #expect(kept.conversation.customer.isEmpty && kept.items.isEmpty)
            #expect(kept.amount.text == "63.99 USD" && kept.reference == "r-1" && kept.state == .paid)
            // A payment in progress is completed first.
            let unsettled = try await database.payments.unsettledPayments(after: nil, limit: 9)
            #expect(unsettled.map(\.payment.id) == [under])
            try await database.payments.end("b", .paid(reference: "r-2"), at: tenOClock)
            let text = try await text(of: database)
            #expect(!text.contains("\"ana\"") && !text.contains("\"ben\"") && !text.contains("customer:ben"))
            #expect(try await database.payments.payment(under)?.conversation.customer.isEmpty == true)
            #expect(try await database.payments.unsettledPayments(after: nil, limit: 9).isEmpty)
            #expect(try await database.payments.trail(of: under).map(\.kind).contains(.erased))
        }
    }

    /// Otherwise a crash right after it would report the payment again, and leave a second dead letter.
    @Test(arguments: DatabaseKind.allCases) func `a payment is settled with the dead letter that its result became`(
        kind: DatabaseKind
    ) async throws {
        try await kind.run { database in
            let payment = try await database.payments.opened()
            #expect(try await database.payments.begin(.sample(payment, "a")) == .begun)
            try await database.payments.end("a", .paid(reference: "r"), at: tenOClock)
            var record = try record(.ana)
            record.event?.kind = .heard(.pay(PayReply(question: "q-1", outcome: .paid)), bubble: nil)
            _ = try await database.sessions.commit(record.asDeadLetter(because: "the session cannot be read"))
            #expect(try await database.sessions.deadLetters(limit: 9).count == 1)
            #expect(try await database.payments.payment(payment)?.isTold == true)
            #expect(try await database.payments.unsettledPayments(after: nil, limit: 9).isEmpty)
        }
    }

    /// In a separate transaction, a crash in between would leave a payment that looks unreported.
    @Test(
        arguments: [(PayReply.Outcome.paid, Payment.State.paid), (.cancelled, .cancelled)], DatabaseKind.allCases)
    func `a payment is settled with the turn that tells its conversation`(
        _ result: (outcome: PayReply.Outcome, state: Payment.State), kind: DatabaseKind
    ) async throws {
        try await kind.run { database in
            let payment = try await database.payments.opened()
            if result.outcome == .paid {
                #expect(try await database.payments.begin(.sample(payment, "a")) == .begun)
                try await database.payments.end("a", .paid(reference: "r"), at: tenOClock)
            }
            var record = try record(.ana)
            record.event?.kind = .heard(.pay(PayReply(question: "q-1", outcome: result.outcome)), bubble: nil)
            _ = try await database.sessions.commit(record)
            let kept = try #require(try await database.payments.payment(payment))
            #expect(kept.isTold && !kept.isUnclaimed && kept.state == result.state)
            #expect(try await database.payments.unsettledPayments(after: nil, limit: 9).isEmpty)
            #expect(try await sealedRequests(in: database) == 0)
            let trail = try await database.payments.trail(of: payment).map(\.kind)
            // A later report changes nothing more.
            try await database.payments.settle(payment, as: nil, isUnclaimed: true, at: tenOClock)
            #expect(try await database.payments.trail(of: payment).map(\.kind) == trail)
            #expect(trail.filter { $0 == .told }.count == 1)
        }
    }
}
