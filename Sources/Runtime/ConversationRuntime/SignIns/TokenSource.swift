public import Channels

/// Gives the access tokens of customers who have signed in.
public protocol TokenSource: Sendable {
    /// The token of a customer at a provider, good for now; `nil` when they have not signed in there, or not any more.
    func token(of provider: String, for conversation: ConversationKey) async -> String?
}

/// Nobody has signed in anywhere.
public struct NoTokens: TokenSource {
    public init() {}

    public func token(of provider: String, for conversation: ConversationKey) async -> String? { nil }
}
