/// What was removed of a customer.
public struct Erasure: Sendable, Hashable {
    /// What there may be of a customer beside sessions, letters and files.
    public enum Trace: String, Sendable, CaseIterable {
        case events = "events"
        case bubbles = "bubbles"
        case deliveries = "waiting_messages"
        case timers = "timers"
        case calls = "calls"
        case signIns = "sign_ins"
        case tokens = "tokens"
        case chats = "chat_conversations"
        case chatMessages = "chat_messages"
        /// Places in chats of others.
        case chatParticipations = "chat_participations"
        /// What the web chat knows of the customers who have opened it.
        case chatProfiles = "chat_profiles"
        /// Payments whose customer and order were removed; what was paid stays in the books.
        case payments = "payments_made_anonymous"
        /// Copies of the database that were made before an upgrade.
        case copies = "copies_of_the_database"
    }

    public var sessions: Int
    public var letters: Int
    /// Conversations, perhaps forgotten by now, of which something was known beyond them.
    public var customers: Int
    /// Files that they had sent.
    public var files: Int
    /// How much else; what there was nothing of is left out.
    public var traces: [Trace: Int]
    /// Whether nothing is left in files beside the database either; `false` while others read them, or work with a copy of it.
    public var isThorough: Bool

    /// Whether there was nothing of the customer, so that nothing was removed.
    public var isEmpty: Bool { sessions == 0 && letters == 0 && customers == 0 && files == 0 && traces.isEmpty }

    public init(
        sessions: Int, letters: Int, customers: Int = 0, files: Int = 0, traces: [Trace: Int] = [:], isThorough: Bool
    ) {
        self.sessions = sessions
        self.customers = customers
        self.letters = letters
        self.files = files
        self.traces = traces.filter { $0.value > 0 }
        self.isThorough = isThorough
    }
}
