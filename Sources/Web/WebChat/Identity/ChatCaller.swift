public import ConversationRuntime
public import Expressions

/// Who asks: a customer with a session.
public struct ChatCaller: Sendable {
    public var customer: ChatCustomer
    /// When the session is over.
    public var expires: Moment
    /// What the site around the chat calls others with whom they may begin conversations.
    var with: [String]

    public var id: String { customer.id }
}

/// A session that begins or goes on.
public struct ChatSession: Sendable {
    public var caller: ChatCaller
    /// What the browser shows from now on.
    public var token: String
}

/// What somebody says of themselves when their session begins.
public struct SessionRequest: Sendable {
    /// Who they are, signed by the site around the chat.
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
