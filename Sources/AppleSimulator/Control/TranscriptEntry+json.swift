import Expressions
import Foundation
import JSON

extension TranscriptEntry {
    /// The entry as the control API shows it.
    ///
    /// - Parameter withPayload: whether the whole message goes with it.
    func json(withPayload: Bool) -> JSONValue {
        var object: JSONObject = [
            "number": .int(number), "at": .string(UTCTime.text(at)), "from": isReceived ? "business" : "customer",
            "kind": .string(kind), "id": .string(messageID),
        ]
        for (key, value) in shown { object.set(key, value) }
        if interactive != nil { object.set("answered", .bool(isAnswered)) }
        object.set("lost", lost.map { .string($0) })
        object.set("delivered", isDelivered.map { .bool($0) })
        if withPayload { object.set("payload", try? JSONValue(parsing: payload)) }
        return .object(object)
    }

    private var shown: JSONObject {
        switch content {
        case .received(.text(let text)), .sent(.text(let text)): ["text": .string(text)]
        case .received(.interactive(let message)): message.display
        case .received(.richLink(let link)):
            [
                "title": .string(link.title), "url": .string(link.url), "image": .bool(link.hasImage),
                "video": .bool(link.hasVideo),
            ]
        case .sent(.choice(let request, let options)):
            ["request": .string(request), "chosen": .array(options.map(\.json))]
        case .received(.typingStart), .received(.typingEnd), .sent(.typingStart), .sent(.typingEnd), .sent(.close): [:]
        }
    }
}

extension InteractiveMessage {
    fileprivate var display: JSONObject {
        var object: JSONObject = ["request": .string(requestIdentifier)]
        object.set("title", receivedMessage.map { .string($0.title) })
        object.set("subtitle", receivedMessage?.subtitle.map { .string($0) })
        for (key, value) in checked.display { object.set(key, value) }
        return object
    }
}

extension TimeLength {
    /// Seconds, with their fraction when there is one.
    var json: JSONValue { .number(JSONNumber(Decimal(milliseconds) / 1000)) }
}
