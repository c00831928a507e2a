import WebTokens

/// A Messaging Service Provider: one secret for all the businesses for which it acts.
final class Provider: Sendable {
    let id: String
    let secret: [UInt8]
    /// What signs Apple's tokens, and verifies the provider's.
    let tokens: TokenSecret

    init(id: String, secret: [UInt8]) {
        self.id = id
        self.secret = secret
        tokens = TokenSecret(secret)
    }
}
