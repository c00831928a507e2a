public import Channels
public import ConversationRuntime

/// Decides who may see the files of a conversation, and to which conversation of the flow a sender's files belong.
public protocol ContentPlaces: Sendable {
    /// Returns the conversation of the flow that receives what this customer sends in a conversation of the chat; `nil`
    /// when the customer is not a participant.
    func place(of customer: String, in conversation: String) async throws -> ConversationKey?

    /// Returns the conversation of the flow to which a conversation of the chat belongs, regardless of its
    /// participants.
    func place(ofBotIn conversation: String) async throws -> ConversationKey?

    func isMember(_ customer: String, of conversation: String) async throws -> Bool

    /// Returns a message that this customer can see; `nil` when they cannot see it.
    func message(at address: MessageAddress, for customer: String) async throws -> ChatMessage?
}

/// Content places backed by the stored conversations of the chat.
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
