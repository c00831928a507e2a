import CurlClient
public import FlowModel

/// The registry of a bot's merchants by name, with the actions that take their money.
public struct MerchantRegistry: Sendable {
    private let merchants: [String: Merchant]
    private let actions: [String: Action]
    private let file: @Sendable (KeptSecret) -> String?

    /// - Parameter file: returns the path of a file that a merchant names; `nil` when it is not set.
    public init(of bot: Bot, file: @escaping @Sendable (KeptSecret) -> String?) {
        merchants = Dictionary(bot.merchants.map { ($0.name, $0) }) { first, _ in first }
        actions = Dictionary(bot.actions.map { ($0.name, $0) }) { first, _ in first }
        self.file = file
    }

    public subscript(name: String) -> Merchant? { merchants[name] }

    /// Returns the action that takes the money of a merchant; `nil` when there is none.
    public func processor(of merchant: String) -> Action? { merchants[merchant]?.processor.flatMap { actions[$0] } }

    /// Returns the certificate that authenticates a merchant to Apple; `nil` when certificate or key are not set.
    func certificate(of merchant: Merchant) -> HTTPRequest.ClientCertificate? {
        guard let certificate = merchant.certificate.flatMap(file), let key = merchant.key.flatMap(file) else {
            return nil
        }
        return HTTPRequest.ClientCertificate(certificateFile: certificate, keyFile: key)
    }
}
