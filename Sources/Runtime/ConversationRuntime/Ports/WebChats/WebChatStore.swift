public import Channels
public import Expressions
public import JSON

/// Keeps the web chat: who takes part, conversations, messages, and what has changed since when.
///
/// Every change gets a revision that is higher than all before, over all conversations. So whoever has seen everything up to
/// a revision is told what came after it, and nothing has to be kept for them.
public protocol WebChatStore: Sendable {
    // Customers.

    func chatCustomer(_ id: String) async throws -> ChatCustomer?

    /// Keeps somebody who is new, or who has another name or language now.
    func keep(_ customer: ChatCustomer) async throws

    /// The customer with the subject of `signer`: the one who is here already, else the anonymous one, who becomes them and
    /// whose sessions are over, else `signer`, who is new.
    func signIn(_ signer: ChatCustomer, from anonymous: String?) async throws -> ChatCustomer

    /// The ids of those of these subjects who are here.
    func chatCustomers(withSubjects subjects: [String]) async throws -> [String]

    // Conversations.

    /// Begins a conversation; a distinct one that is there already is gone on with, and its first participant is back in it.
    func begin(
        _ conversation: NewChatConversation
    ) async throws -> (conversation: ChatConversation, isNew: Bool)

    func chatConversation(_ id: String) async throws -> ChatConversation?

    /// The conversation to which a session of a flow belongs.
    func chatConversation(of key: ConversationKey) async throws -> ChatConversation?

    /// The conversations of a customer, the one with the newest message first, and the revision at which they stand so.
    func chatConversations(
        of customer: String, limit: Int
    ) async throws -> (conversations: [ChatConversation], revision: Int)

    /// All conversations in which a customer ever was, also those that they have left, the oldest first.
    func chatConversations(everOf customer: String) async throws -> [ChatConversation]

    /// Lets a customer into a conversation. Returns `false` when `most` others are in it or it is not there.
    func join(_ customer: String, _ conversation: String, at moment: Moment, most: Int) async throws -> Bool

    /// Takes a customer out of a conversation. Returns whether they were in it.
    func leave(_ customer: String, _ conversation: String) async throws -> Bool

    // Messages.

    /// Keeps a message of a participant. One that comes again changes nothing.
    func add(_ message: NewChatMessage) async throws -> ChatAddition

    /// Keeps a response to another message, and what it makes of that. Both happen or neither, and no other response comes
    /// between reading the message and writing it.
    ///
    /// - Throws: what `reduce` throws; then nothing has changed.
    func respond(
        with response: NewChatMessage, to message: String,
        _ reduce: @escaping @Sendable (ChatMessage, ChatConversation) throws(ChatRefusal) -> ChatAnswer
    ) async throws -> ChatAddition

    /// Changes the parts of a message. Returns it as it stands then; `nil` when it is not there or `change` gives `nil`.
    func change(
        _ message: String, in conversation: String, _ change: @escaping @Sendable (ChatMessage) -> JSONValue?
    ) async throws -> ChatMessage?

    func chatMessage(_ id: String, in conversation: String) async throws -> ChatMessage?

    /// The newest messages of a conversation between two sequences, the oldest first, and the revision at which they stand so.
    func chatMessages(
        in conversation: String, after: Int, before: Int?, limit: Int
    ) async throws -> (messages: [ChatMessage], revision: Int)

    /// The newest messages of all conversations since a moment, the oldest first.
    func chatMessages(since moment: Moment, limit: Int) async throws -> [ChatMessage]

    /// Notes how far messages have reached a participant. Returns whether that is further than before.
    func noteReceipt(
        of participant: String, in conversation: String, deliveredUpTo: Int, readUpTo: Int
    ) async throws -> Bool

    // What has changed.

    func chatRevision() async throws -> Int

    /// What has changed for a customer since a revision.
    func chatChanges(for customer: String, after revision: Int, limit: Int) async throws -> ChatChanges

    // What the bot is to hear.

    /// The next message of a conversation that waits for the bot.
    func nextUnheard(in conversation: String) async throws -> ChatMessage?

    /// Conversations in which messages wait for the bot.
    func conversationsWithUnheard(after conversation: String?, limit: Int) async throws -> [String]

    /// The bot has heard a message; that it has read it is noted as well.
    func noteHeard(_ message: ChatMessage) async throws

    // What is old.

    /// Forgets conversations without a message since a moment, and customers who have none and were not seen since. Returns
    /// how many conversations and customers.
    func forgetChats(quietSince moment: Moment, limit: Int) async throws -> Int
}
