import AppleMessages
import Channels
import Expressions
import JSON
import MessageModel

/// A request to `/message`, by default exactly as Apple sends it.
struct Post {
    var body: [UInt8]
    var authorization: String? = Token.good().bearer
    var headers: [String: String] = [:]
    var now = Account.now

    init(_ body: [UInt8]) { self.body = body }

    init(_ body: JSONValue) { self.init(body.bytes) }

    /// A text from the customer.
    static func text(_ text: String) -> Post { Post(Self.message(["body": .string(text)])) }

    /// A message with all members that every message has.
    static func message(_ more: JSONObject, type: String = "text") -> JSONValue {
        var object: JSONObject = [
            "v": 1, "id": "0f9a3c52-8b7d-4e65-a1c0-93d2f4b6e801", "type": .string(type),
            "sourceId": .string(Account.customer), "destinationId": .string(Account.business),
        ]
        for (key, value) in more { object[key] = value }
        return .object(object)
    }

    /// Returns the arrival that the webhook makes of the request.
    func arrival(with settings: AppleSettings = .test) async throws(WebhookRefusal) -> Arrival {
        try await arrival(at: AppleWebhook(settings: settings))
    }

    func arrival(at webhook: AppleWebhook) async throws(WebhookRefusal) -> Arrival {
        try await message(at: webhook).arrival
    }

    /// Returns the posted message, which may be incomplete.
    func message(at webhook: AppleWebhook) async throws(WebhookRefusal) -> PostedMessage {
        var headers = headers
        headers["authorization"] = authorization
        let given = headers
        return try await webhook.message(
            now: now, header: { given[$0] }, body: { () throws(WebhookRefusal) in body })
    }

    /// Returns why the webhook refuses the request; `nil` when it does not.
    func refusal(with settings: AppleSettings = .test) async -> WebhookRefusal? {
        do throws(WebhookRefusal) {
            _ = try await arrival(with: settings)
            return nil
        } catch {
            return error
        }
    }

    /// Returns the received text; `nil` for any other content.
    func heardText() async throws -> String? {
        if case .heard(.text(let text)) = try await arrival().content { text } else { nil }
    }
}

extension AppleSettings {
    static let test = AppleSettings(gateway: "http://127.0.0.1:9", mspID: Account.mspID, secret: Account.secret)
}

extension Arrival {
    /// The arrival in the format of fixtures.
    var json: JSONValue {
        var object: JSONObject = [
            "id": .string(id), "customer": .string(conversation.customer), "business": .string(conversation.business),
        ]
        object.set("locale", locale.map { .string($0) })
        object.set("intent", intent.map { .string($0) })
        object.set("group", group.map { .string($0) })
        switch content {
        case .heard(let heard): object["heard"] = heard.json
        case .reaction(let words, let quoted):
            object["reaction"] = .string(words)
            object["quoting"] = .string(quoted)
        case .sheetClosed(let closed):
            var sheet: JSONObject = ["ending": .string(closed.ending.rawValue)]
            sheet.set("question", closed.question.map { .string($0) })
            object["sheet_closed"] = .object(sheet)
        case .opened: object["opened"] = true
        case .closed: object["closed"] = true
        case .passing(let word): object["passing"] = .string(word)
        }
        return .object(object)
    }
}
