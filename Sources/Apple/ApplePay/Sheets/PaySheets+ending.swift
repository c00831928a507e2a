public import Channels
import Concurrency
import ConversationRuntime
import Expressions
import Foundation
public import JSON
import Logging
import MessageModel
import ServerMetrics

/// The outcome of payments for their conversations. A device's report is only a hint; the payment records decide.
extension PaySheets {
    /// Reports the outcome of an attempt to the conversation, unless it was reported before or another card may still
    /// be tried.
    ///
    /// - Throws: errors of the stores; the call should then be retried.
    func conclude(_ unsettled: UnsettledPayment) async throws {
        let payment = unsettled.payment
        try await turns.with(payment.conversation) {
            guard let current = try await store.payment(payment.id), !current.isTold,
                let outcome = unsettled.outcome, current.state == outcome.state,
                // Another card has been declined since: its attempt reports the outcome.
                current.changedAt == payment.changedAt || outcome.state != .declined
            else { return }
            let receipt = try await desk.closeSheet(
                PayReply(outcome, unsettled.attempt, question: payment.question), in: payment.conversation)
            let isUnclaimed = outcome.state == .paid && receipt.isIgnored
            try await store.settle(payment.id, as: nil, isUnclaimed: isUnclaimed, at: clock.now)
            measured.add(to: isUnclaimed ? .unclaimed : MeasuredPayment(outcome))
            if isUnclaimed {
                logger.error(
                    "money was taken for a question that is not open any more",
                    metadata: payment.metadata("usher payments show \(payment.id.number)"))
            } else {
                logger.info("a payment came to its end", metadata: payment.metadata(outcome.state.rawValue))
            }
        }
    }

    /// Handles a device's report that its sheet was closed.
    ///
    /// - Throws: errors of the stores; the report may be repeated.
    public func hear(_ closed: ClosedSheet, in conversation: ConversationKey) async throws {
        guard let question = closed.question,
            let payment = try await store.payment(of: question, in: conversation)
        else { return }
        await note(.closed, payment, closed.ending.rawValue)
        if closed.ending == .paid { return }
        // No other card is tried after that; a payment in progress still decides the outcome.
        till.close(payment.id)
        guard closed.ending != .unknown else { return }
        try await turns.with(conversation) {
            guard let current = try await store.payment(payment.id), !current.isTold,
                current.state == .opened || current.state == .expired
            else { return }
            let receipt = try await desk.closeSheet(
                PayReply(question: question, outcome: .cancelled), in: conversation)
            guard !receipt.isIgnored else { return }
            try await store.settle(payment.id, as: .cancelled, isUnclaimed: false, at: clock.now)
            measured.add(to: .cancelled)
        }
    }

    /// Handles Apple's report of the finished order. The conversation already has the outcome; the amounts that the
    /// device showed are compared.
    public func track(_ body: JSONValue, at id: String) async throws(SheetRefusal) {
        let call = try Self.read { () throws(CallRefusal) in try TrackingCall(body) }
        let payment = try await known(id, call.question).payment
        let shown = Self.sum(of: call.items)
        await note(.tracked, payment, call.items.isEmpty ? nil : Money(shown, payment.amount.currency).text)
        if payment.state != .paid {
            logger.warning("an order is said to be done that is not paid", metadata: payment.metadata())
        } else if !call.items.isEmpty, shown != payment.amount.amount {
            logger.warning("a device showed other sums than were paid", metadata: payment.metadata())
        }
    }

    /// Returns the sum of the items. The last of them may be the total, as it is in PassKit's `paymentSummaryItems`.
    private static func sum(of items: [SheetItem]) -> Decimal {
        let sum = items.reduce(Decimal(0)) { $0 + $1.amount }
        guard items.count > 1, let last = items.last?.amount, last + last == sum else { return sum }
        return last
    }
}

extension PayReply {
    /// Creates the reply that reports the outcome of an attempt to the conversation.
    fileprivate init(_ outcome: PaymentAttempt.Outcome, _ attempt: PaymentAttempt, question: String) {
        switch outcome {
        case .paid(let reference):
            self.init(
                question: question, outcome: .paid, shipping: attempt.shipping, contact: attempt.contact,
                reference: reference)
        case .declined(let problem), .failed(let problem):
            self.init(question: question, outcome: .declined, problem: problem)
        }
    }
}

extension MeasuredPayment {
    fileprivate init(_ outcome: PaymentAttempt.Outcome) {
        switch outcome {
        case .paid: self = .paid
        case .declined: self = .declined
        case .failed: self = .failed
        }
    }
}

extension Receipt {
    var isIgnored: Bool {
        if case .ignored = self { true } else { false }
    }
}
