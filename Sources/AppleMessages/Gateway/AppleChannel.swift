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
    private let answers = GatewayAnswers()
    private let pictures: any PictureSource
    private let logger: Logger
    private let agent: String
    private let timeout: Duration

    /// - Parameters:
    ///   - pictures: gives the bytes of a picture that a message shows.
    ///   - version: of Usher, for Apple's logs.
    public init(
        settings: AppleSettings, client: CurlClient, pictures: any PictureSource, clock: any WallClock, version: String,
        logger: Logger
    ) {
        self.init(
            settings: settings, client: client, pictures: pictures, clock: clock, version: version, logger: logger,
            timeout: .seconds(30))
    }

    /// - Parameter timeout: how long Apple may take to answer.
    init(
        settings: AppleSettings, client: CurlClient, pictures: any PictureSource, clock: any WallClock, version: String,
        logger: Logger, timeout: Duration
    ) {
        self.settings = settings
        self.client = client
        self.clock = clock
        self.timeout = timeout
        token = GatewayToken(mspID: settings.mspID, secret: settings.secret)
        self.pictures = pictures
        self.logger = logger
        agent = "usher/\(version)"
    }

    public func deliver(_ delivery: Delivery) async throws(DeliveryFailure) {
        let content = try await envelope(of: delivery).content(of: delivery.message)
        if settings.showsTyping { try await showTyping(in: delivery.conversation) }
        try await send(content, id: delivery.id, in: delivery.conversation)
    }

    /// What is logged while it is written names the delivery and what it answers.
    private func envelope(of delivery: Delivery) -> Envelope {
        var logger = logger
        logger[metadataKey: "delivery"] = "\(delivery.id)"
        logger[metadataKey: "arrival"] = delivery.cause.map { "\($0)" }
        return Envelope(
            pictures: pictures, isStrict: settings.isStrict, logger: logger, pages: Pages(publicURL: settings.publicURL)
        )
    }

    /// Shows the customer that somebody types. A sign that Apple does not take is no reason to keep the message back.
    private func showTyping(in conversation: ConversationKey) async throws(DeliveryFailure) {
        do throws(DeliveryFailure) {
            try await send(["type": "typing_start"], id: UUID().uuidString.lowercased(), in: conversation)
        } catch {
            guard case .giveUp = error else { throw error }
        }
    }

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
        request.timeout = timeout
        request.responseLimit = 64 * 1024
        request.repeatable = true
        let response = try await perform(request)
        try answers.read(response, of: conversation.customer)
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
            throw DeliveryFailure(error)
        }
    }
}

/// Gives the bytes of pictures.
public protocol PictureSource: Sendable {
    /// The picture, or `nil` when it cannot be had.
    func bytes(of picture: Picture) async -> [UInt8]?
}
