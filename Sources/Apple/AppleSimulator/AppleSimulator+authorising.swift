import JSON

/// The end of a payment sheet.
extension AppleSimulator {
    /// The outcome of a customer's payment.
    public struct PaymentOutcome: Sendable {
        public let isPaid: Bool
        /// The status in the business's response, such as `STATUS_SUCCESS`; `nil` when there was none.
        public let status: String?
        /// The errors that the business found; the sheet stays open and shows them.
        public let errors: [PaymentError]
        /// Why there was no valid response.
        public let failure: String?
        /// The outcome of the message that then notifies the business; `nil` while the sheet is open.
        public let webhook: WebhookOutcome?
    }

    /// The customer authorises the payment with their face or finger.
    ///
    /// If it succeeds, the sheet closes, a message notifies the business, and the order is reported to its order
    /// tracking endpoint, if there is one. If it fails, the sheet stays open, and the customer can pay again.
    ///
    /// Throws `SimulatorRefusal` when no sheet is open, something on it has to be corrected first, or the session has
    /// expired.
    @discardableResult
    public func pay(from id: DeviceID) async throws -> PaymentOutcome {
        let device = try world.device(id)
        let sheet = try device.beginPaying { sheet throws(SimulatorRefusal) in
            try checkLife(of: sheet.payment)
            if let obstacle = sheet.obstacle { throw .conflict(obstacle) }
        }
        let verdict: Verdict
        do {
            verdict = Verdict(on: try await authorise(sheet, on: device))
        } catch {
            device.stopPaying(sheet, errors: [], problem: "\(error)")
            throw error
        }
        guard verdict.isSuccess else {
            device.stopPaying(sheet, errors: verdict.errors, problem: verdict.words)
            return PaymentOutcome(
                isPaid: false, status: verdict.status, errors: verdict.errors, failure: verdict.failure, webhook: nil)
        }
        let webhook = try await finish(sheet, on: device)
        return PaymentOutcome(isPaid: true, status: verdict.status, errors: [], failure: nil, webhook: webhook)
    }

    /// The customer closes the sheet without paying. Returns the outcome of the message that notifies the business;
    /// `nil` when the device sends none.
    @discardableResult
    public func closeSheet(from id: DeviceID) async throws -> WebhookOutcome? {
        let device = try world.device(id)
        let sheet = try device.closeSheet()
        guard device.description.wire.paying.closing == .told else { return nil }
        return try await tell(
            sheet.wasRefused ? ("failed", "STATUS_FAILURE") : ("cancelled", "STATUS_CANCELLED"), sheet, on: device)
    }

    private func authorise(_ sheet: PaymentSheet, on device: Device) async throws -> PaymentCall {
        let habits = device.description.wire.paying
        var told = sheet.parties(habits)
        if let card = sheet.card { told["paymentToken"] = PaymentToken().json(card, habits) }
        return try await callers.call(
            .paymentGateway, at: sheet.payment.endpoints.paymentGateway, sheet.body(told), from: device)
    }

    private func finish(_ sheet: PaymentSheet, on device: Device) async throws -> WebhookOutcome {
        device.endPaying(sheet)
        async let tracking: Void = track(sheet, on: device)
        let webhook = try await tell(("paid", "STATUS_SUCCESS"), sheet, on: device)
        try await tracking
        return webhook
    }

    private func track(_ sheet: PaymentSheet, on device: Device) async throws {
        guard let address = sheet.payment.endpoints.orderTracking else { return }
        let told = sheet.summary(device.description.wire.paying)
        _ = try await callers.call(.orderTracking, at: address, sheet.body(told), from: device)
    }

    private func tell(
        _ status: (word: String, code: String), _ sheet: PaymentSheet, on device: Device
    ) async throws -> WebhookOutcome {
        let value = sheet.reply(status, device.description.wire.paying)
        let data = sheet.bubble.message.reply(value, title: nil, session: sheet.bubble.session)
        return try await send(
            try await reply(data, from: device), as: .payment(request: sheet.request, status: status.word), from: device
        )
    }
}

/// The business's response to a payment. (Interactive Message Types, "Processing Payment Requests".)
private struct Verdict {
    var status: String?
    var errors: [PaymentError] = []
    var failure: String?

    init(on call: PaymentCall) {
        do throws(ValidationError) {
            let fields = try Fields(try call.answer(), known: ["status", "errors"])
            errors = try fields.optionalList("errors") { value throws(ValidationError) in
                try PaymentError(checking: value)
            }
            status = try fields.text("status")
        } catch {
            failure = error.description
        }
    }

    var isSuccess: Bool { status?.uppercased() == "STATUS_SUCCESS" }

    /// The text on the sheet after a failure.
    var words: String { "the payment was not completed: \(failure ?? status ?? "")" }
}
