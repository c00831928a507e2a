public import JSON
public import MessageModel

/// Opens pay sheets for a channel that is about to ask for a payment.
public protocol PaymentOpener: Sendable {
    /// For a device that has Apple Pay. Each attempt to send asks for a session of its own.
    func openSheet(
        _ asked: AskedPay, question: String, in conversation: ConversationKey
    ) async throws(DeliveryFailure) -> OpenedSheet

    /// For every other device: the address of a page on which it is paid, or which says where.
    func openLink(
        _ asked: AskedPay, question: String, in conversation: ConversationKey
    ) async throws(DeliveryFailure) -> String
}

/// What a message carries by which a device pays.
public struct OpenedSheet: Sendable, Hashable {
    /// Apple's merchant session as it came: nothing of it is ours to read or to change.
    public var session: JSONValue
    public var merchant: SheetMerchant
    public var endpoints: SheetEndpoints

    public init(session: JSONValue, merchant: SheetMerchant, endpoints: SheetEndpoints) {
        self.session = session
        self.merchant = merchant
        self.endpoints = endpoints
    }
}

/// What a pay sheet says of the merchant (Interactive Message Types, ApplePayItem Dictionary).
public struct SheetMerchant: Sendable, Hashable {
    /// As registered with Apple: `merchant.example.shop`.
    public var identifier: String
    /// Two letters of ISO 3166.
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
    /// What they all begin with, without a slash at its end; nobody can guess it.
    public let base: String

    public init(base: String) { self.base = base }

    /// Also the context of the merchant session, to the letter.
    public var paymentGateway: String { "\(base)/payment-gateway" }
    public var paymentMethod: String { "\(base)/payment-method" }
    public var shippingContact: String { "\(base)/shipping-contact" }
    public var shippingMethod: String { "\(base)/shipping-method" }
    public var orderTracking: String { "\(base)/order-tracking" }
    public var fallback: String { "\(base)/fallback" }
}
