public import Channels
public import ConversationRuntime
public import Expressions

/// A payment store in memory, for tests. It gives the guarantees of every payment store except
/// durability: its content is lost when the process ends.
public actor InMemoryPaymentStore: PaymentStore {
    private struct Tried {
        var attempt: PaymentAttempt
        var outcome: PaymentAttempt.Outcome?
    }

    private var payments: [PaymentID: Payment] = [:]
    private var sheets: [String: (payment: PaymentID, asked: Money, expiresAt: Moment)] = [:]
    private var trails: [PaymentID: [PaymentEntry]] = [:]
    /// In the order in which they began.
    private var attempts: [Tried] = []

    public init() {}

    public func open(_ payment: NewPayment, under key: String, _ entry: PaymentEntry) {
        let known = payments.values.first {
            $0.question == payment.question && $0.conversation == payment.conversation
        }
        var opened =
            known
            ?? Payment(
                id: PaymentID(Int64(payments.count + 1)), conversation: payment.conversation,
                question: payment.question, merchant: payment.merchant, amount: payment.amount, items: payment.items,
                openedAt: payment.at, expiresAt: payment.expiresAt)
        opened.expiresAt = payment.expiresAt
        if opened.state == .expired { opened.state = .opened }
        payments[opened.id] = opened
        sheets[key] = (opened.id, payment.amount, payment.expiresAt)
        note(entry, of: opened.id)
    }

    public func sheet(under key: String) -> KnownSheet? {
        sheets[key].flatMap { sheet in
            payments[sheet.payment].map { KnownSheet($0, asked: sheet.asked, expiresAt: sheet.expiresAt) }
        }
    }

    public func tell(_ total: Money, under key: String) { sheets[key]?.asked = total }

    public func payment(of question: String, in conversation: ConversationKey) -> Payment? {
        payments.values.first { $0.question == question && $0.conversation == conversation }
    }

    public func note(_ entry: PaymentEntry, of payment: PaymentID) { trails[payment, default: []].append(entry) }

    public func begin(_ attempt: PaymentAttempt) -> BegunAttempt {
        if let known = attempts.first(where: { $0.attempt.key == attempt.key }) {
            return known.outcome.map { .ended($0) } ?? .underWay
        }
        guard var payment = payments[attempt.payment] else { return .over }
        if payment.isOver { return .over }
        let others = payments.values.filter { $0.conversation == payment.conversation }
        if others.contains(where: \.holdsOthersUp) { return .busy }
        attempts.append(Tried(attempt: attempt))
        payment.state = .processing
        payment.amount = attempt.amount
        if !attempt.items.isEmpty { payment.items = attempt.items }
        payment.problem = nil
        payment.changedAt = attempt.at
        payments[payment.id] = payment
        note(PaymentEntry(.authorised, at: attempt.at, attempt.amount.text), of: payment.id)
        return .begun
    }

    public func end(_ key: String, _ outcome: PaymentAttempt.Outcome, at moment: Moment) {
        guard let index = attempts.firstIndex(where: { $0.attempt.key == key }), attempts[index].outcome == nil else {
            return
        }
        attempts[index].outcome = outcome
        let id = attempts[index].attempt.payment
        payments[id]?.state = outcome.state
        payments[id]?.reference = outcome.reference
        payments[id]?.problem = outcome.problem
        payments[id]?.changedAt = moment
        note(PaymentEntry(outcome, at: moment), of: id)
    }

    public func outcome(of key: String) -> PaymentAttempt.Outcome? {
        attempts.first { $0.attempt.key == key }?.outcome
    }

    public func settle(_ payment: PaymentID, as state: Payment.State?, isUnclaimed: Bool, at moment: Moment) {
        guard payments[payment]?.isTold == false else { return }
        payments[payment]?.isTold = true
        payments[payment]?.isUnclaimed = isUnclaimed
        if let state {
            payments[payment]?.state = state
            payments[payment]?.changedAt = moment
            if let kind = PaymentEntry.Kind(rawValue: state.rawValue) {
                note(PaymentEntry(kind, at: moment), of: payment)
            }
        }
        note(PaymentEntry(isUnclaimed ? .unclaimed : .told, at: moment), of: payment)
    }

    public func markUnclaimed(
        _ payment: PaymentID, reference: String?, _ detail: String, at moment: Moment
    ) -> Bool {
        let entry = PaymentEntry(.unclaimed, at: moment, detail)
        guard var paid = payments[payment],
            !trail(of: payment).contains(where: { $0.kind == entry.kind && $0.detail == detail })
        else { return false }
        paid.isUnclaimed = true
        paid.reference = paid.reference ?? reference
        payments[payment] = paid
        note(entry, of: payment)
        return true
    }

    public func unsettledPayments(after payment: PaymentID?, limit: Int) -> [UnsettledPayment] {
        let unsettled = payments.values.sorted { $0.id < $1.id }.compactMap { payment -> UnsettledPayment? in
            guard !payment.isTold, let last = attempts.last(where: { $0.attempt.payment == payment.id }) else {
                return nil
            }
            return UnsettledPayment(payment, last.attempt, last.outcome)
        }
        return Array(unsettled.filter { $0.payment.id > payment ?? PaymentID(0) }.prefix(limit))
    }

    public func expirePayments(before moment: Moment, at now: Moment, limit: Int) -> Int {
        let over = payments.values.filter { $0.state == .opened && $0.expiresAt < moment }.prefix(limit)
        for payment in over {
            payments[payment.id]?.state = .expired
            payments[payment.id]?.changedAt = now
            note(PaymentEntry(.expired, at: now), of: payment.id)
        }
        return over.count
    }

    public func payments(_ filter: PaymentFilter, skipping: Int, limit: Int) -> [Payment] {
        let fitting = payments.values.filter(filter.takes).sorted { $0.id > $1.id }
        return Array(fitting.dropFirst(skipping).prefix(limit))
    }

    public func payment(_ id: PaymentID) -> Payment? { payments[id] }

    public func trail(of payment: PaymentID) -> [PaymentEntry] { trails[payment] ?? [] }
}

extension Payment {
    /// Whether the payment is closed: it cannot be paid any more.
    fileprivate var isOver: Bool {
        switch state {
        case .paid: true
        case .declined, .cancelled, .failed: isTold
        case .opened, .processing, .expired: false
        }
    }

    /// Whether it blocks every other payment in its conversation.
    fileprivate var holdsOthersUp: Bool { state == .processing || state == .paid && !isTold }
}

extension PaymentFilter {
    fileprivate func takes(_ payment: Payment) -> Bool {
        (state == nil || state == payment.state) && (reference == nil || reference == payment.reference)
            && (question == nil || question == payment.question)
            && (customer.map { payment.conversation.customer.contains($0) } ?? true)
            && (!isUnclaimed || payment.isUnclaimed)
    }
}
