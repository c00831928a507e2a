import Foundation
import JSON

/// A payment sheet on a device.
public struct PaymentSheet: Sendable {
    /// The identifier of the request to which it belongs.
    public let request: String
    public let payment: Payment
    public internal(set) var lines: [PaymentLine]
    public internal(set) var total: PaymentLine
    public internal(set) var methods: [ShippingMethod]
    /// The identifier of the chosen shipping method; initially the first.
    public internal(set) var method: String?
    public internal(set) var contact: PaymentContact
    /// The chosen card; `nil` when the wallet has none that the business accepts.
    public internal(set) var card: PaymentCard?
    /// The errors in the business's last response.
    public internal(set) var errors: [PaymentError] = []
    /// Why the last change or payment failed; the sheet shows its previous state.
    public internal(set) var problem: String?
    /// Whether a payment was refused since it was opened.
    public internal(set) var wasRefused = false

    /// The bubble from which it was opened.
    let bubble: Device.OpenBubble
    /// Counts the customer's actions, so that a late response can be recognised.
    var revision = 0
    var isPaying = false

    init(_ bubble: Device.OpenBubble, _ payment: Payment, for contact: PaymentContact) {
        self.bubble = bubble
        self.payment = payment
        self.contact = contact
        request = bubble.message.requestIdentifier
        lines = payment.request.lines
        total = payment.request.total
        methods = payment.request.shippingMethods
        method = methods.first?.identifier
        card = payment.request.cards.first
    }

    /// The chosen shipping method.
    public var shipping: ShippingMethod? { methods.first { $0.identifier == method } }
}

/// A change that a customer makes on an open sheet.
public enum SheetChange: Sendable, Hashable {
    /// An address, such as `5 Rue Basse, 75001 Paris, FR`.
    case address(String)
    /// A shipping method, by its identifier or label.
    case shipping(String)
    /// A card, by its name, as the sheet shows it, or by its kind.
    case card(String)
}

extension PaymentSheet {
    /// Returns the sheet with the customer's choice, before the business has responded. Errors in an address remain
    /// until it is replaced.
    func choosing(_ change: SheetChange) throws(SimulatorRefusal) -> PaymentSheet {
        var sheet = self
        sheet.revision += 1
        sheet.problem = nil
        sheet.errors = errors.filter(\.blocks)
        switch change {
        case .address(let line):
            sheet.contact = try contact.moved(to: line)
            sheet.errors = []
        case .shipping(let words): sheet.method = try shipping(words).identifier
        case .card(let words): sheet.card = try payment.request.card(words)
        }
        return sheet
    }

    private func shipping(_ words: String) throws(SimulatorRefusal) -> ShippingMethod {
        let fitting =
            methods.first { $0.identifier == words || $0.label == words }
            ?? methods.first { $0.label.lowercased() == words.lowercased() }
        if let fitting { return fitting }
        let known = methods.map { "`\($0.identifier)` (\($0.label))" }.joined(separator: ", ")
        throw .invalid(
            "shipping: there is no shipping method `\(words)`; the methods are \(known.isEmpty ? "none" : known)")
    }

    /// Applies the business's response.
    mutating func take(_ update: PaymentUpdate) {
        lines = update.lines ?? lines
        total = update.total ?? total
        errors += update.errors.filter { !errors.contains($0) }
        guard let methods = update.methods else { return }
        self.methods = methods
        if shipping == nil { method = methods.first?.identifier }
    }

    /// The reason why the customer cannot pay yet; `nil` when there is none.
    var obstacle: String? {
        if card == nil { return "the wallet has no card that the business accepts" }
        guard let error = errors.first(where: \.blocks) else { return nil }
        return "the sheet shows: \(error.message.isEmpty ? error.code : error.message)"
    }
}
