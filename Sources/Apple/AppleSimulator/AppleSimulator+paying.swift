import Channels
import CurlClient
public import Expressions
import Foundation
import JSON

/// Customers' payments.
extension AppleSimulator {
    /// What opens when the customer taps a payment bubble.
    public enum SheetOpening: Sendable {
        case sheet(PaymentSheet)
        /// On a device without Apple Pay: the page of the payment, in the browser.
        case page(url: String, status: Int, text: String)
    }

    /// The lifetime of the merchant sessions that businesses request from now on.
    public var sessionLife: TimeLength {
        get { merchants.life }
        set { merchants.life = newValue }
    }

    /// The customer taps a bubble, and the sheet opens.
    ///
    /// Throws `SimulatorRefusal` when the session has expired, the bubble is paid, or another sheet is open.
    @discardableResult
    public func openSheet(
        on choice: BubbleChoice = .newestUnanswered, from id: DeviceID
    ) async throws -> SheetOpening {
        let device = try world.device(id)
        let bubble = try device.openBubble(choice, Payment.isPayment) { identifiers.uuid() }
        guard let payment = bubble.message.feature as? Payment else {
            throw SimulatorRefusal.invalid("that bubble asks for no payment")
        }
        guard device.description.paysWithApple else { return try await openPage(of: payment) }
        guard !bubble.wasAnswered else { throw SimulatorRefusal.conflict("this is paid already") }
        try checkLife(of: payment)
        let sheet = PaymentSheet(bubble, payment, for: device.description.contact)
        try device.open(sheet)
        if device.description.wire.paying.opening == .asks { try await askAboutPresets(on: device) }
        return .sheet(try device.openSheet())
    }

    /// Returns the open sheet of a device.
    public func sheet(on id: DeviceID) throws(SimulatorRefusal) -> PaymentSheet {
        try world.device(id).openSheet()
    }

    /// The customer changes something, and the sheet shows the business's response.
    ///
    /// The errors that the business found are in `errors` of the sheet; if its response is invalid or late, the change
    /// is undone and `problem` gives the reason.
    @discardableResult
    public func change(_ change: SheetChange, from id: DeviceID) async throws -> PaymentSheet {
        let device = try world.device(id)
        let (before, chosen) = try device.choose(change)
        try await ask(about: change, chosen, before: before, on: device)
        return try device.openSheet()
    }

    private func askAboutPresets(on device: Device) async throws {
        let sheet = try device.openSheet()
        if sheet.payment.request.shipping.contains(.post) {
            try await ask(about: .address(sheet.contact.address), sheet, before: sheet, on: device)
        }
        let next = try device.openSheet()
        if let card = next.card { try await ask(about: .card(card.name), next, before: next, on: device) }
    }

    /// Sends a change to the business and applies its response to the sheet, unless the customer has made another
    /// change since.
    private func ask(
        about change: SheetChange, _ chosen: PaymentSheet, before: PaymentSheet, on device: Device
    ) async throws {
        guard let (endpoint, address) = chosen.payment.endpoints.asked(about: change) else { return }
        let told = chosen.told(change, device.description.wire.paying)
        let call = try await callers.call(endpoint, at: address, chosen.body(told), from: device)
        var next = chosen
        do throws(ValidationError) {
            let context = PayloadContext(limits: settings.limits)
            next.take(try PaymentUpdate(checking: try call.answer(), for: chosen, context))
        } catch {
            next = before
            next.revision = chosen.revision
            next.problem = error.description
        }
        device.update(chosen, with: next)
    }

    func checkLife(of payment: Payment) throws(SimulatorRefusal) {
        guard let expires = payment.expires, expires > clock.now else {
            throw .conflict("the merchant session of that bubble has expired")
        }
    }

    private func openPage(of payment: Payment) async throws -> SheetOpening {
        guard let address = payment.endpoints.fallback else {
            throw SimulatorRefusal.conflict("the device has no Apple Pay, and the bubble names no fallback page")
        }
        var request = HTTPRequest("GET", address)
        request.headers = [HTTPHeader(name: "Accept", value: "text/html")]
        request.redirects = 5
        let response = try await browsing.send(request)
        return .page(url: address, status: response.status, text: String(decoding: response.body, as: UTF8.self))
    }
}

extension PaymentEndpoints {
    /// Returns the endpoint and the address to which a change is reported; `nil` when there is none.
    fileprivate func asked(about change: SheetChange) -> (PaymentCall.Endpoint, String)? {
        switch change {
        case .address: shippingContact.map { (.shippingContact, $0) }
        case .shipping: shippingMethod.map { (.shippingMethod, $0) }
        case .card: paymentMethod.map { (.paymentMethod, $0) }
        }
    }
}
