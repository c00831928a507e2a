import Channels
import JSON
import MessageModel

/// Opens the payments that messages to one customer ask for.
struct PaymentWriter: Sendable {
    let opener: any PaymentOpener
    let conversation: ConversationKey
}

extension Envelope {
    /// Returns a payment message (Interactive Message Types, Sending an Apple Pay Payment Request). A message that
    /// Apple would refuse fails permanently before a session is requested.
    func payment(_ message: PayMessage) async throws(DeliveryFailure) -> WireMessage {
        let writer = try paying()
        let request = PaymentRequest(message.pay, limits: limits)
        if let complaint = request.complaint { throw .giveUp("invalid payment request: \(complaint)") }
        // Before the session, which expires.
        let images = await images([message.bubble.image])
        let open = try await writer.opener.openSheet(message.pay, question: message.question, in: writer.conversation)
        if let complaint = open.complaint { throw .giveUp("invalid payment request: \(complaint)") }
        let data: JSONObject = [
            "version": "1.0", "requestIdentifier": .string(message.question),
            "payment": [
                "endpoints": open.endpoints.json, "merchantSession": open.session,
                "paymentRequest": request.json(for: open.merchant),
            ],
        ]
        return interactive(data, message.bubble.large, images)
    }

    /// Returns the address of the page on which a customer without Apple Pay pays.
    func paymentPage(_ asked: AskedPay, _ question: String) async throws(DeliveryFailure) -> String {
        let writer = try paying()
        return try await writer.opener.openLink(asked, question: question, in: writer.conversation)
    }

    private func paying() throws(DeliveryFailure) -> PaymentWriter {
        guard let payments else { throw .giveUp("payments are not configured") }
        return payments
    }
}

extension MessageBubble {
    /// A copy with a large bubble, the only size for payments (Interactive Message Types, Style).
    fileprivate var large: MessageBubble {
        var bubble = self
        bubble.size = .large
        return bubble
    }
}

extension SheetEndpoints {
    /// ApplePayEndpoints Dictionary.
    fileprivate var json: JSONValue {
        [
            "paymentGatewayUrl": .string(paymentGateway), "paymentMethodUpdateUrl": .string(paymentMethod),
            "shippingContactUpdateUrl": .string(shippingContact), "shippingMethodUpdateUrl": .string(shippingMethod),
            "orderTrackingUrl": .string(orderTracking), "fallbackUrl": .string(fallback),
        ]
    }
}

extension OpenedSheet {
    /// The reason why Apple would refuse it; `nil` when there is none.
    fileprivate var complaint: String? {
        if session.object?.isEmpty ?? true { return "the merchant session is empty" }
        if merchant.identifier.isEmpty { return "the merchant has no `identifier`" }
        if merchant.country.count != 2 { return "the merchant has no `country`" }
        if merchant.networks.isEmpty { return "the merchant has no `networks`" }
        return merchant.capabilities.contains("supports3DS") ? nil : "the merchant's `capabilities` lack `supports3DS`"
    }
}
