public import Channels

/// Tells who may see the files of a conversation, and where what they send belongs.
public protocol ContentPlaces: Sendable {
    /// The conversation of the flow that hears what this customer sends in a conversation of the chat; `nil` when they do
    /// not take part in it.
    func place(of customer: String, in conversation: String) async throws -> ConversationKey?

    func isMember(_ customer: String, of conversation: String) async throws -> Bool
}
