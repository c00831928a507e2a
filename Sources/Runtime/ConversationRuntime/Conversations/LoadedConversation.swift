/// A conversation as loaded from the store: the session, or what is known of the customer.
public enum LoadedConversation: Sendable, Equatable {
    case session(StoredSession)
    /// There is no session, but this is known from earlier ones.
    case customer(KnownCustomer)
    case stranger

    /// The session, or else the customer data that outlives sessions.
    public init(_ session: StoredSession?, else customer: KnownCustomer?) {
        self = session.map(Self.session) ?? customer.map(Self.customer) ?? .stranger
    }

    var session: StoredSession? {
        guard case .session(let session) = self else { return nil }
        return session
    }

    var customer: KnownCustomer? {
        switch self {
        case .session(let session): KnownCustomer(of: session.session)
        case .customer(let customer): customer
        case .stranger: nil
        }
    }

    /// Whether the customer is known although there is no session.
    var isRecalled: Bool {
        guard case .customer = self else { return false }
        return true
    }
}
