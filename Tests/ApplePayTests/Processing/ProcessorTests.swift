import Channels
import ConversationRuntime
import Expressions
import FlowEngine
import FlowModel
import JSON
import MessageModel
import Synchronization
import Testing

@testable import ApplePay

/// Charging: through the action of a merchant, and without any for tests.
@Suite struct ProcessorTests {
    private static let token = PaymentToken(["transactionIdentifier": "T1", "paymentData": ["data": "secret=="]])!
    private static let key = "q-1-" + token.fingerprint

    private static func order(
        card: String? = nil, email: String? = "ana@example.com"
    ) -> PaymentOrder {
        var json: JSONObject = ["transactionIdentifier": "T1", "paymentData": ["data": "secret=="]]
        json.set("paymentMethod", card.map { ["displayName": .string($0)] })
        return PaymentOrder(
            question: "q-1", conversation: ConversationKey(channel: "apple", customer: "ana", business: "b"),
            merchant: "shop", amount: Sheets.money("63.99"), token: PaymentToken(.object(json))!,
            contact: PayContact(name: "Ana", email: email, address: PlaceValue(city: "Paris")))
    }

    private static func action(takes: [(String, ValueType)] = inputs, once: Bool = true) -> Action {
        var action = Action(name: "charge")
        action.target = .http(
            HTTPTarget(
                method: "POST", address: Template(plain: "https://pay.example.com/charges"), headers: [], query: [],
                body: nil))
        action.takes = takes.map { ValueType.RecordField($0.0, $0.1) }
        action.gives = [ValueType.RecordField("reference", .text)]
        action.problems = [
            .init(sign: .status(402), name: "no funds"), .init(sign: .status(504), name: "timeout"),
        ]
        action.isOnce = once
        return action
    }

    private static let inputs: [(String, ValueType)] = [
        ("request", .text), ("token", .text), ("amount", .money), ("contact", .record([])),
    ]

    // Through an action.

    @Test func `the action is given the payment, under a key of this card on this sheet`() async throws {
        let caller = RecordingCaller(.gave(Fields([("reference", .text("R-7"))])))
        let processor = ActionProcessor(caller: caller) { $0 == "shop" ? Self.action() : nil }
        #expect(await processor.take(Self.order()) == .paid(reference: "R-7"))
        let call = try #require(caller.calls.first)
        #expect(call.action == "charge")
        #expect(call.key == Self.key)
        #expect(call.inputs["request"] == .text("q-1"))
        #expect(call.inputs["amount"] == .money(Sheets.money("63.99")))
        #expect(call.inputs["token"] == .text(#"{"transactionIdentifier":"T1","paymentData":{"data":"secret=="}}"#))
        #expect(call.inputs["contact"]?.field("email") == .text("ana@example.com"))
        #expect(call.inputs["contact"]?.field("address")?.field("city") == .text("Paris"))
    }

    @Test func `an action that takes the token as a record gets one, and nothing that it does not take`() async throws {
        let caller = RecordingCaller(.gave(Fields([("reference", .text("R-7"))])))
        let action = Self.action(takes: [("token", .record([])), ("amount", .money)])
        _ = await ActionProcessor(caller: caller) { _ in action }.take(Self.order())
        let call = try #require(caller.calls.first)
        #expect(call.inputs.names == ["token", "amount"])
        #expect(call.inputs["token"]?.field("paymentData")?.field("data") == .text("secret=="))
    }

    @Test func `another card on the same sheet has another key, the same card the same`() {
        var other = Self.order()
        other.token = PaymentToken(["paymentData": ["data": "secret=A"]])!
        #expect(Self.order().key == Self.key)
        #expect(other.key != Self.key && other.key.hasPrefix("q-1-"))
    }

