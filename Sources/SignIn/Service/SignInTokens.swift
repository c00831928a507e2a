public import Channels
public import ConversationRuntime
import Expressions
public import Logging
import Synchronization

/// The access tokens of customers for actions that act in their name; one that ends is exchanged for a new one.
public final class SignInTokens: TokenSource {
    private let providers: KnownProviders
    private let store: any SignInStore
    private let clock: any WallClock
    private let logger: Logger
    /// One exchange at a time for each customer: a refresh token may be good only once.
    private let refreshing = Mutex<[Key: Task<StoredTokens?, Never>]>([:])

    private struct Key: Hashable {
        let provider: String
        let conversation: ConversationKey
    }

    /// A token that ends sooner is not worth sending.
    private static let margin = TimeLength.seconds(30)

    public init(providers: KnownProviders, store: any SignInStore, clock: any WallClock, logger: Logger) {
        self.providers = providers
        self.store = store
        self.clock = clock
        self.logger = logger
    }

    public func token(of provider: String, for conversation: ConversationKey) async -> String? {
        guard let stored = try? await store.tokens(of: provider, for: conversation) else { return nil }
        guard let end = stored.expiresAt, end <= clock.now + Self.margin else { return stored.access }
        guard let refresh = stored.refresh else { return end > clock.now ? stored.access : nil }
        return await exchange(refresh, Key(provider: provider, conversation: conversation))?.access
    }

    private func exchange(_ refresh: String, _ key: Key) async -> StoredTokens? {
        let task = refreshing.withLock { refreshing in
            if let running = refreshing[key] { return running }
            let task = Task { await self.refresh(refresh, key) }
            refreshing[key] = task
            return task
        }
        let tokens = await task.value
        refreshing.withLock { $0[key] = nil }
        return tokens
    }

    private func refresh(_ refresh: String, _ key: Key) async -> StoredTokens? {
        do {
            guard let client = providers[key.provider] else { return nil }
            let tokens = try await client.refresh(refresh)
            let stored = StoredTokens(access: tokens.access, refresh: tokens.refresh, expiresAt: tokens.expiresAt)
            try await store.keep(stored, of: key.provider, for: key.conversation)
            return stored
        } catch {
            logger.notice(
                "a customer's token could not be renewed",
                metadata: ["provider": "\(key.provider)", "reason": "\(error)"])
            // What the provider refuses it will always refuse; the customer has to sign in again.
            if case SignInFailure.refused = error {
                try? await store.forgetTokens(of: key.provider, for: key.conversation)
            }
            return nil
        }
    }
}
