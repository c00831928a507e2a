public import JSON
public import MessageModel

/// Opens pay sheets for a channel that is about to request a payment.
public protocol PaymentOpener: Sendable {
    /// Opens a sheet for a device with Apple Pay. Each send attempt requests its own merchant session.
    func openSheet(
        _ asked: AskedPay, question: String, in conversation: ConversationKey
    ) async throws(DeliveryFailure) -> OpenedSheet

    /// Returns, for every other device, the address of a page on which the customer pays or learns where to pay.
    func openLink(
        _ asked: AskedPay, question: String, in conversation: ConversationKey
    ) async throws(DeliveryFailure) -> String
}

/// The part of a message that lets a device pay.
public struct OpenedSheet: Sendable, Hashable {
    /// Apple's merchant session, passed through unread and unchanged.
    public var session: JSONValue
    public var merchant: SheetMerchant
    public var endpoints: SheetEndpoints

    public init(session: JSONValue, merchant: SheetMerchant, endpoints: SheetEndpoints) {
        self.session = session
        self.merchant = merchant
        self.endpoints = endpoints
    }
}

/// The merchant as a pay sheet describes it (Interactive Message Types, ApplePayItem Dictionary).
public struct SheetMerchant: Sendable, Hashable {
    /// The identifier registered with Apple, such as `merchant.example.shop`.
    public var identifier: String
    /// The ISO 3166 country code, two letters.
    public var country: String
    public var networks: [String]
    public var capabilities: [String]

    public init(identifier: String, country: String, networks: [String], capabilities: [String]) {
        self.identifier = identifier
        self.country = country
        self.networks = networks
        self.capabilities = capabilities
    }
}

/// The addresses that Apple calls while a sheet is open (Interactive Message Types, ApplePayEndpoints Dictionary).
public struct SheetEndpoints: Sendable, Hashable {
    /// The common prefix of all addresses, without a trailing slash; it cannot be guessed.
    public let base: String

    public init(base: String) { self.base = base }

    /// Also the context of the merchant session, character for character.
    public var paymentGateway: String { "\(base)/payment-gateway" }
    public var paymentMethod: String { "\(base)/payment-method" }
    public var shippingContact: String { "\(base)/shipping-contact" }
    public var shippingMethod: String { "\(base)/shipping-method" }
    public var orderTracking: String { "\(base)/order-tracking" }
    public var fallback: String { "\(base)/fallback" }
}
