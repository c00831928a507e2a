import Expressions
import Foundation
import JSON

extension TranscriptEntry {
    /// Returns the entry as the control API shows it.
    ///
    /// - Parameter withPayload: whether to include the whole message.
    func json(withPayload: Bool) -> JSONValue {
        var object: JSONObject = [
            "number": .int(number), "at": .string(UTCTime.text(at)), "from": isReceived ? "business" : "customer",
            "kind": .string(kind), "id": .string(messageID),
        ]
        for (key, value) in shown { object.set(key, value) }
        if !files.isEmpty { object.set("files", .array(files.enumerated().map { $1.json(number: $0 + 1) })) }
        if isBubble { object.set("answered", .bool(isAnswered)) }
        object.set("lost", lost.map { .string($0) })
        object.set("delivered", isDelivered.map { .bool($0) })
        if withPayload { object.set("payload", try? JSONValue(parsing: payload)) }
        return .object(object)
    }

    private var shown: JSONObject {
        switch content {
        case .received(.text(let text)), .sent(.text(let text)):
            ["text": .string(files.isEmpty ? text : text.withoutPlaceholders)]
        case .received(.interactive(let message)): message.display
        case .received(.richLink(let link)):
            [
                "title": .string(link.title), "url": .string(link.url), "image": .bool(link.hasImage),
                "video": .bool(link.hasVideo),
            ]
        case .received(.app(let app)): app.display
        case .sent(.choice(let request, let options)):
            ["request": .string(request), "chosen": .array(options.map(\.json))]
        case .sent(.form(let request, let selections)): ["request": .string(request), "selections": selections]
        case .sent(.signIn(let request, let answer)): ["request": .string(request), "answer": answer]
        case .sent(.payment(let request, let status)): ["request": .string(request), "status": .string(status)]
        case .sent(.app(let session, let url)): ["session": .string(session), "url": .string(url)]
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

extension AppMessage {
    fileprivate var display: JSONObject {
        var object: JSONObject = ["bid": .string(bid), "app": .string(appName), "app_id": .int(appID)]
        object.set("title", .string(receivedMessage.title))
        object.set("subtitle", receivedMessage.subtitle.map { .string($0) })
        object.set("url", .string(url))
        object.set("session", sessionIdentifier.map { .string($0) })
        return object
    }
}

extension TranscriptFile {
    /// - Parameter number: the number of the file in its message, starting at 1.
    func json(number: Int) -> JSONValue {
        var object: JSONObject = [
            "number": .int(number), "name": .string(name), "mime_type": .string(mimeType), "size": .int(size),
            "sha256": .string(sha256), "beginning": .string(Hexadecimal.text(beginning)),
        ]
        object.set("problem", problem.map { .string($0) })
        return .object(object)
    }
}

extension String {
    /// The text without the placeholder characters of files.
    var withoutPlaceholders: String {
        filter { $0 != Attachment.placeholder }.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

extension TimeLength {
    /// The duration in seconds, with a fraction if there is one.
    var json: JSONValue { .number(JSONNumber(Decimal(milliseconds) / 1000)) }
}
