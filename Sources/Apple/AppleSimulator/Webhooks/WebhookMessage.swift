import JSON

/// A message from a customer, as it is sent to the business.
///
/// Source: Apple, MSP REST API, Common Specifications, "Message Payload", and Incoming Messages.
struct WebhookMessage: Sendable {
    let id: String
    let type: String
    /// The members that the type adds to the envelope.
    let content: JSONObject
    /// Whether it is a tap, which could accidentally be sent twice.
    var isTap = false

    var isTyping: Bool { type.hasPrefix("typing") }

    /// Returns the same message under another id.
    func again(as id: String) -> WebhookMessage {
        WebhookMessage(id: id, type: type, content: content, isTap: isTap)
    }

    /// Returns the whole message as `device` sends it.
    func json(from device: SimulatedDevice) -> JSONValue {
        var object: JSONObject = [
            "v": 1, "id": .string(id), "type": .string(type), "sourceId": .string(device.customer.text),
            "destinationId": .string(device.business.text),
        ]
        object.set("locale", device.locale.map { .string($0) })
        object.set("intent", device.intent.map { .string($0) })
        object.set("group", device.group.map { .string($0) })
        for (key, value) in content { object.set(key, value) }
        return .object(object)
    }
}

extension WebhookMessage {
    static func text(_ text: String, id: String) -> WebhookMessage {
        WebhookMessage(id: id, type: "text", content: ["body": .string(text)])
    }

    /// Returns a text with files, whose placeholders precede the words.
    static func text(_ text: String, _ files: [OutgoingFile], _ wire: WireHabits, id: String) -> WebhookMessage {
        let places = String(repeating: Attachment.placeholder, count: files.count)
        var content: JSONObject = ["body": .string(places + text)]
        if !files.isEmpty { content["attachments"] = .array(files.map { $0.json(wire) }) }
        return WebhookMessage(id: id, type: "text", content: content)
    }

    /// Returns an answer that is fetched from the store.
    static func reference(_ reference: JSONValue, id: String) -> WebhookMessage {
        WebhookMessage(id: id, type: "interactive", content: ["interactiveDataRef": reference], isTap: true)
    }

    static func answer(_ interactiveData: JSONValue, id: String) -> WebhookMessage {
        WebhookMessage(id: id, type: "interactive", content: ["interactiveData": interactiveData], isTap: true)
    }

    static func typing(starts: Bool, id: String) -> WebhookMessage {
        WebhookMessage(id: id, type: starts ? "typing_start" : "typing_end", content: [:])
    }

    static func close(id: String) -> WebhookMessage {
        WebhookMessage(id: id, type: "close", content: [:])
    }
}
