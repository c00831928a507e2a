public import CurlClient
public import FlowModel

/// A request to Apple for a merchant session (Apple Pay on the Web, Requesting an Apple Pay Payment Session).
public struct SessionRequest: Sendable {
    /// The identifier as registered with Apple: `merchant.example.shop`.
    public var identifier: String
    /// The display name, at most 64 characters.
    public var displayName: String
    /// The domain registered for the merchant, where Apple requires one.
    public var domain: String?
    /// The address of this server's payment gateway, exactly as in the message.
    public var paymentGateway: String
    /// The base address of Apple's gateway.
    public var gateway: String
    /// The certificate that authenticates the merchant to Apple; `nil` only where none is required, as in `usher dev`.
    public var certificate: HTTPRequest.ClientCertificate?

    /// - Parameter business: the display name if the merchant has none of its own.
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
