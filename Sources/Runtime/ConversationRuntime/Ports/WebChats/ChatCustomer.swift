public import Expressions

/// A participant of the web chat, in a browser.
public struct ChatCustomer: Sendable, Hashable {
    public enum Role: String, Sendable {
        case customer
        /// An employee of the business: the bot does not receive their messages.
        case person
    }

    /// The bot's id as a participant. No customer has this id.
    public static let bot = "bot"

    /// Opaque, and hard to guess.
    public var id: String
    /// The customer's id at the site they signed in to; `nil` while they are anonymous.
    public var subject: String?
    public var name: String?
    /// Language and region, such as `de-DE`.
    public var language: String?
    public var role: Role
    /// Sessions of earlier generations are invalid.
    public var generation: Int
    /// When the customer was last active.
    public var seenAt: Moment

    public init(
        id: String, subject: String? = nil, name: String? = nil, language: String? = nil, role: Role = .customer,
        generation: Int = 0, seenAt: Moment
    ) {
        self.id = id
        self.subject = subject
        self.name = name
        self.language = language
        self.role = role
        self.generation = generation
        self.seenAt = seenAt
    }
}
