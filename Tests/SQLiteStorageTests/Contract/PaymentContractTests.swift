import Channels
import ConversationRuntime
import Expressions
import Foundation
import InMemoryStores
import JSON
import MessageModel
import SQLStorage
import TestSupport
import Testing

/// The promises of every payment store.
@Suite struct PaymentContractTests {
    enum Kind: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case inMemory = "in memory"
        case sqlite = "SQLite"
        case postgresql = "PostgreSQL"

        /// Those that this machine has.
        static var allCases: [Kind] {
            StoreKind.allCases.contains(.postgresql) ? [.inMemory, .sqlite, .postgresql] : [.inMemory, .sqlite]
        }

        var testDescription: String { rawValue }

        func run(_ body: (any PaymentStore) async throws -> Void) async throws {
            switch self {
            case .inMemory: try await body(InMemoryPaymentStore())
            case .sqlite: try await DatabaseKind.sqlite.run { try await body($0.payments) }
            case .postgresql: try await DatabaseKind.postgresql.run { try await body($0.payments) }
            }
        }
    }

    @Test(arguments: Kind.allCases) func `a payment is found by every address that it was given`(
        kind: Kind
    ) async throws {
        try await kind.run { store in
            try await store.open(.sample(), under: "k-1", PaymentEntry(.opened, at: tenOClock, "63.99 USD"))
            try await store.open(
                .sample(until: tenOClock + .minutes(9)), under: "k-2", PaymentEntry(.linked, at: tenOClock))
            let first = try #require(try await store.sheet(under: "k-1"))
            let second = try #require(try await store.sheet(under: "k-2"))
            #expect(first.payment == second.payment && first.payment.state == .opened)
            #expect(first.payment.items == NewPayment.sample().items && first.payment.amount == .dollars("63.99"))
            #expect(first.expiresAt == tenOClock + .minutes(5) && second.expiresAt == tenOClock + .minutes(9))
            #expect(first.asked == .dollars("63.99"))
            try await store.tell(.dollars("88.99"), under: "k-1")
            #expect(try await store.sheet(under: "k-1")?.asked == .dollars("88.99"))
            #expect(try await store.sheet(under: "k-2")?.asked == .dollars("63.99"))
            #expect(try await store.sheet(under: "k-3") == nil)
            #expect(try await store.payment(of: "q-1", in: .ana)?.id == first.payment.id)
            #expect(try await store.payment(of: "q-1", in: .ben) == nil)
            #expect(try await store.trail(of: first.payment.id).map(\.kind) == [.opened, .linked])
            #expect(try await store.trail(of: first.payment.id).first?.detail == "63.99 USD")
        }
    }

    @Test(arguments: Kind.allCases) func `an attempt begins once, and the same gets to know how it ended`(
        kind: Kind
    ) async throws {
        try await kind.run { store in
            let payment = try await store.opened()
            let attempt = PaymentAttempt.sample(payment, "a")
            #expect(try await store.begin(attempt) == .begun)
            #expect(try await store.begin(attempt) == .underWay)
            #expect(try await store.outcome(of: "a") == nil)
            #expect(try await store.payment(payment)?.state == .processing)
            try await store.end("a", .paid(reference: "r-1"), at: tenOClock + .seconds(3))
            try await store.end("a", .declined(problem: "late"), at: tenOClock + .seconds(4))
            #expect(try await store.begin(attempt) == .ended(.paid(reference: "r-1")))
            #expect(try await store.begin(.sample(payment, "b")) == .over)
            let paid = try #require(try await store.payment(payment))
            #expect(paid.state == .paid && paid.reference == "r-1" && !paid.isTold)
            #expect(paid.changedAt == tenOClock + .seconds(3))
            #expect(try await store.trail(of: payment).map(\.kind) == [.opened, .authorised, .paid])
        }
    }

    @Test(arguments: Kind.allCases) func `a payment shows the lines that make up what is paid`(kind: Kind) async throws
    {
        try await kind.run { store in
            let payment = try await store.opened()
            let asked = try #require(try await store.payment(payment)).items
            let attempt = PaymentAttempt(
                payment: payment, key: "a", amount: .dollars("88.99"), shipping: "express",
                items: [
                    Payment.Item(label: "Halibut", amount: .dollars("59.00")),
                    Payment.Item(label: "UPS Next Day", amount: .dollars("29.99")),
                ], contact: PayContact(name: "Ana"), token: ["paymentData": ["data": "sealed"]], at: tenOClock)
            #expect(try await store.begin(attempt) == .begun)
            let begun = try #require(try await store.payment(payment))
            #expect(begun.amount == .dollars("88.99") && begun.items == attempt.items && begun.items != asked)
            try await store.end("a", .declined(problem: "declined"), at: tenOClock)
            #expect(try await store.begin(.sample(payment, "b")) == .begun)
            #expect(try await store.payment(payment)?.items == attempt.items, "an attempt without lines leaves them")
        }
    }

    @Test(arguments: Kind.allCases) func `of many attempts at once one begins`(kind: Kind) async throws {
        try await kind.run { store in
            let payment = try await store.opened()
            let begun = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<20 {
                    group.addTask { try await store.begin(.sample(payment, "key \(number)")) == .begun }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(begun == 1)
        }
    }

    @Test(arguments: Kind.allCases) func `another message of the conversation is held up until the flow has been told`(
        kind: Kind
    ) async throws {
        try await kind.run { store in
            let first = try await store.opened()
            let second = try await store.opened("q-2")
            let ben = try await store.opened("q-3", in: .ben)
            #expect(try await store.begin(.sample(first, "a")) == .begun)
            #expect(try await store.begin(.sample(second, "b")) == .busy)
            #expect(try await store.begin(.sample(ben, "c")) == .begun)
            try await store.end("a", .paid(reference: nil), at: tenOClock)
            #expect(try await store.begin(.sample(second, "b")) == .busy)
            try await store.settle(first, as: nil, isUnclaimed: false, at: tenOClock)
            #expect(try await store.begin(.sample(second, "b")) == .begun)
        }
    }

    @Test(arguments: Kind.allCases) func `after a refused card another one may come, until the flow has been told`(
        kind: Kind
    ) async throws {
        try await kind.run { store in
            let payment = try await store.opened()
            #expect(try await store.begin(.sample(payment, "a")) == .begun)
            try await store.end("a", .declined(problem: "funds"), at: tenOClock)
            #expect(try await store.payment(payment)?.problem == "funds")
            #expect(try await store.begin(.sample(payment, "b")) == .begun)
            #expect(try await store.begin(.sample(payment, "a")) == .ended(.declined(problem: "funds")))
            try await store.end("b", .declined(problem: "stolen"), at: tenOClock)
            try await store.settle(payment, as: nil, isUnclaimed: false, at: tenOClock)
            #expect(try await store.begin(.sample(payment, "c")) == .over)
        }
    }

    @Test(arguments: Kind.allCases) func `what is paid after the end is unclaimed, and new once`(
        kind: Kind
    ) async throws {
        try await kind.run { store in
            let payment = try await store.opened()
            #expect(try await store.begin(.sample(payment, "a")) == .begun)
            try await store.end("a", .declined(problem: "funds"), at: tenOClock)
            try await store.settle(payment, as: nil, isUnclaimed: false, at: tenOClock)
            for (reference, isNew) in [("r-1", true), ("r-1", false), ("r-2", true)] {
                let isMarked = try await store.markUnclaimed(
                    payment, reference: reference, "paid as \(reference)", at: tenOClock)
                #expect(isMarked == isNew)
            }
            let found = try #require(try await store.payment(payment))
            #expect(found.state == .declined && found.isUnclaimed && found.reference == "r-1")
            let details = try await store.trail(of: payment).filter { $0.kind == .unclaimed }.map(\.detail)
            #expect(details == ["paid as r-1", "paid as r-2"])
            #expect(try await !store.markUnclaimed(PaymentID(99), reference: "r", "paid as r", at: tenOClock))
        }
    }

    @Test(arguments: Kind.allCases) func `what has not come to its end is found again, with all that is needed`(
        kind: Kind
    ) async throws {
        try await kind.run { store in
            let opened = try await store.opened()
            let processing = try await store.opened("q-2", in: .ben)
            let paid = try await store.opened("q-3", in: .cleo)
            #expect(try await store.begin(.sample(processing, "a")) == .begun)
            #expect(try await store.begin(.sample(paid, "b")) == .begun)
            try await store.end("b", .paid(reference: "r"), at: tenOClock)
            var found = try await store.unsettledPayments(after: nil, limit: 9)
            #expect(found.map(\.payment.id) == [processing, paid] && !found.map(\.payment.id).contains(opened))
            #expect(found.map(\.outcome) == [nil, .paid(reference: "r")])
            var expected = PaymentAttempt.sample(processing, "a")
            #expect(found.first?.attempt == expected)
            expected = .sample(paid, "b")
            #expect(found.last?.attempt == expected)
            #expect(try await store.unsettledPayments(after: processing, limit: 9).map(\.payment.id) == [paid])
            try await store.settle(paid, as: nil, isUnclaimed: true, at: tenOClock)
            found = try await store.unsettledPayments(after: nil, limit: 9)
            #expect(found.map(\.payment.id) == [processing])
            #expect(try await store.payment(paid)?.isUnclaimed == true)
            #expect(try await store.trail(of: paid).last?.kind == .unclaimed)
        }
    }

    @Test(arguments: Kind.allCases) func `what nobody has paid is over some day, and opens again when it is sent anew`(
        kind: Kind
    ) async throws {
        try await kind.run { store in
            let payment = try await store.opened()
            let busy = try await store.opened("q-2", in: .ben)
            #expect(try await store.begin(.sample(busy, "a")) == .begun)
            let late = tenOClock + .hours(1)
            #expect(try await store.expirePayments(before: tenOClock, at: late, limit: 9) == 0)
            #expect(try await store.expirePayments(before: late, at: late, limit: 9) == 1)
            #expect(try await store.payment(payment)?.state == .expired)
            #expect(try await store.payment(busy)?.state == .processing)
            try await store.open(
                .sample(until: late + .minutes(5)), under: "again", PaymentEntry(.opened, at: late))
            #expect(try await store.payment(payment)?.state == .opened)
            #expect(try await store.payment(payment)?.expiresAt == late + .minutes(5))
        }
    }

    @Test(arguments: Kind.allCases) func `operators find payments, the newest first`(kind: Kind) async throws {
        try await kind.run { store in
            let first = try await store.opened()
            let second = try await store.opened("q-2", in: .ben)
            #expect(try await store.begin(.sample(second, "a")) == .begun)
            try await store.end("a", .paid(reference: "r-7"), at: tenOClock)
            try await store.settle(first, as: .cancelled, isUnclaimed: false, at: tenOClock)
            func found(_ filter: PaymentFilter) async throws -> [PaymentID] {
                try await store.payments(filter, skipping: 0, limit: 9).map(\.id)
            }
            #expect(try await found(PaymentFilter()) == [second, first])
            #expect(try await found(PaymentFilter(state: .cancelled)) == [first])
            #expect(try await found(PaymentFilter(customer: "be")) == [second])
            #expect(try await found(PaymentFilter(reference: "r-7")) == [second])
            #expect(try await found(PaymentFilter(isUnclaimed: true)) == [])
            #expect(try await store.payments(PaymentFilter(), skipping: 1, limit: 1).map(\.id) == [first])
            #expect(try await store.trail(of: first).map(\.kind) == [.opened, .cancelled, .told])
        }
    }
}

