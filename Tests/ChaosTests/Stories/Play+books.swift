import Channels
import ConversationRuntime
import Expressions
import FlowEngine
import MessageModel

extension Play {
    /// Checks that each charge was made at most once, and that the payment records, the customers and the payment
    /// processor agree.
    func expectBooks(_ all: [Kept]) async throws {
        guard let counter = life?.counter else { return }
        let payments = try await counter.books.payments(PaymentFilter(), skipping: 0, limit: 999)
        expectCharges(payments)
        for payment in payments { expectEnd(payment) }
        for kept in all { expectTold(kept, payments.filter { $0.conversation.customer == kept.customer }) }
    }

    /// Every charge is recorded, and nothing else is recorded as paid.
    private func expectCharges(_ payments: [Payment]) {
        var charged: [String: Int] = [:]
        for (key, done) in outside.now.performed.sorted(by: { $0.key < $1.key }) {
            guard let question = done.call.charged else { continue }
            charged[question, default: 0] += 1
            let payment = payments.first { $0.question == question }
            if payment?.state != .paid || payment?.reference != Shop.reference(of: key) {
                outside.complain("money was taken, and the books say \(payment?.state.rawValue ?? "nothing")")
            }
            if let payment, done.call.inputs["amount"] != .money(payment.amount) {
                outside.complain("another amount was taken than \(payment.amount.text)")
            }
        }
        for (question, times) in charged where times > 1 { outside.complain("\(question) was paid \(times) times") }
        for payment in payments where payment.state == .paid && charged[payment.question] == nil {
            outside.complain("a payment counts as paid, and no money was taken")
        }
    }

    private func expectEnd(_ payment: Payment) {
        switch payment.state {
        case .opened, .processing: outside.complain("a payment is left \(payment.state.rawValue)")
        case .paid, .declined, .failed:
            if !payment.isTold { outside.complain("nobody was told of a payment that is \(payment.state.rawValue)") }
        case .cancelled, .expired: break
        }
    }

    /// The conversation has received the result of each payment at most once, and it agrees with the record.
    private func expectTold(_ kept: Kept, _ payments: [Payment]) {
        var told: [String: PayReply] = [:]
        for event in kept.events {
            guard case .heard(.pay(let reply), _) = event.kind, let question = reply.question else { continue }
            if told.updateValue(reply, forKey: question) != nil {
                outside.complain("\(kept.customer) was told twice of a payment")
            }
        }
        for payment in payments {
            let reply = told.removeValue(forKey: payment.question)
            if !payment.agrees(with: reply) {
                outside.complain(
                    "\(kept.customer) was told \(reply?.outcome.rawValue ?? "nothing"), and the books say "
                        + "\(payment.state.rawValue)\(payment.isUnclaimed ? ", unclaimed" : "")")
            }
        }
        if !told.isEmpty { outside.complain("\(kept.customer) was told of a payment that is in no book") }
        let seen = outside.now.phones[kept.customer]?.paid ?? []
        for question in seen where !payments.contains(where: { $0.question == question && $0.state == .paid }) {
            outside.complain("a sheet of \(kept.customer) said that it was paid")
        }
    }
}

extension Payment {
    /// Whether the record agrees with the reply to the conversation; `nil` when the conversation has received none.
    fileprivate func agrees(with reply: PayReply?) -> Bool {
        switch (reply?.outcome, state) {
        case (.paid, .paid): !isUnclaimed && reply?.reference == reference
        case (.declined, .declined), (.declined, .failed), (.cancelled, .cancelled): true
        // The conversation had continued.
        case (nil, .paid): isUnclaimed
        case (nil, .declined), (nil, .failed), (nil, .expired): true
        default: false
        }
    }
}
