public import Channels
import Concurrency
import ConversationRuntime
import Expressions
public import Logging

/// Handles the return of customers from sign-ins, and the pages of links.
public struct SignIns: Sendable {
    private(set) var opening: SignInInitiator
    let desk: any SignInConversations
    let logger: Logger
    private let admission: AsyncSemaphore
    /// Serialises comparisons of a link's digits within each conversation.
    let comparisons = KeyedLock<ConversationKey>()
    /// Serialises returns with the same state, by its hash.
    let returns = KeyedLock<String>()

    /// The number of wrong digit entries after which a link becomes invalid.
    static let mostWrongDigits = 3
    /// A return that has had no result for longer was interrupted: its few requests to the provider have ten seconds each.
    private static let longestExchange = TimeLength.minutes(1)
    /// The maximum number of customers who return at the same time; each causes requests to a provider.
    private static let mostAtOnce = 64

    /// - Parameters:
    ///   - opening: starts the sign-ins of the bot.
    ///   - desk: the conversations.
    public init(opening: SignInInitiator, desk: any SignInConversations, logger: Logger) {
        self.opening = opening
        self.desk = desk
        self.logger = logger
        admission = AsyncSemaphore(permits: Self.mostAtOnce)
    }

    /// Returns the same with the providers of another bot; limits and locks are shared.
    public func with(_ opening: SignInInitiator) -> SignIns {
        var signIns = self
        signIns.opening = opening
        return signIns
    }

    var store: any SignInStore { opening.store }
    var clock: any WallClock { opening.clock }

    /// Whether a customer has returned from the provider for a question, and the result is still awaited.
    public func isReturning(_ question: String, in conversation: ConversationKey) async throws -> Bool {
        try await store.isReturning(question, in: conversation, since: clock.now - Self.longestExchange)
    }

    func provider(_ name: String) throws(SignInFailure) -> ProviderClient { try opening.provider(name) }

    /// Runs `body` with a permit; returns `nil` when all are taken.
    func admitted<Result: Sendable>(_ body: () async -> Result) async -> Result? {
        await admission.withPermitIfFree { await body() }
    }
}
