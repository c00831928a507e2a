import Channels
import CurlClient
import Expressions
import JSON

/// Posts messages to Apple's gateway (MSP REST API, Outgoing Messages).
struct GatewayClient: Sendable {
    private let settings: AppleSettings
    private let client: CurlClient
    private let clock: any WallClock
    private let timeout: Duration
    private let token: GatewayToken
    private let answers = GatewayAnswers()
    private let agent: String

    init(settings: AppleSettings, client: CurlClient, clock: any WallClock, version: String, timeout: Duration) {
        self.settings = settings
        self.client = client
        self.clock = clock
        self.timeout = timeout
        token = GatewayToken(mspID: settings.mspID, secrets: settings.secrets)
        agent = "usher/\(version)"
    }

    /// Posts one message and interprets Apple's response.
    ///
    /// - Parameters:
    ///   - path: the path at the gateway; sign-ins have their own.
    ///   - wantsReference: whether Apple is asked for a reference to the payload, by which it can be sent again.
    /// - Returns: the body of Apple's response if a reference was asked for; otherwise null.
    func send(
        _ content: JSONObject, to path: String = "/message", id: String, _ delivery: Delivery,
        wantsReference: Bool = false
    ) async throws(DeliveryFailure) -> JSONValue {
        let conversation = delivery.conversation
        var request = HTTPRequest("POST", settings.gateway + path)
        request.hasUsualAddress = true
        request.headers = headers(id, conversation)
        if wantsReference { request.headers.append(HTTPHeader(name: "include-data-ref", value: "true")) }
        request.body = .bytes(JSONValue.object(body(content, id, delivery)).bytes)
        request.timeout = timeout
        request.responseLimit = 64 * 1024
        request.repeatable = true
        let response = try await perform(request)
        try answers.read(response, of: conversation.customer)
        return wantsReference ? (try? JSONValue(parsing: response.body)) ?? .null : .null
    }

    /// Returns the whole body (MSP REST API, Common Specifications, "Message Payload").
    private func body(_ content: JSONObject, _ id: String, _ delivery: Delivery) -> JSONObject {
        var body: JSONObject = [
            "v": 1, "id": .string(id), "sourceId": .string(delivery.conversation.business),
            "destinationId": .string(delivery.conversation.customer),
        ]
        body.set("locale", delivery.context.language.map { .string(Self.locale($0)) })
        body.set("intent", delivery.context.intent.map { .string($0) })
        body.set("group", delivery.context.group.map { .string($0) })
        for (key, value) in content { body[key] = value }
        return body
    }

    /// A tag such as `pt-BR` as a locale of Apple's.
    private static func locale(_ tag: String) -> String {
        String(decoding: tag.utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 }, as: UTF8.self)
    }

    private func headers(_ id: String, _ conversation: ConversationKey) -> [HTTPHeader] {
        [
            HTTPHeader(name: "Authorization", value: "Bearer \(token.token(at: clock.now))"),
            HTTPHeader(name: "Content-Type", value: "application/json"),
            HTTPHeader(name: "id", value: id),
            HTTPHeader(name: "source-id", value: conversation.business),
            HTTPHeader(name: "destination-id", value: conversation.customer),
            HTTPHeader(name: "auto-reply", value: "true"),
            HTTPHeader(name: "msp-agent", value: agent),
        ]
    }

    private func perform(_ request: HTTPRequest) async throws(DeliveryFailure) -> HTTPResponse {
        do throws(HTTPFailure) {
            return try await client.send(request)
        } catch {
            throw DeliveryFailure(error)
        }
    }
}
