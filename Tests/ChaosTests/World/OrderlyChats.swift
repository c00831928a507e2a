import Channels
import ConversationRuntime
import Expressions
import JSON

/// The store of the web chat, accessed one operation at a time together with the sessions.
struct OrderlyChats: WebChatStore {
    let store: any WebChatStore
    let turns: OrderlyStore

    private func read<Result: Sendable>(_ question: (any WebChatStore) async throws -> Result) async throws -> Result {
        try await turns.read { _ in try await question(store) }
    }

    private func write<Result: Sendable>(_ question: (any WebChatStore) async throws -> Result) async throws -> Result {
        try await turns.write { _ in try await question(store) }
    }

    func chatCustomer(_ id: String) async throws -> ChatCustomer? { try await read { try await $0.chatCustomer(id) } }

    func keep(_ customer: ChatCustomer) async throws { try await write { try await $0.keep(customer) } }

    func signIn(_ signer: ChatCustomer, from anonymous: String?) async throws -> ChatCustomer {
        try await write { try await $0.signIn(signer, from: anonymous) }
    }

    func chatCustomers(withSubjects subjects: [String]) async throws -> [String] {
        try await read { try await $0.chatCustomers(withSubjects: subjects) }
    }

    func begin(
        _ conversation: NewChatConversation
    ) async throws -> (conversation: ChatConversation, isNew: Bool) {
        try await write { try await $0.begin(conversation) }
    }

    func chatConversation(_ id: String) async throws -> ChatConversation? {
        try await read { try await $0.chatConversation(id) }
    }

    func chatConversation(of key: ConversationKey) async throws -> ChatConversation? {
        try await read { try await $0.chatConversation(of: key) }
    }

    func chatConversations(
        of customer: String, limit: Int
    ) async throws -> (conversations: [ChatConversation], revision: Int) {
        try await read { try await $0.chatConversations(of: customer, limit: limit) }
    }

    func chatConversations(everOf customer: String) async throws -> [ChatConversation] {
        try await read { try await $0.chatConversations(everOf: customer) }
    }

    func join(_ customer: String, _ conversation: String, at moment: Moment, most: Int) async throws -> Bool {
        try await write { try await $0.join(customer, conversation, at: moment, most: most) }
    }

    func leave(_ customer: String, _ conversation: String) async throws -> Bool {
        try await write { try await $0.leave(customer, conversation) }
    }

    func add(_ message: NewChatMessage) async throws -> ChatAddition { try await write { try await $0.add(message) } }

    func respond(
        with response: NewChatMessage, to message: String,
        _ reduce: @escaping @Sendable (ChatMessage, ChatConversation) throws(ChatRefusal) -> ChatAnswer
    ) async throws -> ChatAddition {
        try await write { try await $0.respond(with: response, to: message, reduce) }
    }

    func change(
        _ message: String, in conversation: String, _ change: @escaping @Sendable (ChatMessage) -> JSONValue?
    ) async throws -> ChatMessage? {
        try await write { try await $0.change(message, in: conversation, change) }
    }

    func chatMessage(_ id: String, in conversation: String) async throws -> ChatMessage? {
        try await read { try await $0.chatMessage(id, in: conversation) }
    }

    func chatMessages(
        in conversation: String, after: Int, before: Int?, limit: Int
    ) async throws -> [ChatMessage] {
        try await read { try await $0.chatMessages(in: conversation, after: after, before: before, limit: limit) }
    }

    func chatMessages(since moment: Moment, limit: Int) async throws -> [ChatMessage] {
        try await read { try await $0.chatMessages(since: moment, limit: limit) }
    }

    func noteReceipt(
        of participant: String, in conversation: String, deliveredUpTo: Int, readUpTo: Int
    ) async throws -> Bool {
        try await write {
            try await $0.noteReceipt(
                of: participant, in: conversation, deliveredUpTo: deliveredUpTo, readUpTo: readUpTo)
        }
    }

    func chatRevision(of customer: String) async throws -> Int {
        try await read { try await $0.chatRevision(of: customer) }
    }

    func chatChanges(for customer: String, after revision: Int, limit: Int) async throws -> ChatChanges {
        try await read { try await $0.chatChanges(for: customer, after: revision, limit: limit) }
    }

    func nextUnheard(in conversation: String) async throws -> ChatMessage? {
        try await read { try await $0.nextUnheard(in: conversation) }
    }

    func conversationsWithUnheard(after conversation: String?, limit: Int) async throws -> [String] {
        try await read { try await $0.conversationsWithUnheard(after: conversation, limit: limit) }
    }

    func noteHeard(_ message: ChatMessage) async throws { try await write { try await $0.noteHeard(message) } }

    func forgetChats(quietSince moment: Moment, limit: Int) async throws -> Int {
        try await write { try await $0.forgetChats(quietSince: moment, limit: limit) }
    }
}
