public import ConversationRuntime
public import Expressions

/// The caller: a customer with a session.
public struct ChatCaller: Sendable {
    public var customer: ChatCustomer
    /// When the session expires.
    public var expires: Moment
    /// The embedding site's ids of the users with whom the caller may begin conversations.
    var with: [String]

    public var id: String { customer.id }
}

/// A session that begins or continues.
public struct ChatSession: Sendable {
    public var caller: ChatCaller
    /// The token that the browser sends from now on.
    public var token: String
}

/// The details that a client sends about its user when a session begins.
public struct SessionRequest: Sendable {
    /// The user's identity, signed by the embedding site.
    public var signature: String?
    public var name: String?
    /// Language and region, such as `de-DE`.
    public var language: String?

    public init(signature: String? = nil, name: String? = nil, language: String? = nil) {
        self.signature = signature
        self.name = name
        self.language = language
    }
}
