import Channels
import Concurrency
import ConversationRuntime
import Expressions
public import Logging

/// Takes customers back from where they signed in, and shows the pages of links.
public struct SignIns: Sendable {
    let opening: SignInOpening
    let desk: any SignInDesk
    let logger: Logger
    private let admission: AsyncSemaphore
    /// Lets the digits of links be compared one after another in each conversation.
    let comparisons = KeyedLock<ConversationKey>()

    /// How often the digits of a link may be wrong.
    static let mostWrongDigits = 3
    /// How many customers may come back at the same time; each keeps a conversation with a provider going.
    private static let mostAtOnce = 64

    /// - Parameter desk: the conversations.
    public init(opening: SignInOpening, desk: any SignInDesk, logger: Logger) {
        self.opening = opening
        self.desk = desk
        self.logger = logger
        admission = AsyncSemaphore(permits: Self.mostAtOnce)
    }

    var store: any SignInStore { opening.store }
    var clock: any WallClock { opening.clock }

    func provider(_ name: String) throws(SignInFailure) -> ProviderClient { try opening.provider(name) }

    /// Has one of a few places for the time of `body`; `nil` when all are taken.
    func admitted<Result: Sendable>(_ body: () async -> Result) async -> Result? {
        await admission.withPermitIfFree { await body() }
    }
}
