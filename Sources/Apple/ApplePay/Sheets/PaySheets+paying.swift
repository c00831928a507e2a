import Channels
import Concurrency
import ConversationRuntime
import Expressions
public import JSON
import Logging
import MessageModel

/// Payments that the customer has authorised.
extension PaySheets {
    /// Takes the money, once. The amount is the total of the server's own sheet, and it must match the total that the
    /// device received.
    public func pay(_ body: JSONValue, at id: String, cause: String? = nil) async throws(SheetRefusal) -> PaymentAnswer
    {
        let call = try Self.read { () throws(CallRefusal) in try PaymentCall(body) }
        let deadline = clock.now + Self.longestAnswer
        let known = try await known(id, call.question)
        do {
            return try await pay(call, known, cause, deadline)
        } catch {
            logger.error("could not start a payment", metadata: known.payment.metadata("\(error)"))
            throw .unavailable("\(error)")
        }
    }

    private func pay(
        _ call: PaymentCall, _ known: KnownSheet, _ cause: String?, _ deadline: Moment
    ) async throws -> PaymentAnswer {
        let payment = known.payment
        // No calculation for an expired sheet, unless the money was taken or is being taken: then there is an answer.
        if known.expiresAt + Self.grace <= clock.now, payment.state != .paid, payment.state != .processing {
            return await reject(payment, "the pay sheet has expired")
        }
        let key = PaymentOrder.key(question: payment.question, fingerprint(call.token))
        let beginning = try await turns.with(payment.conversation) { () -> Beginning in
            // The same token again gets the same answer, whatever the state of the conversation.
            if till.isTaking(key) { return .begun }
            if try await store.outcome(of: key) != nil { return .begun }
            return try await begin(call, known, key, cause, deadline)
        }
        if case .refused(let answer) = beginning { return answer }
        switch try await till.outcome(of: key, until: deadline) {
        case .paid: return .success
        case .declined, .failed: return PaymentAnswer(.failure)
        case nil:
            // The payment continues in the background; another attempt in the meantime is refused.
            logger.warning("payment exceeded Apple's timeout", metadata: payment.metadata())
            return PaymentAnswer(.failure)
        }
    }

    /// How an attempt to pay began.
    private enum Beginning {
        /// The money is being taken, or was taken before.
        case begun
        case refused(PaymentAnswer)
    }

    /// Validates the call, records the attempt, and starts taking the money.
    private func begin(
        _ call: PaymentCall, _ known: KnownSheet, _ key: String, _ cause: String?, _ deadline: Moment
    ) async throws -> Beginning {
        let payment = known.payment
        guard known.expiresAt + Self.grace > clock.now else {
            return .refused(await reject(payment, "the pay sheet has expired"))
        }
        guard let open = try await desk.openPay(payment.question, in: payment.conversation, until: deadline) else {
            return .refused(await reject(payment, "its question is no longer open"))
        }
        guard open.sheet.pending == nil else {
            return .refused(await reject(payment, "the total is being recalculated"))
        }
        if let method = call.shippingMethod, !method.agrees(with: open.sheet) {
            return .refused(await reject(payment, "the shipping method is not offered at this price"))
        }
        let sheet = call.shippingMethod.map { open.sheet.changed(by: .shipping($0.identifier)) } ?? open.sheet
        guard sheet.total == known.asked else {
            return .refused(
                await reject(payment, "the total is \(sheet.total.text), but \(known.asked.text) was shown"))
        }
        let errors = open.asked.errors(in: call, SheetWords(language: open.language))
        if !errors.isEmpty {
            await note(.rejected, payment, "the contact is incomplete")
            return .refused(PaymentAnswer(.failure, errors: errors))
        }
        let attempt = PaymentAttempt(
            payment: payment.id, key: key, amount: sheet.total, shipping: sheet.chosen, items: sheet.items,
            contact: call.contact, token: call.token.json, at: clock.now, cause: cause)
        switch try await store.begin(attempt) {
        case .begun:
            till.take(attempt, of: payment)
            return .begun
        case .underWay, .ended: return .begun
        case .over: return .refused(await reject(payment, "it was already paid, or has ended"))
        case .busy: return .refused(await reject(payment, "another payment of the conversation is in progress"))
        }
    }

    private func reject(_ payment: Payment, _ reason: String) async -> PaymentAnswer {
        logger.warning("payment rejected", metadata: payment.metadata(reason))
        await note(.rejected, payment, reason)
        return PaymentAnswer(.failure)
    }
}

extension PaymentOrder {
    static func key(question: String, _ fingerprint: String) -> String { "\(question)-\(fingerprint)" }

    /// Creates the payment processor's order for an attempt; `nil` when required data has been erased.
    init?(_ attempt: PaymentAttempt, of payment: Payment) {
        guard let token = PaymentToken(attempt.token) else { return nil }
        self.init(
            question: payment.question, conversation: payment.conversation, merchant: payment.merchant,
            amount: attempt.amount, token: token, contact: attempt.contact, cause: attempt.cause)
    }
}

extension PaymentCall {
    /// The customer's contact details: the recipient of the goods, or else the payer.
    var contact: PayContact {
        var contact = shippingContact?.payContact ?? PayContact()
        let billing = billingContact?.payContact ?? PayContact()
        contact.name = contact.name ?? billing.name
        contact.phoneticName = contact.phoneticName ?? billing.phoneticName
        contact.email = contact.email ?? billing.email
        contact.phone = contact.phone ?? billing.phone
        contact.address = contact.address ?? billing.address
        return contact
    }
}

extension AskedPay {
    /// Returns the errors that the customer has to correct on the sheet. Names are not checked: some devices send them
    /// empty.
    func errors(in call: PaymentCall, _ words: SheetWords) -> [SheetError] {
        let contact = call.contact
        var errors: [SheetError] = []
        if self.contact.contains(.email), contact.email == nil {
            errors.append(SheetError(.shippingContactInvalid, field: .emailAddress, message: words.email))
        }
        if self.contact.contains(.phone), contact.phone == nil {
            errors.append(SheetError(.shippingContactInvalid, field: .phoneNumber, message: words.phone))
        }
        if self.contact.contains(.post), call.shippingContact?.place == nil {
            errors.append(SheetError(.shippingContactInvalid, field: .postalAddress, message: words.address))
        }
        return errors
    }
}
