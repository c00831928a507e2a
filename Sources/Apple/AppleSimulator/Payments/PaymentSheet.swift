import Foundation
import JSON

/// A payment sheet as it stands on a device.
public struct PaymentSheet: Sendable {
    /// The identifier of the request that it belongs to.
    public let request: String
    public let payment: Payment
    public internal(set) var lines: [PaymentLine]
    public internal(set) var total: PaymentLine
    public internal(set) var methods: [ShippingMethod]
    /// The identifier of the chosen way of shipping; the first at the beginning.
    public internal(set) var method: String?
    public internal(set) var contact: PaymentContact
    /// `nil` when the wallet has none that the business takes.
    public internal(set) var card: PaymentCard?
    /// What the business found wrong last.
    public internal(set) var errors: [PaymentError] = []
    /// Why the last change did not come through, or the last payment; the sheet shows what it showed before.
    public internal(set) var problem: String?
    /// Whether a payment was refused since it was opened.
    public internal(set) var wasRefused = false

    /// The bubble that it came from.
    let bubble: Device.OpenBubble
    /// Counts what the customer has done, so that an answer that comes too late is known.
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

    /// The way of shipping that is chosen.
    public var shipping: ShippingMethod? { methods.first { $0.identifier == method } }
}

/// What a customer changes on an open sheet.
public enum SheetChange: Sendable, Hashable {
    /// `5 Rue Basse, 75001 Paris, FR`.
    case address(String)
    /// A way of shipping, by its identifier or label.
    case shipping(String)
    /// A card, by its name, as the sheet shows it, or by its kind.
    case card(String)
}

extension PaymentSheet {
    /// The sheet with what the customer has chosen, before the business has been asked. What was wrong with an address stays
    /// wrong until there is another.
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
        throw .invalid("shipping: there is no way of shipping `\(words)`; there are \(known.isEmpty ? "none" : known)")
    }

    /// Takes over what the business has answered.
    mutating func take(_ update: PaymentUpdate) {
        lines = update.lines ?? lines
        total = update.total ?? total
        errors += update.errors.filter { !errors.contains($0) }
        guard let methods = update.methods else { return }
        self.methods = methods
        if shipping == nil { method = methods.first?.identifier }
    }

    /// What has to be put right before the customer can pay; `nil` when nothing has.
    var obstacle: String? {
        if card == nil { return "the wallet has no card that the business takes" }
        guard let error = errors.first(where: \.blocks) else { return nil }
        return "the sheet shows: \(error.message.isEmpty ? error.code : error.message)"
    }
}
