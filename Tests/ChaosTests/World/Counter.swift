import AppleMessages
import ChannelRules
import Channels
import ConversationRuntime
import Expressions
import FlowModel
import Logging
import MessageModel
import ServerMetrics

@testable import ApplePay

/// The payments of one process: the real pay sheets on the real payment store.
struct Counter: Sendable {
    /// The parts that exist before the conversations.
    struct Parts {
        let books: Books
        let opening: PaymentSheetFactory
        let merchants: MerchantRegistry

        init(_ bot: Bot, _ store: any PaymentStore, _ orderly: OrderlyStore, _ pulse: Pulse, _ outside: Outside) {
            books = Books(store: store, turns: orderly)
            merchants = MerchantRegistry(of: bot) { _ in nil }
            var opening = PaymentSheetFactory(
                merchants: merchants,
                sessions: MerchantSessions(
                    client: Wire(pulse: pulse, outside: outside), clock: outside.clock, allowsPrivateAddresses: false),
                store: books, publicURL: "https://garage.example", clock: outside.clock)
            opening.newName = { SheetName(outside.chance.token()) ?? .random() }
            self.opening = opening
        }
    }

    let sheets: PaySheets
    let books: Books

    init(_ parts: Parts, _ conversations: Conversations, _ caller: any ActionCaller, _ outside: Outside) {
        books = parts.books
        let merchants = parts.merchants
        sheets = PaySheets(
            store: parts.books, desk: conversations,
            processor: ActionProcessor(caller: caller) { merchants.processor(of: $0) }, limits: .documented,
            measuredIn: MetricsRegistry(), clock: outside.clock, logger: outside.log.logger)
    }

    func run() async { await PaymentService(sheets).run() }

    /// Passes a message to the conversations as the webhook route does.
    func receive(_ arrival: Arrival, for conversations: Conversations) async throws -> Receipt {
        switch arrival.content {
        case .sheetClosed(let closed): try await sheets.hear(closed, in: arrival.conversation)
        case .heard:
            return try await sheets.whenTaken(in: arrival.conversation) { try await conversations.receive(arrival) }
        case .opened, .reaction, .closed, .passing: break
        }
        return try await conversations.receive(arrival)
    }

    /// Whether a payment is still in progress.
    func isBusy() async throws -> Bool {
        try await books.payments(PaymentFilter(), skipping: 0, limit: 999).contains { payment in
            switch payment.state {
            case .opened, .processing: true
            case .paid, .declined, .failed: !payment.isTold
            case .cancelled, .expired: false
            }
        }
    }
}
