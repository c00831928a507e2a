import Channels
import ConversationRuntime
import Expressions

/// The payment store, accessed one operation at a time together with the sessions.
struct Books: PaymentStore {
    let store: any PaymentStore
    let turns: OrderlyStore

    private func read<Result: Sendable>(_ question: (any PaymentStore) async throws -> Result) async throws -> Result {
        try await turns.read { _ in try await question(store) }
    }

    private func write<Result: Sendable>(_ question: (any PaymentStore) async throws -> Result) async throws -> Result {
        try await turns.write { _ in try await question(store) }
    }

    func open(_ payment: NewPayment, under key: String, _ entry: PaymentEntry) async throws {
        try await write { try await $0.open(payment, under: key, entry) }
    }

    func sheet(under key: String) async throws -> KnownSheet? { try await read { try await $0.sheet(under: key) } }

    func tell(_ total: Money, under key: String) async throws {
        try await write { try await $0.tell(total, under: key) }
    }

    func payment(of question: String, in conversation: ConversationKey) async throws -> Payment? {
        try await read { try await $0.payment(of: question, in: conversation) }
    }

    func note(_ entry: PaymentEntry, of payment: PaymentID) async throws {
        try await write { try await $0.note(entry, of: payment) }
    }

    func begin(_ attempt: PaymentAttempt) async throws -> BegunAttempt {
        try await write { try await $0.begin(attempt) }
    }

    func end(_ key: String, _ outcome: PaymentAttempt.Outcome, at moment: Moment) async throws {
        try await write { try await $0.end(key, outcome, at: moment) }
    }

    func outcome(of key: String) async throws -> PaymentAttempt.Outcome? {
        try await read { try await $0.outcome(of: key) }
    }

    func settle(_ payment: PaymentID, as state: Payment.State?, isUnclaimed: Bool, at moment: Moment) async throws {
        try await write { try await $0.settle(payment, as: state, isUnclaimed: isUnclaimed, at: moment) }
    }

    func markUnclaimed(
        _ payment: PaymentID, reference: String?, _ detail: String, at moment: Moment
    ) async throws -> Bool {
        try await write { try await $0.markUnclaimed(payment, reference: reference, detail, at: moment) }
    }

    func unsettledPayments(after payment: PaymentID?, limit: Int) async throws -> [UnsettledPayment] {
        try await read { try await $0.unsettledPayments(after: payment, limit: limit) }
    }

    func expirePayments(before moment: Moment, at now: Moment, limit: Int) async throws -> Int {
        try await write { try await $0.expirePayments(before: moment, at: now, limit: limit) }
    }

    func payments(_ filter: PaymentFilter, skipping: Int, limit: Int) async throws -> [Payment] {
        try await read { try await $0.payments(filter, skipping: skipping, limit: limit) }
    }

    func payment(_ id: PaymentID) async throws -> Payment? { try await read { try await $0.payment(id) } }

    func trail(of payment: PaymentID) async throws -> [PaymentEntry] {
        try await read { try await $0.trail(of: payment) }
    }
}
