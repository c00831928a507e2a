/// Who it is with whom a conversation goes on.
public enum Standing: Sendable, Equatable {
    case session(StoredSession)
    /// There is no session, and this is known from earlier ones.
    case customer(KnownCustomer)
    case stranger

    /// The session, or else what outlives it.
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
