public import Channels
public import Expressions
public import JSON

/// Stores the web chat: customers, conversations, messages, and when each last changed.
///
/// Every change gets a revision higher than all earlier ones that concern the same customer: a customer's revisions grow
/// in the order in which changes of their conversations are committed, with gaps. A client that has seen everything up to
/// a revision can therefore request what came after it, and nothing has to be stored per client.
public protocol WebChatStore: Sendable {
    // Customers.

    func chatCustomer(_ id: String) async throws -> ChatCustomer?

    /// Stores a customer who is new, or whose name or language has changed.
    func keep(_ customer: ChatCustomer) async throws

    /// Returns the customer with the subject of `signer`: the existing one; else the anonymous one, who becomes that
    /// customer and whose sessions are invalidated; else `signer`, who is new.
    func signIn(_ signer: ChatCustomer, from anonymous: String?) async throws -> ChatCustomer

    /// The ids of the existing customers with these subjects.
    func chatCustomers(withSubjects subjects: [String]) async throws -> [String]

    // Conversations.

    /// Creates a conversation; if a distinct one already exists, returns that one, and its first participant rejoins
    /// it.
    func begin(
        _ conversation: NewChatConversation
    ) async throws -> (conversation: ChatConversation, isNew: Bool)

    func chatConversation(_ id: String) async throws -> ChatConversation?

    /// The conversation to which a flow session belongs.
    func chatConversation(of key: ConversationKey) async throws -> ChatConversation?

    /// The conversations of a customer, the one with the newest message first, and the revision of that state.
    func chatConversations(
        of customer: String, limit: Int
    ) async throws -> (conversations: [ChatConversation], revision: Int)

    /// All conversations that a customer has ever been in, including those they have left, oldest first.
    func chatConversations(everOf customer: String) async throws -> [ChatConversation]

    /// Adds a customer to a conversation. Returns `false` when `most` others are in it or it does not exist.
    func join(_ customer: String, _ conversation: String, at moment: Moment, most: Int) async throws -> Bool

    /// Removes a customer from a conversation. Returns whether the customer was in it.
    func leave(_ customer: String, _ conversation: String) async throws -> Bool

    // Messages.

    /// Stores a message of a participant. A duplicate changes nothing.
    func add(_ message: NewChatMessage) async throws -> ChatAddition

    /// Stores a response to another message, and its effect on that message. Both are saved or neither, and no other
    /// response is processed between reading the message and writing it.
    ///
    /// - Throws: what `reduce` throws; nothing has changed then.
    func respond(
        with response: NewChatMessage, to message: String,
        _ reduce: @escaping @Sendable (ChatMessage, ChatConversation) throws(ChatRefusal) -> ChatAnswer
    ) async throws -> ChatAddition

    /// Changes the parts of a message. Returns its new state; `nil` when it does not exist or `change` returns `nil`.
    func change(
        _ message: String, in conversation: String, _ change: @escaping @Sendable (ChatMessage) -> JSONValue?
    ) async throws -> ChatMessage?

    func chatMessage(_ id: String, in conversation: String) async throws -> ChatMessage?

    /// The newest messages of a conversation between two sequence numbers, oldest first.
    func chatMessages(in conversation: String, after: Int, before: Int?, limit: Int) async throws -> [ChatMessage]

    /// The newest messages of all conversations since a moment, oldest first.
    func chatMessages(since moment: Moment, limit: Int) async throws -> [ChatMessage]

    /// Records how far messages have been delivered to and read by a participant. Returns whether that is further than
    /// before.
    func noteReceipt(
        of participant: String, in conversation: String, deliveredUpTo: Int, readUpTo: Int
    ) async throws -> Bool

    // Changes.

    /// The revision of the last change that concerned a customer; 0 when there was none.
    func chatRevision(of customer: String) async throws -> Int

    /// The changes for a customer since a revision.
    func chatChanges(for customer: String, after revision: Int, limit: Int) async throws -> ChatChanges

    // The bot's queue.

    /// The next message of a conversation that waits for the bot.
    func nextUnheard(in conversation: String) async throws -> ChatMessage?

    /// Conversations in which messages wait for the bot.
    func conversationsWithUnheard(after conversation: String?, limit: Int) async throws -> [String]

    /// Marks a message as processed by the bot, and as read by it.
    func noteHeard(_ message: ChatMessage) async throws

    // Old data.

    /// Deletes conversations without a message since a moment, and customers who have no conversation and were not
    /// active since then. Returns the number of conversations and customers deleted.
    func forgetChats(quietSince moment: Moment, limit: Int) async throws -> Int
}
