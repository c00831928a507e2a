import AppleMessages
import ApplePay
import Channels
import ConversationRuntime
import CurlClient
import FlowModel
import Hummingbird
import Logging
import MessageModel
import ServerMetrics
import ServiceLifecycle

/// All parts of payments, wired in one place.
struct Payments: Sendable {
    let store: any PaymentStore
    let opening: PaymentSheetFactory
    private let merchants: MerchantRegistry
    private let processor: any PaymentProcessor
    private let testCards: Bool

    /// - Parameters:
    ///   - caller: makes the calls that take money.
    init(
        of bot: Bot, store: any PaymentStore, calls: ActionCalls, caller: any ActionCaller, apple: AppleSettings,
        in context: ServerContext
    ) {
        let merchants = MerchantRegistry(of: bot) { calls.file($0) }
        self.merchants = merchants
        self.store = store
        testCards = calls.doubles == .unreachable
        opening = PaymentSheetFactory(
            merchants: merchants,
            sessions: MerchantSessions(
                client: context.client, clock: context.clock, allowsPrivateAddresses: calls.allowsPrivateProviders,
                authorityFile: calls.merchantAuthority),
            store: store, publicURL: apple.publicURL, clock: context.clock)
        let actions = ActionProcessor(caller: caller) { merchants.processor(of: $0) }
        processor =
            testCards
            ? DevelopmentProcessor(actions: actions) { name in
                merchants.processor(of: name).map { !calls.isDoubled($0) } ?? false
            } : actions
    }

    func use(_ bot: Bot) { merchants.use(bot) }

    /// The handlers of the calls that Apple makes for pay sheets.
    func sheets(
        _ conversations: Conversations, _ apple: AppleSettings, in context: ServerContext
    ) -> PaySheets {
        PaySheets(
            opening: opening, desk: conversations, processor: processor, limits: apple.isStrict ? .strict : .documented,
            measuredIn: context.registry, logger: context.logger)
    }

    func routes(_ sheets: PaySheets, business: @escaping @Sendable () -> String, _ logger: Logger) -> PaymentRoutes {
        PaymentRoutes(
            sheets: sheets,
            pages: PaymentPageRoutes(sheets: sheets, business: business, hasTestCards: testCards),
            clock: sheets.clock, logger: logger)
    }
}

/// The payment processor during development: it calls the action of the merchant if that is reachable, and otherwise
/// accepts test cards.
struct DevelopmentProcessor: PaymentProcessor {
    private let actions: ActionProcessor
    private let test = TestProcessor()
    private let isReal: @Sendable (String) -> Bool

    init(actions: ActionProcessor, isReal: @escaping @Sendable (_ merchant: String) -> Bool) {
        self.actions = actions
        self.isReal = isReal
    }

    func take(_ order: PaymentOrder) async -> ProcessingOutcome {
        isReal(order.merchant) ? await actions.take(order) : await test.take(order)
    }
}
