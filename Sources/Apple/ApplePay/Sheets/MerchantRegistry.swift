import CurlClient
public import FlowModel
import Synchronization

/// The registry of a bot's merchants by name, with the actions that take their money; replaced together with the bot.
public final class MerchantRegistry: Sendable {
    private struct State {
        var merchants: [String: Merchant]
        var actions: [String: Action]

        init(_ bot: Bot) {
            merchants = Dictionary(bot.merchants.map { ($0.name, $0) }) { first, _ in first }
            actions = Dictionary(bot.actions.map { ($0.name, $0) }) { first, _ in first }
        }
    }

    private let state: Mutex<State>
    private let file: @Sendable (KeptSecret) -> String?

    /// - Parameter file: returns the path of a file that a merchant names; `nil` when it is not set.
    public init(of bot: Bot, file: @escaping @Sendable (KeptSecret) -> String?) {
        state = Mutex(State(bot))
        self.file = file
    }

    public func use(_ bot: Bot) { state.withLock { $0 = State(bot) } }

    public subscript(name: String) -> Merchant? { state.withLock { $0.merchants[name] } }

    /// Returns the action that takes the money of a merchant; `nil` when there is none.
    public func processor(of merchant: String) -> Action? {
        state.withLock { state in state.merchants[merchant]?.processor.flatMap { state.actions[$0] } }
    }

    /// Returns the certificate that authenticates a merchant to Apple; `nil` when certificate or key are not set.
    func certificate(of merchant: Merchant) -> HTTPRequest.ClientCertificate? {
        guard let certificate = merchant.certificate.flatMap(file), let key = merchant.key.flatMap(file) else {
            return nil
        }
        return HTTPRequest.ClientCertificate(certificateFile: certificate, keyFile: key)
    }
}
