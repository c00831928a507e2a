public import Expressions

/// Somebody who takes part in the web chat, in a browser.
public struct ChatCustomer: Sendable, Hashable {
    public enum Role: String, Sendable {
        case customer
        /// Somebody who works for the business: what they write is not for the bot.
        case person
    }

    /// The id under which the bot is a participant. No customer is called so.
    public static let bot = "bot"

    /// Opaque, and hard to guess.
    public var id: String
    /// What the site calls them on which they have signed in; `nil` while they are anonymous.
    public var subject: String?
    public var name: String?
    /// Language and region, such as `de-DE`.
    public var language: String?
    public var role: Role
    /// Sessions of an earlier generation are over.
    public var generation: Int
    /// When they were here last.
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
