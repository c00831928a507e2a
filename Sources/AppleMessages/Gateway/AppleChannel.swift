public import Channels
public import CurlClient
import Expressions
import Foundation
import JSON
public import Logging
public import MessageModel

/// Sends messages through Apple's gateway.
///
/// Apple keeps no order by itself: the next message to a customer may only go when this one has been answered
/// (developer.apple.com, Sequencing Messages). The outbox sees to that.
public struct AppleChannel: Channel {
    public let name = Apple.channel

    private let settings: AppleSettings
    private let client: CurlClient
    private let clock: any WallClock
    private let token: GatewayToken
    private let trust = KeyTrust()
    private let envelope: Envelope
    private let agent: String

    /// - Parameters:
    ///   - pictures: gives the bytes of a picture that a message shows.
    ///   - version: of Usher, for Apple's logs.
    public init(
        settings: AppleSettings, client: CurlClient, pictures: any PictureSource, clock: any WallClock, version: String,
        logger: Logger
    ) {
        self.settings = settings
        self.client = client
        self.clock = clock
        token = GatewayToken(mspID: settings.mspID, secret: settings.secret)
        envelope = Envelope(pictures: pictures, isStrict: settings.isStrict, logger: logger)
        agent = "usher/\(version)"
    }

    public func deliver(_ delivery: Delivery) async throws(DeliveryFailure) {
        let content = try await envelope.content(of: delivery.message)
        if settings.showsTyping {
            try await send(typing, id: UUID().uuidString.lowercased(), in: delivery.conversation)
        }
        try await send(content, id: delivery.id, in: delivery.conversation)
    }

    private var typing: JSONObject { ["type": "typing_start"] }

    /// Posts one message and reads what Apple's answer means.
    private func send(
        _ content: JSONObject, id: String, in conversation: ConversationKey
    ) async throws(DeliveryFailure) {
        var body: JSONObject = [
            "v": 1, "id": .string(id), "sourceId": .string(conversation.business),
            "destinationId": .string(conversation.customer),
        ]
        for (key, value) in content { body[key] = value }
        var request = HTTPRequest("POST", settings.gateway + "/message")
        request.headers = try await headers(id, conversation)
        request.body = .bytes(JSONValue.object(body).bytes)
        request.responseLimit = 64 * 1024
        request.repeatable = true
        let response = try await perform(request)
        try read(response, conversation.customer)
    }

    private func headers(
        _ id: String, _ conversation: ConversationKey
    ) async throws(DeliveryFailure) -> [HTTPHeader] {
        let token: String
        do {
            token = try await self.token.token(at: clock.now)
        } catch {
            throw .stopSending("no token could be signed: \(error)")
        }
        return [
            HTTPHeader(name: "Authorization", value: "Bearer \(token)"),
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
            throw .tryAgain("Apple's gateway could not be reached: \(error)")
        }
    }

    /// The codes are Apple's (developer.apple.com, Sending Messages): 200, 400, 401, 403, 404, 500.
    private func read(_ response: HTTPResponse, _ customer: String) throws(DeliveryFailure) {
        let reason = "Apple answered \(response.status)\(complaint(response))"
        switch response.status {
        case 200..<300: trust.accept(customer)
        case 401: throw .stopSending("\(reason): our token is refused; check `apple.msp_id` and `apple.secret`")
        case 403: throw refused(reason, customer)
        case 408, 425, 429, 500...: throw .tryAgain(reason, after: retryAfter(response))
        default: throw .giveUp(reason)
        }
    }

    private func refused(_ reason: String, _ customer: String) -> DeliveryFailure {
        switch trust.refuse(customer) {
        case .wait: .tryAgain(reason)
        case .gone: .giveUp("\(reason): the customer has closed the conversation")
        case .key:
            .stopSending(
                "\(reason) for several customers; check `apple.msp_id`, `apple.secret` and the machine's clock")
        }
    }

    /// What the answer says about itself, as far as it fits a line.
    private func complaint(_ response: HTTPResponse) -> String {
        let text = String(decoding: response.body.prefix(300), as: UTF8.self).split(whereSeparator: \.isNewline)
        return text.isEmpty ? "" : " (\(text.joined(separator: " ")))"
    }

    private func retryAfter(_ response: HTTPResponse) -> TimeLength? {
        response.header("Retry-After").flatMap { Int($0) }.map { .seconds($0) }
    }
}

/// Gives the bytes of pictures.
public protocol PictureSource: Sendable {
    /// The picture, or `nil` when it cannot be had.
    func bytes(of picture: Picture) async -> [UInt8]?
}
