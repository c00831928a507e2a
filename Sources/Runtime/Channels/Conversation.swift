/// Identifies a conversation: one customer, one business, on one channel.
public struct ConversationKey: Sendable, Hashable {
    /// The name of the channel, such as `apple`.
    public var channel: String
    /// The customer's opaque id.
    public var customer: String
    /// The id of the business that the customer wrote to.
    public var business: String

    public init(channel: String, customer: String, business: String) {
        self.channel = channel
        self.customer = customer
        self.business = business
    }
}
