public import Expressions

/// Processes Apple's posts to `/message`: verifies the sender, decompresses the body and parses the message.
public struct AppleWebhook: Sendable {
    /// The maximum size in bytes of a body before decompression.
    public static let largestBody = InboundPost.largestBody

    private let settings: AppleSettings
    private let token: WebhookToken

    public init(settings: AppleSettings) {
        self.settings = settings
        token = WebhookToken(mspID: settings.mspID, secrets: settings.secrets)
    }

    /// Returns the message of a request; throws when the request is refused.
    ///
    /// - Parameters:
    ///   - now: when the request was received.
    ///   - header: returns the value of a header, ignoring case.
    ///   - body: returns the body; called only after the token is verified.
    public func message(
        now: Moment, header: @Sendable (String) -> String?,
        body: () async throws(WebhookRefusal) -> [UInt8]
    ) async throws(WebhookRefusal) -> PostedMessage {
        if settings.verifiesWebhooks { try await token.check(header("authorization"), now: now) }
        return try InboundPost.message(try await body(), now: now, header: header, businessIDs: settings.businessIDs)
    }
}
