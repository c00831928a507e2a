public import ConversationRuntime
public import Expressions

/// Knows the programs that have an API token.
public struct TokenCallers: Sendable {
    private let store: any AccountStore

    /// How exactly the time of the last use is kept.
    private static let precision = TimeLength.hours(1)

    public init(store: any AccountStore) { self.store = store }

    /// What a bearer token is.
    public enum Found: Sendable, Hashable {
        case caller(Caller)
        case expired(Caller)
        case unknown
    }

    /// Returns whose token it is.
    public func find(_ secret: String, at now: Moment) async throws -> Found {
        guard let digest = SecretText.digest(ofToken: secret), let token = try await store.token(digest) else {
            return .unknown
        }
        if token.isExpired(at: now) { return .expired(token.caller) }
        if token.usedAt.map({ $0 + Self.precision <= now }) ?? true {
            try await store.noteUse(ofToken: digest, at: now)
        }
        return .caller(token.caller)
    }
}
