public import Channels
public import Expressions

/// What is known of a customer beyond sessions, dead letters and files.
public struct CustomerTraces: Sendable, Hashable {
    /// What outlives conversations, by conversation.
    public var known: [Known]
    public var signIns: [SignIn]
    public var tokens: [Token]

    public struct Known: Sendable, Hashable {
        public var conversation: ConversationKey
        public var customer: KnownCustomer

        public init(_ customer: KnownCustomer, in conversation: ConversationKey) {
            self.conversation = conversation
            self.customer = customer
        }
    }

    /// A sign-in that was started and is still remembered.
    public struct SignIn: Sendable, Hashable {
        public var conversation: ConversationKey
        public var question: String
        public var expiresAt: Moment

        public init(question: String, in conversation: ConversationKey, expiresAt: Moment) {
            self.conversation = conversation
            self.question = question
            self.expiresAt = expiresAt
        }
    }

    /// Records that tokens of a provider exist; the tokens themselves cannot be read.
    public struct Token: Sendable, Hashable {
        public var conversation: ConversationKey
        public var provider: String

        public init(of provider: String, in conversation: ConversationKey) {
            self.conversation = conversation
            self.provider = provider
        }
    }

    /// Adds what is known under another customer id.
    public mutating func add(_ others: CustomerTraces) {
        known += others.known
        signIns += others.signIns
        tokens += others.tokens
    }

    public init(known: [Known], signIns: [SignIn] = [], tokens: [Token] = []) {
        self.known = known
        self.signIns = signIns
        self.tokens = tokens
    }
}
