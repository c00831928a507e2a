import JSON

/// The outcome of a customer's action: all posts that it caused, in order.
public struct WebhookOutcome: Sendable {
    /// The id of the message. A doubled tap has a second one.
    public let messageID: String
    public let posts: [WebhookPost]

    /// Whether the business accepted it: the last post of every message received a 2xx.
    public var isDelivered: Bool {
        let last = Dictionary(posts.map { ($0.messageID, $0.isTaken) }) { _, later in later }
        return !last.isEmpty && last.values.allSatisfy { $0 }
    }
}

/// One post of a webhook.
public struct WebhookPost: Sendable, Hashable {
    public let messageID: String
    /// The type, such as `text`, `interactive`, `typing_start`.
    public let type: String
    /// The number of the attempt, starting at 1; a redelivery has the same id and a higher number.
    public let attempt: Int
    public internal(set) var result: Result
    /// The word for the fault that occurred.
    public internal(set) var fault: String?

    public enum Result: Sendable, Hashable {
        /// The status, and at most the first 4 KB of the body.
        case answered(Int, body: [UInt8])
        /// Why there is no response.
        case failed(String)
    }

    public var isTaken: Bool {
        if case .answered(200...299, _) = result { true } else { false }
    }
}

extension WebhookOutcome {
    var json: JSONValue {
        [
            "id": .string(messageID), "delivered": .bool(isDelivered),
            "posts": .array(posts.map(\.json)),
        ]
    }
}

extension WebhookPost {
    var json: JSONValue {
        var object: JSONObject = ["id": .string(messageID), "type": .string(type), "attempt": .int(attempt)]
        switch result {
        case .answered(let status, let body):
            object.set("status", .int(status))
            object.set("answer", .string(String(decoding: body, as: UTF8.self)))
        case .failed(let reason): object.set("failure", .string(reason))
        }
        object.set("fault", fault.map { .string($0) })
        return .object(object)
    }
}
