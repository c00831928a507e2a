/// Everything that a server keeps, by concern. All of it lies in one database, so what belongs together is saved together.
///
/// A server is built from a value of this type, so what it can keep is known when it is built.
public struct Stores: Sendable {
    /// Sessions, and the messages, calls and timers that follow from their turns.
    public var sessions: any SessionStore
    /// What operators and people at a desk look at and change.
    public var operators: any OperatorStore
    /// The slots that customers have taken.
    public var bookings: any BookingStore
    /// The books of payments.
    public var payments: any PaymentStore
    /// Sign-ins that are under way, and the tokens of those that succeeded.
    public var signIns: any SignInStore
    /// The conversations and messages of the web chat.
    public var chats: any WebChatStore
    /// Files of customers, and uploads that are under way.
    public var content: any UploadStore
    /// The rows that flows keep for people.
    public var results: any ResultStore
    /// Versions of the flows, and which of them is published.
    public var versions: any VersionStore
    /// Copies of sessions, for dry runs.
    public var copies: any CopyingStore
    /// The removal of what is old.
    public var retention: any RetentionStore
    /// The change of the key that seals private values.
    public var sealing: any ResealingStore
    /// Accounts of operators, and API tokens.
    public var accounts: any AccountStore
    /// The texts on which authors work in the studio of a server.
    public var drafts: any DraftStore
    /// What operators did.
    public var audit: any AuditStore
    /// Figures for alarms.
    public var figures: any FigureStore
    /// The servers that share the database, and what one of them does for all.
    public var nodes: any NodeStore
    /// Whether anything can be kept at present.
    public var health: any HealthStore

    public init(
        sessions: any SessionStore, operators: any OperatorStore, bookings: any BookingStore,
        payments: any PaymentStore, signIns: any SignInStore, chats: any WebChatStore, content: any UploadStore,
        results: any ResultStore,
        versions: any VersionStore,
        copies: any CopyingStore, retention: any RetentionStore, sealing: any ResealingStore,
        accounts: any AccountStore, drafts: any DraftStore, audit: any AuditStore,
        figures: any FigureStore, nodes: any NodeStore, health: any HealthStore
    ) {
        self.sessions = sessions
        self.operators = operators
        self.bookings = bookings
        self.payments = payments
        self.signIns = signIns
        self.chats = chats
        self.content = content
        self.results = results
        self.versions = versions
        self.copies = copies
        self.retention = retention
        self.sealing = sealing
        self.accounts = accounts
        self.drafts = drafts
        self.audit = audit
        self.figures = figures
        self.nodes = nodes
        self.health = health
    }
}
