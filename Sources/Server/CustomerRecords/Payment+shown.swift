import Channels
public import ConversationRuntime
import Expressions
public import JSON

extension Payment {
    /// The payment as JSON.
    public var shown: JSONValue {
        [
            "id": .int(Int(id.number)), "state": .string(state.rawValue),
            "amount": ["amount": .string(amount.plainAmount), "currency": .string(amount.currency.code)],
            "merchant": .string(merchant), "reference": reference.map { .string($0) } ?? .null,
            "problem": problem.map { .string($0) } ?? .null, "request_identifier": .string(question),
            "customer": conversation.customer.isEmpty ? .null : .string(conversation.customer),
            "business": .string(conversation.business), "channel": .string(conversation.channel),
            "opened_at": .string(openedAt.iso), "changed_at": .string(changedAt.iso),
            "unclaimed": .bool(isUnclaimed),
        ]
    }

    /// The payment as JSON, with its order and its audit log.
    public func shown(with trail: [PaymentEntry]) -> JSONValue {
        var object = shown.object ?? [:]
        object["items"] = .array(
            items.map { ["label": .string($0.label), "amount": .string($0.amount.plainAmount)] })
        object["expires_at"] = .string(expiresAt.iso)
        object["trail"] = .array(
            trail.map { entry in
                [
                    "at": .string(entry.at.iso), "what": .string(entry.kind.rawValue),
                    "detail": entry.detail.map { .string($0) } ?? .null,
                ]
            })
        return .object(object)
    }
}
