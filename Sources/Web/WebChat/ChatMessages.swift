public import ConversationRuntime

/// Stores messages and actions, and wakes all listeners once they are stored.
public struct ChatMessages: Sendable {
    let store: any WebChatStore
    public let hub: ChatHub
    private let added: @Sendable (ChatMessage) -> Void

    /// - Parameter added: called with each new message.
    public init(
        store: any WebChatStore, hub: ChatHub, added: @escaping @Sendable (ChatMessage) -> Void = { _ in }
    ) {
        self.store = store
        self.hub = hub
        self.added = added
    }

    func add(_ message: NewChatMessage, in conversation: ChatConversation) async throws -> ChatAddition {
        let addition = try await store.add(message)
        if case .added(let message) = addition {
            hub.wake(conversation)
            added(message)
        }
        return addition
    }

    /// Changes the parts of a stored message, such as a link for which more metadata is available now.
    public func change(
        _ message: String, in conversation: String, _ change: @escaping @Sendable (ChatMessage) -> JSONParts?
    ) async throws {
        guard try await store.change(message, in: conversation, { change($0)?.json }) != nil else { return }
        try await wake(conversation)
    }

    /// Sends an event that is not stored to all participants of a conversation.
    public func announce(_ event: ChatEvent, in conversation: String) async {
        guard let conversation = try? await store.chatConversation(conversation) else { return }
        hub.announce(event, to: conversation.present.map(\.id))
    }

    /// Wakes all listening participants of a conversation.
    func wake(_ conversation: String) async throws {
        guard let conversation = try await store.chatConversation(conversation) else { return }
        hub.wake(conversation)
    }
}
