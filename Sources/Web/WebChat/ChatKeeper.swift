public import ConversationRuntime

/// Keeps what is said and done, and wakes everybody who listens when it is safe.
public struct ChatKeeper: Sendable {
    let store: any WebChatStore
    public let hub: ChatHub
    private let added: @Sendable (ChatMessage) -> Void

    /// - Parameter added: told of every message that is new.
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

    /// Changes the parts of a message that is here, such as a link about which more is known now.
    public func change(
        _ message: String, in conversation: String, _ change: @escaping @Sendable (ChatMessage) -> JSONParts?
    ) async throws {
        guard try await store.change(message, in: conversation, { change($0)?.json }) != nil else { return }
        try await wake(conversation)
    }

    /// Tells everybody in a conversation of something that is not kept.
    public func announce(_ event: ChatEvent, in conversation: String) async {
        guard let conversation = try? await store.chatConversation(conversation) else { return }
        hub.announce(event, to: conversation.present.map(\.id))
    }

    /// Wakes everybody in a conversation.
    func wake(_ conversation: String) async throws {
        guard let conversation = try await store.chatConversation(conversation) else { return }
        hub.wake(conversation)
    }
}
