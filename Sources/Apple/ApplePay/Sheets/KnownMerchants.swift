import CurlClient
public import FlowModel
import Synchronization

/// The merchants of a bot by their names, with the actions that take their money; exchanged with the bot.
public final class KnownMerchants: Sendable {
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

    /// - Parameter file: where something lies that a merchant names; `nil` when that is not set.
    public init(of bot: Bot, file: @escaping @Sendable (KeptSecret) -> String?) {
        state = Mutex(State(bot))
        self.file = file
    }

    public func use(_ bot: Bot) { state.withLock { $0 = State(bot) } }

    public subscript(name: String) -> Merchant? { state.withLock { $0.merchants[name] } }

    /// The action that takes the money of a merchant; `nil` when there is none.
    public func processor(of merchant: String) -> Action? {
        state.withLock { state in state.merchants[merchant]?.processor.flatMap { state.actions[$0] } }
    }

    /// By which Apple knows a merchant; `nil` when certificate or key are not set.
    func certificate(of merchant: Merchant) -> HTTPRequest.ClientCertificate? {
        guard let certificate = merchant.certificate.flatMap(file), let key = merchant.key.flatMap(file) else {
            return nil
        }
        return HTTPRequest.ClientCertificate(certificateFile: certificate, keyFile: key)
    }
}
