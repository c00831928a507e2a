import Channels
import Concurrency
import ConversationRuntime
import Expressions
import JSON

/// A store of the web chat that cannot be reached for a while.
struct UnreachableChats: WebChatStore {
    struct Unreachable: AvailabilityReporting {
        let isUnavailable = true
        let mayTakeEffect = false
    }

    private struct State {
        var isUnreachable = false
        var failures = 0
    }

    private let store: any WebChatStore
    private let state = Watched(State())

    init(_ store: any WebChatStore) { self.store = store }

    func disconnect() { state.change { $0.isUnreachable = true } }

    func connect() { state.change { $0.isUnreachable = false } }

    /// The number of operations that have failed.
    var failures: Int { state.read(\.failures) }

    private func use<Result: Sendable>(_ work: (any WebChatStore) async throws -> Result) async throws -> Result {
        let isUnreachable = state.change { state in
            if state.isUnreachable { state.failures += 1 }
            return state.isUnreachable
        }
        if isUnreachable { throw Unreachable() }
        return try await work(store)
    }

    func chatCustomer(_ id: String) async throws -> ChatCustomer? { try await use { try await $0.chatCustomer(id) } }

    func keep(_ customer: ChatCustomer) async throws { try await use { try await $0.keep(customer) } }

    func signIn(_ signer: ChatCustomer, from anonymous: String?) async throws -> ChatCustomer {
        try await use { try await $0.signIn(signer, from: anonymous) }
    }

    func chatCustomers(withSubjects subjects: [String]) async throws -> [String] {
        try await use { try await $0.chatCustomers(withSubjects: subjects) }
    }

    func begin(
        _ conversation: NewChatConversation
    ) async throws -> (conversation: ChatConversation, isNew: Bool) {
        try await use { try await $0.begin(conversation) }
    }

    func chatConversation(_ id: String) async throws -> ChatConversation? {
        try await use { try await $0.chatConversation(id) }
    }

    func chatConversation(of key: ConversationKey) async throws -> ChatConversation? {
        try await use { try await $0.chatConversation(of: key) }
    }

    func chatConversations(
        of customer: String, limit: Int
    ) async throws -> (conversations: [ChatConversation], revision: Int) {
        try await use { try await $0.chatConversations(of: customer, limit: limit) }
    }

    func chatConversations(everOf customer: String) async throws -> [ChatConversation] {
        try await use { try await $0.chatConversations(everOf: customer) }
    }

    func join(_ customer: String, _ conversation: String, at moment: Moment, most: Int) async throws -> Bool {
        try await use { try await $0.join(customer, conversation, at: moment, most: most) }
    }

    func leave(_ customer: String, _ conversation: String) async throws -> Bool {
        try await use { try await $0.leave(customer, conversation) }
    }

    func add(_ message: NewChatMessage) async throws -> ChatAddition { try await use { try await $0.add(message) } }

    func respond(
        with response: NewChatMessage, to message: String,
        _ reduce: @escaping @Sendable (ChatMessage, ChatConversation) throws(ChatRefusal) -> ChatAnswer
    ) async throws -> ChatAddition {
        try await use { try await $0.respond(with: response, to: message, reduce) }
    }

    func change(
        _ message: String, in conversation: String, _ change: @escaping @Sendable (ChatMessage) -> JSONValue?
    ) async throws -> ChatMessage? {
        try await use { try await $0.change(message, in: conversation, change) }
    }

    func chatMessage(_ id: String, in conversation: String) async throws -> ChatMessage? {
        try await use { try await $0.chatMessage(id, in: conversation) }
    }

    func chatMessages(
        in conversation: String, after: Int, before: Int?, limit: Int
    ) async throws -> [ChatMessage] {
        try await use { try await $0.chatMessages(in: conversation, after: after, before: before, limit: limit) }
    }

    func chatMessages(since moment: Moment, limit: Int) async throws -> [ChatMessage] {
        try await use { try await $0.chatMessages(since: moment, limit: limit) }
    }

    func noteReceipt(
        of participant: String, in conversation: String, deliveredUpTo: Int, readUpTo: Int
    ) async throws -> Bool {
        try await use {
            try await $0.noteReceipt(
                of: participant, in: conversation, deliveredUpTo: deliveredUpTo, readUpTo: readUpTo)
        }
    }

    func chatRevision(of customer: String) async throws -> Int {
        try await use { try await $0.chatRevision(of: customer) }
    }

    func chatChanges(for customer: String, after revision: Int, limit: Int) async throws -> ChatChanges {
        try await use { try await $0.chatChanges(for: customer, after: revision, limit: limit) }
    }

    func nextUnheard(in conversation: String) async throws -> ChatMessage? {
        try await use { try await $0.nextUnheard(in: conversation) }
    }

    func conversationsWithUnheard(after conversation: String?, limit: Int) async throws -> [String] {
        try await use { try await $0.conversationsWithUnheard(after: conversation, limit: limit) }
    }

    func noteHeard(_ message: ChatMessage) async throws { try await use { try await $0.noteHeard(message) } }

    func forgetChats(quietSince moment: Moment, limit: Int) async throws -> Int {
        try await use { try await $0.forgetChats(quietSince: moment, limit: limit) }
    }
}