    @Test(
        arguments: [
            (.failed("no funds"), .declined(problem: "no funds")), (.failed("timeout"), .unknown(problem: "timeout")),
            (.failed("unreachable"), .unknown(problem: "unreachable")),
            (.failed("refused"), .unknown(problem: "refused")),
            (.failed("bad answer"), .unknown(problem: "bad answer")), (.failed("odd"), .unknown(problem: "odd")),
            (.gave(Fields()), .unknown(problem: "bad answer")),
            (.gave(Fields([("reference", .text(""))])), .unknown(problem: "bad answer")),
        ] as [(ActionOutcome, ProcessingOutcome)])
    func `a problem that is declared is a decline; else nobody knows`(
        _ outcome: ActionOutcome, _ processed: ProcessingOutcome
    ) async {
        let processor = ActionProcessor(caller: RecordingCaller(outcome)) { _ in Self.action() }
        #expect(await processor.take(Self.order()) == processed)
    }

    @Test func `what an action in Swift names is a decline`() async {
        var action = Self.action()
        action.target = .swift("charge")
        for (problem, processed) in [
            ("odd", ProcessingOutcome.declined(problem: "odd")), ("timeout", .unknown(problem: "timeout")),
        ] {
            let processor = ActionProcessor(caller: RecordingCaller(.failed(problem))) { [action] _ in action }
            #expect(await processor.take(Self.order()) == processed)
        }
    }

    @Test func `a merchant without an action takes nothing`() async {
        let caller = RecordingCaller(.failed("odd"))
        #expect(
            await ActionProcessor(caller: caller) { _ in nil }.take(Self.order()) == .declined(problem: "no processor"))
        #expect(caller.calls.isEmpty)
    }

    @Test func `an action that cannot take payments says why`() {
        #expect(ActionProcessor.complaint(about: Self.action()) == nil)
        #expect(
            ActionProcessor.complaint(about: Self.action(once: false))
                == "it has `once: no`, so a repeated request may charge the customer twice")
        #expect(
            ActionProcessor.complaint(about: Self.action(takes: Self.inputs + [("colour", .text)]))
                == "it needs `colour`; a processor receives `request`, `token`, `amount`, `contact`")
        #expect(
            ActionProcessor.complaint(about: Self.action(takes: [("amount", .money)])) == "it has no input `token`")
        var silent = Self.action()
        silent.gives = []
        #expect(ActionProcessor.complaint(about: silent) == "it does not give `reference: text`")
    }

    // For tests.

    @Test(
        arguments: [
            ("Visa 1111", nil, "paid"), ("Visa 0002", nil, "card declined"),
            ("MasterCard 0051", nil, "insufficient funds"),
            ("Visa 0500", nil, "unreachable"), (nil, "declined@example.com", "card declined"),
            (nil, "Funds@example.com", "insufficient funds"), (nil, "down@example.com", "unreachable"),
            (nil, "ana@example.com", "paid"), (nil, nil, "paid"), ("Visa 1111", "declined@example.com", "paid"),
        ] as [(String?, String?, String)])
    func `the card decides in tests, or the e-mail where the card has no name`(
        _ card: String?, _ email: String?, _ wanted: String
    ) async {
        let outcome = await TestProcessor().take(Self.order(card: card, email: email))
        let found =
            switch outcome {
            case .paid: "paid"
            case .declined(let problem), .unknown(let problem): problem
            }
        #expect(found == wanted)
    }

    @Test func `a payment whose answer was lost is paid when it is asked for again, under the same reference`() async {
        let processor = TestProcessor()
        #expect(await processor.take(Self.order(card: "Visa 0408")) == .unknown(problem: "timeout"))
        let second = await processor.take(Self.order(card: "Visa 0408"))
        #expect(second == (await processor.take(Self.order(card: "Visa 0408"))))
        #expect(second != .unknown(problem: "timeout"))
    }
}

/// Returns the same outcome for every call, and records the calls.
private final class RecordingCaller: ActionCaller {
    private let outcome: ActionOutcome
    private let kept = Mutex<[ActionCall]>([])

    init(_ outcome: ActionOutcome) { self.outcome = outcome }

    var calls: [ActionCall] { kept.withLock { $0 } }

    func call(_ call: ActionCall) async -> ActionOutcome {
        kept.withLock { $0.append(call) }
        return outcome
    }
}
