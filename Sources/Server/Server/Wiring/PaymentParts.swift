import AppleMessages
import ApplePay
import ChannelRules
import Channels
import ConversationRuntime
import CurlClient
import FlowModel
import Hummingbird
import Logging
import MessageModel
import ServerMetrics
import ServiceLifecycle

/// The parts of payments that outlive a bot.
struct PaymentParts: Sendable {
    private let store: any PaymentStore
    private let calls: ActionCalls
    private let publicURL: String?
    private let sessions: MerchantSessions
    private let context: ServerContext
    /// Takes payments during development; `nil` otherwise.
    private let test: TestProcessor?

    init(store: any PaymentStore, calls: ActionCalls, publicURL: String?, in context: ServerContext) {
        self.store = store
        self.calls = calls
        self.publicURL = publicURL
        self.context = context
        sessions = MerchantSessions(
            client: context.client, clock: context.clock, allowsPrivateAddresses: calls.allowsPrivateProviders,
            authorityFile: calls.merchantAuthority)
        test = calls.doubles == .unreachable ? TestProcessor() : nil
    }

    /// The factory of a bot's pay sheets.
    ///
    /// - Parameter caller: calls the actions that give addresses of pages of the business.
    func factory(of merchants: MerchantRegistry, caller: any ActionCaller) -> PaymentSheetFactory {
        var factory = PaymentSheetFactory(
            merchants: merchants, sessions: sessions, store: store, publicURL: publicURL, clock: context.clock)
        factory.pages = publicURL.map { BusinessPages(caller: caller, publicURL: $0) }
        return factory
    }

    /// The processor of a bot's payments.
    ///
    /// - Parameter caller: makes the calls that take money.
    func processor(of merchants: MerchantRegistry, caller: any ActionCaller) -> any PaymentProcessor {
        let actions = ActionProcessor(caller: caller) { merchants.processor(of: $0) }
        guard let test else { return actions }
        return DevelopmentProcessor(actions: actions, test: test) { [calls] name in
            merchants.processor(of: name).map { !calls.isDoubled($0) } ?? false
        }
    }

    /// The handlers of the calls that Apple makes for pay sheets.
    ///
    /// - Parameter caller: calls the actions that give addresses of pages of the business.
    func sheets(
        _ conversations: Conversations, processor: any PaymentProcessor, caller: any ActionCaller, limits: AppleLimits
    ) -> PaySheets {
        var sheets = PaySheets(
            store: store, desk: conversations, processor: processor, limits: limits, measuredIn: context.registry,
            clock: context.clock, logger: context.logger)
        sheets.pages = publicURL.map { BusinessPages(caller: caller, publicURL: $0) }
        return sheets
    }

    func routes(_ sheets: PaySheets, business: @escaping @Sendable () -> String) -> PaymentRoutes {
        PaymentRoutes(
            sheets: sheets,
            pages: PaymentPageRoutes(
                sheets: sheets, business: business, hasTestCards: test != nil,
                isSecure: publicURL?.hasPrefix("https:") ?? false),
            clock: sheets.clock, logger: context.logger)
    }
}

/// The payment processor during development: it calls the action of the merchant if that is reachable, and otherwise
/// accepts test cards.
struct DevelopmentProcessor: PaymentProcessor {
    private let actions: ActionProcessor
    private let test: TestProcessor
    private let isReal: @Sendable (String) -> Bool

    init(actions: ActionProcessor, test: TestProcessor, isReal: @escaping @Sendable (_ merchant: String) -> Bool) {
        self.actions = actions
        self.test = test
        self.isReal = isReal
    }

    func take(_ order: PaymentOrder) async -> ProcessingOutcome {
        isReal(order.merchant) ? await actions.take(order) : await test.take(order)
    }
}
