import Expressions
import Foundation
import Gzip
import JSON
import Testing

/// A request that is refused or changes nothing, and its response.
struct BadWebhook: Sendable, CustomTestStringConvertible {
    let name: String
    let webhook: Webhook
    let status: Int
    /// Why it is refused; or, if it is accepted, why it changes nothing.
    let reason: String

    var testDescription: String { name }

    private init(_ name: String, _ webhook: Webhook, _ status: Int, _ reason: String) {
        self.name = name
        self.webhook = webhook
        self.status = status
        self.reason = reason
    }

    static let words = "my secret allergy"
    private static let text = Webhook.message("text", ["body": .string(words)])
    private static let packed = Gzip.compress(text.bytes)
    private static let json = "the body cannot be read as JSON: "

    static let all = tokens + bodies + messages

    private static let tokens = [
        BadWebhook(
            "no token", signed(nil), 401, "`Authorization` with a bearer token is missing"),
        BadWebhook(
            "a token of another secret", signed(Account.bearer(secret: Data(repeating: 9, count: 32))), 403,
            "the token is not signed with our secret"),
        BadWebhook(
            "a token for another provider", signed(Account.bearer(audience: "another")), 403,
            "the token has another audience (`aud`)"),
        BadWebhook(
            "an old token", signed(Account.bearer(at: Account.now - .hours(2))), 403,
            "the token was made more than an hour from now, which is \(Account.now.iso) by the clock of this machine"),
        BadWebhook("no token at all", signed("Bearer \(words)"), 403, "the token is not a JWT with HS256"),
    ]

    private static let bodies = [
        BadWebhook("broken gzip", Webhook(raw: Array(packed.dropLast(9))), 400, "the body is not valid gzip"),
        BadWebhook(
            "a gzip bomb", Webhook(raw: Gzip.compress([UInt8](repeating: 0x20, count: 64 << 20), level: 9)), 413,
            "the decompressed body is larger than 4194304 bytes"),
        BadWebhook(
            "10 MB", Webhook(raw: [UInt8](repeating: 0x20, count: 10 << 20)), 413,
            "the body is larger than 1048576 bytes"),
        BadWebhook("nothing", Webhook(raw: ""), 400, json + "the text ends where a value should be (byte 0)"),
        BadWebhook(
            "deep JSON", Webhook(raw: String(repeating: "[", count: 100_000)), 400,
            json + "arrays and objects are nested too deeply (byte 64)"),
        BadWebhook(
            "wrong UTF-8", Webhook(raw: Array(#"{"body":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8)), 400,
            json + "this string is not UTF-8 (byte 9)"),
        BadWebhook("an array", Webhook([text]), 400, json + "it is not an object"),
        BadWebhook(
            "a key twice", Webhook(raw: #"{"\#(words)":1,"\#(words)":2}"#), 400,
            json + "the key `…` occurs twice (byte 23)"),
    ]

    private static let messages = [
        BadWebhook(
            "no type", Webhook(["id": "1", "sourceId": "a", "destinationId": .string(Account.business)]), 400,
            "`type` is missing"),
        BadWebhook(
            "no sender", Webhook(["id": "1", "destinationId": "b", "body": "x"]), 400, "`source-id` is missing"),
        BadWebhook("no text", Webhook(Webhook.message("text", [:])), 400, "a text has no `body`"),
        BadWebhook(
            "no interactive data", Webhook(Webhook.message("interactive", [:])), 400,
            "an interactive message has no `interactiveData`"),
        BadWebhook(
            "another business", Webhook(Webhook.message("text", ["body": "x", "destinationId": "another"])), 404,
            "this business is not served here"),
        BadWebhook(
            "an unknown type", Webhook(Webhook.message("hologram", ["body": .string(words)])), 200,
            "messages of type `hologram`"),
        BadWebhook(
            "a reply of an unknown kind", Webhook(interactive(["hologram": .string(words)])), 200,
            "a reply of an unknown kind"),
        BadWebhook(
            "a word about a payment", Webhook(interactive(["payment": ["status": .string(words)]])), 200,
            "the payment processor reports the outcome of a payment"),
        BadWebhook(
            "a sign-in that ended well", Webhook(interactive(["authenticate": ["status": "success"]])), 200,
            "a successful sign-in: its result comes from the provider"),
        BadWebhook("a tapback", Webhook.text("Loved an image"), 200, "a tapback"),
    ]

    private static func signed(_ authorization: String?) -> Webhook {
        var webhook = Webhook(text)
        webhook.authorization = authorization
        return webhook
    }

    private static func interactive(_ data: JSONValue) -> JSONValue {
        Webhook.message("interactive", ["interactiveData": ["bid": "com.apple", "data": data]])
    }
}
