/// The data of a customer that was deleted.
public struct Erasure: Sendable, Hashable {
    /// Kinds of customer data besides sessions, dead letters and files.
    public enum Trace: String, Sendable, CaseIterable {
        case events = "events"
        case bubbles = "bubbles"
        case deliveries = "waiting_messages"
        case timers = "timers"
        case calls = "calls"
        case signIns = "sign_ins"
        case tokens = "tokens"
        /// Rows that flows kept for people.
        case results = "results"
        case chats = "chat_conversations"
        case chatMessages = "chat_messages"
        /// Participations in other customers' chats.
        case chatParticipations = "chat_participations"
        /// The web chat's profiles of customers who have opened it.
        case chatProfiles = "chat_profiles"
        /// Payments whose customer and order were removed; the amounts paid stay in the payment store.
        case payments = "payments_made_anonymous"
        /// Copies of the database made before an upgrade.
        case copies = "copies_of_the_database"
    }

    public var sessions: Int
    public var letters: Int
    /// Conversations, possibly already deleted, of which some customer data had been kept.
    public var customers: Int
    /// Files that the customer had sent.
    public var files: Int
    /// The number of other items by kind; kinds with none are omitted.
    public var traces: [Trace: Int]
    /// Whether nothing remains in files beside the database; `false` while other processes read them, or use a copy of
    /// the database.
    public var isThorough: Bool

    /// Whether there was no data of the customer, so that nothing was deleted.
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