extension ConversationKey {
    fileprivate static let cleo = ConversationKey(channel: "apple", customer: "cleo", business: "shop")
}

extension Money {
    fileprivate static func dollars(_ amount: String) -> Money {
        Money(Decimal(plain: amount) ?? 0, Currency("USD") ?? Currency("EUR")!)
    }
}

extension NewPayment {
    static func sample(
        _ question: String = "q-1", in conversation: ConversationKey = .ana, until end: Moment = tenOClock + .minutes(5)
    ) -> NewPayment {
        NewPayment(
            conversation: conversation, question: question, merchant: "fish", amount: .dollars("63.99"),
            items: [
                Payment.Item(label: "Halibut", amount: .dollars("59.00")),
                Payment.Item(label: "UPS Ground", amount: .dollars("4.99")),
            ], at: tenOClock, expiresAt: end)
    }
}

extension PaymentAttempt {
    static func sample(_ payment: PaymentID, _ key: String) -> PaymentAttempt {
        PaymentAttempt(
            payment: payment, key: key, amount: .dollars("63.99"), shipping: "ground",
            contact: PayContact(name: "Ana", email: "ana@example.com", address: PlaceValue(city: "Cupertino")),
            token: ["paymentData": ["data": "sealed"]], at: tenOClock, cause: "m-1")
    }
}

extension PaymentStore {
    func opened(_ question: String = "q-1", in conversation: ConversationKey = .ana) async throws -> PaymentID {
        try await open(
            .sample(question, in: conversation), under: "\(question)-key", PaymentEntry(.opened, at: tenOClock))
        return try #require(try await payment(of: question, in: conversation)).id
    }
}
