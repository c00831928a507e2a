public import Channels
public import ConversationRuntime

/// Tells who may see the files of a conversation, and where what they send belongs.
public protocol ContentPlaces: Sendable {
    /// The conversation of the flow that hears what this customer sends in a conversation of the chat; `nil` when they do
    /// not take part in it.
    func place(of customer: String, in conversation: String) async throws -> ConversationKey?

    /// The conversation of the flow to which a conversation of the chat belongs, whoever takes part.
    func place(ofBotIn conversation: String) async throws -> ConversationKey?

    func isMember(_ customer: String, of conversation: String) async throws -> Bool

    /// A message that this customer sees; `nil` where they see none.
    func message(at address: MessageAddress, for customer: String) async throws -> ChatMessage?
}

/// The conversations of the chat as they are kept.
public struct KeptPlaces: ContentPlaces {
    private let store: any WebChatStore

    public init(_ store: any WebChatStore) { self.store = store }

    public func place(of customer: String, in conversation: String) async throws -> ConversationKey? {
        let found = try await store.chatConversation(conversation)
        return found?.member(customer) == nil ? nil : found?.key
    }

    public func place(ofBotIn conversation: String) async throws -> ConversationKey? {
        try await store.chatConversation(conversation)?.key
    }

    public func isMember(_ customer: String, of conversation: String) async throws -> Bool {
        try await place(of: customer, in: conversation) != nil
    }

    public func message(at address: MessageAddress, for customer: String) async throws -> ChatMessage? {
        guard let own = try await store.chatConversation(address.conversation)?.member(customer),
            let message = try await store.chatMessage(address.message, in: address.conversation)
        else { return nil }
        return message.sequence > own.since ? message : nil
    }
}
