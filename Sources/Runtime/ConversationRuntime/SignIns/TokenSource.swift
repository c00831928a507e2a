public import Channels

/// Provides the access tokens of customers who have signed in.
public protocol TokenSource: Sendable {
    /// A customer's currently valid token at a provider; `nil` when the customer has not signed in there, or no longer
    /// is.
    func token(of provider: String, for conversation: ConversationKey) async -> String?
}

/// For bots without sign-ins: there are no tokens.
public struct NoTokens: TokenSource {
    public init() {}

    public func token(of provider: String, for conversation: ConversationKey) async -> String? { nil }
}
