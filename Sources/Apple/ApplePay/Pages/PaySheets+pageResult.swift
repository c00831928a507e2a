import Channels
import Concurrency
public import ConversationRuntime
import Expressions
import JSON
import Logging
import MessageModel
import ServerMetrics

/// Payments on a page of the business, where a device has no pay sheet.
extension PaySheets {
    /// Records how a payment on a page has ended, once: a repeated report changes nothing.
    ///
    /// The business has taken the money, or has not: the books note what it reports, and a payment whose question is no
    /// longer open is unclaimed.
    ///
    /// - Returns: the state of the payment.
    public func end(_ result: PageResult, at id: String) async throws(SheetRefusal) -> Payment.State {
        let payment = try await known(id, nil).payment
        return try await end(result, payment)
    }

    /// The same for a payment whose end was found by polling.
    public func end(_ result: PageResult, _ payment: Payment) async throws(SheetRefusal) -> Payment.State {
        let ended: Payment.State?
        do {
            ended = try await conclude(result, payment)
        } catch {
            logger.error("could not record the end of a payment", metadata: payment.metadata("\(error)"))
            throw .unavailable("\(error)")
        }
        guard let ended else { throw .over }
        return ended
    }

    /// Returns the state of the payment; `nil` when it has ended in another way.
    private func conclude(_ result: PageResult, _ payment: Payment) async throws -> Payment.State? {
        guard result.outcome != .cancelled else {
            try await hear(ClosedSheet(question: payment.question, ending: .cancelled), in: payment.conversation)
            let state = try await store.payment(payment.id)?.state
            return state == .cancelled ? state : nil
        }
        let key = PaymentOrder.key(question: payment.question, result.fingerprint)
        let deadline = clock.now + Self.longestAnswer
        let hasBegun = try await turns.with(payment.conversation) { () -> Bool in
            if till.isTaking(key) { return true }
            if try await store.outcome(of: key) != nil { return true }
            let attempt = PaymentAttempt(
                payment: payment.id, key: key, amount: payment.amount, shipping: nil, contact: PayContact(),
                token: result.token, at: clock.now)
            switch try await store.begin(attempt) {
            case .begun:
                till.take(attempt, of: payment)
                // The page of the business decides whether another card is tried, not we.
                if result.outcome == .declined { till.close(payment.id) }
                return true
            case .underWay, .ended: return true
            case .over: return false
            case .busy: throw PageTrouble.busy
            }
        }
        guard hasBegun else {
            guard result.outcome == .paid else { return nil }
            return try await turns.with(payment.conversation) { try await heardLate(result.reference, of: payment.id) }
        }
        return try await till.outcome(of: key, until: deadline)?.state
    }

    /// The business has the money, and the payment has ended. It is known when it ended as paid, also where only one of the
    /// reports has a reference; otherwise the money is unclaimed.
    ///
    /// - Returns: the state of a payment that is known; `nil` of one that is unclaimed.
    private func heardLate(_ reference: String?, of id: PaymentID) async throws -> Payment.State? {
        guard let payment = try await store.payment(id) else { return nil }
        if payment.state == .paid, reference == nil || payment.reference == nil || reference == payment.reference {
            return .paid
        }
        try await markUnclaimed(payment, reference)
        return nil
    }

    private func markUnclaimed(_ payment: Payment, _ reference: String?) async throws {
        let detail = "paid on the page as \(reference ?? "unknown"), after its end"
        guard try await store.markUnclaimed(payment.id, reference: reference, detail, at: clock.now) else { return }
        measured.add(to: .unclaimed)
        logger.error("payment unclaimed, it has ended already", metadata: payment.metadata(reference))
    }

    private enum PageTrouble: Error {
        case busy
    }
}
