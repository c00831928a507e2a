public import Channels
public import ConversationRuntime
import Expressions
public import Logging
import Synchronization

/// The customers' access tokens, for actions on their behalf; expiring ones are refreshed.
public struct SignInTokens: TokenSource {
    private var providers: ProviderRegistry
    private let store: any SignInStore
    private let clock: any WallClock
    private let logger: Logger
    /// One refresh at a time per customer: a refresh token may be valid only once.
    private let refreshes = Refreshes()

    private struct Key: Hashable {
        let provider: String
        let conversation: ConversationKey
    }

    /// The refreshes in progress.
    private final class Refreshes: Sendable {
        let running = Mutex<[Key: Task<StoredTokens?, Never>]>([:])
    }

    /// A token that expires sooner is not worth sending.
    private static let margin = TimeLength.seconds(30)

    public init(providers: ProviderRegistry, store: any SignInStore, clock: any WallClock, logger: Logger) {
        self.providers = providers
        self.store = store
        self.clock = clock
        self.logger = logger
    }

    /// Returns the same with the providers of another bot; refreshes in progress are shared.
    public func with(_ providers: ProviderRegistry) -> SignInTokens {
        var tokens = self
        tokens.providers = providers
        return tokens
    }

    public func token(of provider: String, for conversation: ConversationKey) async -> String? {
        guard let stored = try? await store.tokens(of: provider, for: conversation) else { return nil }
        if isFresh(stored) || stored.refresh == nil { return good(stored)?.access }
        return await exchanged(Key(provider: provider, conversation: conversation))?.access
    }

    private func exchanged(_ key: Key) async -> StoredTokens? {
        let task = refreshes.running.withLock { refreshing in
            if let running = refreshing[key] { return running }
            let task = Task {
                // Removed by the refresh itself: a caller that resumes late must not remove the next one.
                defer { refreshes.running.withLock { $0[key] = nil } }
                return await exchange(key)
            }
            refreshing[key] = task
            return task
        }
        return await task.value
    }

    private func exchange(_ key: Key) async -> StoredTokens? {
        // Read again: a caller that arrives just after a refresh still has the former refresh token, and a provider may
        // treat its second use as theft and revoke the new tokens too.
        guard let client = providers[key.provider],
            let current = try? await store.tokens(of: key.provider, for: key.conversation)
        else { return nil }
        guard !isFresh(current), let refresh = current.refresh else { return good(current) }
        do {
            let tokens = try await client.refresh(refresh)
            let new = StoredTokens(access: tokens.access, refresh: tokens.refresh, expiresAt: tokens.expiresAt)
            return good(
                try await store.replaceTokens(current, with: new, of: key.provider, for: key.conversation))
        } catch {
            logger.notice(
                "could not refresh a customer's token",
                metadata: ["provider": "\(key.provider)", "reason": "\(error)"])
            guard case SignInFailure.refused = error else { return nil }
            // A token that the provider has rejected stays rejected; the customer must sign in again, unless they just
            // have.
            return good(
                try? await store.replaceTokens(current, with: nil, of: key.provider, for: key.conversation))
        }
    }

    /// Whether the access token is valid for long enough to be worth sending.
    private func isFresh(_ tokens: StoredTokens) -> Bool {
        tokens.expiresAt.map { $0 > clock.now + Self.margin } ?? true
    }

    /// The tokens, unless they have expired.
    private func good(_ tokens: StoredTokens?) -> StoredTokens? {
        guard let end = tokens?.expiresAt else { return tokens }
        return end > clock.now ? tokens : nil
    }
}
