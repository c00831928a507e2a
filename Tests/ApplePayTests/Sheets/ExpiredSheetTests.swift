import ChannelRules
import Channels
import Concurrency
import ConversationRuntime
import Expressions
import FlowModel
import InMemoryStores
import JSON
import Logging
import MessageModel
import ServerMetrics
import Synchronization
import Testing

@testable import ApplePay

/// Requests that anyone can send to an expired sheet cost next to nothing.
@Suite struct ExpiredSheetTests {
    @Test func `the token of a call is looked at only when the time of its sheet is not over`() async throws {
        let counter = try await CountedSheet()
        #expect(try await counter.pay() == PaymentAnswer(.failure))
        #expect(counter.fingerprints == 1)
        counter.clock.turn(by: .milliseconds(15 * 60_000 - 1))
        _ = try await counter.pay()
        #expect(counter.fingerprints == 2)
        counter.clock.turn(by: .milliseconds(1))
        for _ in 0..<3 { #expect(try await counter.pay() == PaymentAnswer(.failure)) }
        #expect(counter.fingerprints == 2)
        #expect(try await counter.reasons.last == "the pay sheet has expired")
    }

    @Test func `what is paid is still known by its token when the time is over`() async throws {
        let counter = try await CountedSheet()
        try await counter.isPaid()
        counter.clock.turn(by: .hours(1))
        #expect(try await counter.pay() == .success)
        #expect(counter.fingerprints == 1)
    }
}

/// The sheet of Apple's sample, open for ten minutes, in a conversation without an open question.
private struct CountedSheet {
    let clock = TurnableClock(standingAt: Moment(seconds: 1_525_722_894))
    private let store = InMemoryPaymentStore()
    private let count = Count()
    private let name = SheetName.random()
    private let body: JSONValue
    private let question: String
    private let conversation = ConversationKey(channel: "apple", customer: "ana", business: "b")
    private let sheets: PaySheets

    init() async throws {
        body = try Fixtures.json("payment-gateway")
        question = try PaymentCall(body).question
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        var sheets = PaySheets(
            store: store, desk: NothingOpen(), processor: TestProcessor(), limits: .documented,
            measuredIn: MetricsRegistry(), clock: clock, logger: logger)
        sheets.fingerprint = { [count] token in
            count.value.add(1, ordering: .relaxed)
            return token.fingerprint
        }
        self.sheets = sheets
        let payment = NewPayment(
            conversation: conversation, question: question, merchant: "shop", amount: Sheets.fish.total,
            items: [], at: clock.now, expiresAt: clock.now + .minutes(10))
        await store.open(payment, under: name.key, PaymentEntry(.opened, at: clock.now))
    }

    var fingerprints: Int { count.value.load(ordering: .relaxed) }

    var reasons: [String] {
        get async throws {
            let payment = try #require(await store.payment(of: question, in: conversation))
            return await store.trail(of: payment.id).compactMap(\.detail)
        }
    }

    func pay() async throws -> PaymentAnswer { try await sheets.pay(body, at: name.text) }

    func isPaid() async throws {
        let payment = try #require(await store.payment(of: question, in: conversation))
        let call = try PaymentCall(body)
        let key = PaymentOrder.key(question: question, call.token.fingerprint)
        _ = await store.begin(
            PaymentAttempt(
                payment: payment.id, key: key, amount: payment.amount, shipping: nil, contact: PayContact(),
                token: call.token.json, at: clock.now))
        await store.end(key, .paid(reference: "R-1"), at: clock.now)
    }
}

private final class Count: Sendable {
    let value = Atomic(0)
}

private struct NothingOpen: PaymentConversations {
    func openPay(
        _ question: String, in conversation: ConversationKey, until deadline: Moment
    ) async throws -> OpenPay? { nil }

    func changeSheet(
        of question: String, in conversation: ConversationKey, _ change: PayChange
    ) async throws -> Receipt { .accepted }

    func closeSheet(_ reply: PayReply, in conversation: ConversationKey) async throws -> Receipt { .accepted }
}
