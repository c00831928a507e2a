import CurlClient
public import FlowModel
import Synchronization

/// The merchants of a bot by their names; exchanged with the bot.
public final class KnownMerchants: Sendable {
    private let merchants: Mutex<[String: Merchant]>
    private let file: @Sendable (KeptSecret) -> String?

    /// - Parameter file: where something lies that a merchant names; `nil` when that is not set.
    public init(of bot: Bot, file: @escaping @Sendable (KeptSecret) -> String?) {
        merchants = Mutex(Self.byName(bot))
        self.file = file
    }

    public func use(_ bot: Bot) { merchants.withLock { $0 = Self.byName(bot) } }

    public subscript(name: String) -> Merchant? { merchants.withLock { $0[name] } }

    /// By which Apple knows a merchant; `nil` when certificate or key are not set.
    func certificate(of merchant: Merchant) -> HTTPRequest.ClientCertificate? {
        guard let certificate = merchant.certificate.flatMap(file), let key = merchant.key.flatMap(file) else {
            return nil
        }
        return HTTPRequest.ClientCertificate(certificateFile: certificate, keyFile: key)
    }

    private static func byName(_ bot: Bot) -> [String: Merchant] {
        Dictionary(bot.merchants.map { ($0.name, $0) }) { first, _ in first }
    }
}
