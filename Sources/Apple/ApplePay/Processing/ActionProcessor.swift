public import ConversationRuntime
import Expressions
import FlowEngine
public import FlowModel
import JSON
import MessageModel

/// Takes payments through the action that the merchant names in `Config/services.yaml`, and so through the business's
/// own payment provider.
///
/// The action receives `request`, `token`, `amount` and `contact`, as far as it declares them, and the key of the
/// order. Its `reference` identifies the payment; its declared `problems` are the declines. After any other failure it
/// is unknown whether money was taken.
public struct ActionProcessor: PaymentProcessor {
    private let caller: any ActionCaller
    private let action: @Sendable (_ merchant: String) -> Action?

    /// - Parameters:
    ///   - caller: makes the call, and retries it as the action allows.
    ///   - action: returns the action of a merchant; `nil` when there is none.
    public init(caller: any ActionCaller, action: @escaping @Sendable (_ merchant: String) -> Action?) {
        self.caller = caller
        self.action = action
    }

    public func take(_ order: PaymentOrder) async -> ProcessingOutcome {
        guard let action = action(order.merchant) else { return .declined(problem: "no processor") }
        let call = ActionCall(
            action: action.name, inputs: order.inputs(of: action), key: order.key, conversation: order.conversation,
            cause: order.cause)
        return await caller.call(call).processed(by: action)
    }

    /// Returns why an action cannot take payments; `nil` when it can.
    public static func complaint(about action: Action) -> String? {
        let inputs = PaymentOrder.inputs
        if !action.isOnce { return "it has `once: no`, so a repeated request may charge the customer twice" }
        if let other = action.takes.first(where: { !$0.isOptional && !inputs.contains($0.name) }) {
            return "it needs `\(other.name)`; a processor receives \(inputs.map { "`\($0)`" }.joined(separator: ", "))"
        }
        for name in ["token", "amount"] where !action.takes.contains(where: { $0.name == name }) {
            return "it has no input `\(name)`"
        }
        guard action.gives.contains(where: { $0.name == "reference" && !$0.isOptional && $0.type == .text }) else {
            return "it does not give `reference: text`"
        }
        return nil
    }
}

extension PaymentOrder {
    fileprivate static let inputs = ["request", "token", "amount", "contact"]

    /// Returns the inputs of an action, with the token in the declared type: a record or its text.
    fileprivate func inputs(of action: Action) -> Fields {
        var all = Fields([
            ("request", .text(question)), ("amount", .money(amount)), ("contact", .record(contact.fields)),
        ])
        let isText = action.takes.contains { $0.name == "token" && $0.type == .text }
        all["token"] = isText ? .text(token.json.text) : Value(guessing: token.json)
        return Fields(action.takes.compactMap { input in all[input.name].map { (input.name, $0) } })
    }
}

extension PayContact {
    /// The fields as flows see them.
    fileprivate var fields: Fields {
        var fields = Fields()
        fields["name"] = name.map { .text($0) }
        fields["phonetic_name"] = phoneticName.map { .text($0) }
        fields["email"] = email.map { .text($0) }
        fields["phone"] = phone.map { .text($0) }
        fields["address"] = address.map { .place($0) }
        return fields
    }
}

extension Action {
    fileprivate var isInSwift: Bool {
        if case .swift = target { true } else { false }
    }
}

extension ActionOutcome {
    /// The names of failures that any call can have, and that do not reveal whether money was taken.
    private static let unclear: Set = ["timeout", "unreachable", "refused", "bad answer"]

    fileprivate func processed(by action: Action) -> ProcessingOutcome {
        switch self {
        case .gave(let fields):
            guard case .text(let reference)? = fields["reference"], !reference.isEmpty else {
                return .unknown(problem: "bad answer")
            }
            return .paid(reference: reference)
        case .failed(let problem):
            // The problems of an action in Swift are not declared anywhere else.
            let isDeclared = action.isInSwift || action.problems.contains { $0.name == problem }
            return isDeclared && !Self.unclear.contains(problem)
                ? .declined(problem: problem) : .unknown(problem: problem)
        }
    }
}
