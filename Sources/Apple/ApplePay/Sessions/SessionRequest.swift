public import CurlClient
public import FlowModel

/// What Apple is asked for a merchant session (Apple Pay on the Web, Requesting an Apple Pay Payment Session).
public struct SessionRequest: Sendable {
    /// As registered with Apple: `merchant.example.shop`.
    public var identifier: String
    /// At most 64 characters.
    public var displayName: String
    /// The domain that is registered for the merchant, where Apple asks for one.
    public var domain: String?
    /// The address of our payment gateway, as in the message, to the letter.
    public var paymentGateway: String
    /// The base address of Apple's gateway.
    public var gateway: String
    /// By which Apple knows the merchant; `nil` only where nobody asks for it, as in `usher dev`.
    public var certificate: HTTPRequest.ClientCertificate?

    /// - Parameter business: the name where the merchant has none of its own.
    public init(
        _ merchant: Merchant, business: String, paymentGateway: String, certificate: HTTPRequest.ClientCertificate?
    ) {
        identifier = merchant.identifier
        displayName = merchant.displayName ?? business
        domain = merchant.domain
        self.paymentGateway = paymentGateway
        gateway = merchant.gateway
        self.certificate = certificate
    }
}
