import ConversationRuntime
import FlowModel
import MessageModel

/// The request with which a customer is sent to the provider (RFC 6749, section 4.1.1; OpenID Connect Core, section
/// 3.1.2.1).
struct AuthorizationRequest: Sendable {
    private let pending: PendingSignIn
    private let name: String
    private let addresses: ProviderAddresses
    private let client: String?

    /// - Parameter provider: provides our client id; `nil` where the device adds that itself.
    init(_ pending: PendingSignIn, name: String, _ addresses: ProviderAddresses, provider: ProviderClient?) {
        self.pending = pending
        self.name = name
        self.addresses = addresses
        client = provider?.provider.client
    }

    /// The parameters beyond the request that Apple's devices write themselves.
    var parameters: String { FormText.text(extra) }

    /// The whole URL, for a browser.
    var address: String {
        let fields =
            [
                ("response_type", "code"), ("client_id", client ?? ""), ("redirect_uri", pending.redirect),
                ("scope", pending.asked.scope.joined(separator: " ")), ("state", name),
            ] + extra
        let separator = addresses.authorize.contains("?") ? "&" : "?"
        return addresses.authorize + separator + FormText.text(fields)
    }

    private var extra: [(name: String, value: String)] {
        var fields = pending.asked.extra.map { ($0.name, $0.text) }
        if addresses.issuer != nil { fields.append(("nonce", pending.nonce)) }
        if let verifier = pending.verifier {
            fields.append(("code_challenge", ProofKey(verifier: verifier).challenge))
            fields.append(("code_challenge_method", "S256"))
        }
        // Our parameters take precedence: an author's extra parameters cannot replace them.
        let reserved = Set(["response_type", "client_id", "redirect_uri", "scope", "state"])
        return fields.filter { !reserved.contains($0.0) }
    }
}
