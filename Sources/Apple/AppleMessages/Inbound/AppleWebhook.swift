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
        if settings.verifiesWebhooks { try token.check(header("authorization"), now: now) }
        return try InboundPost.message(try await body(), now: now, header: header, businessIDs: settings.businessIDs)
    }

    /// Whether a request is signed as Apple signs those to this provider.
    ///
    /// - Parameter authorization: the value of the header.
    public func isSigned(_ authorization: String?, now: Moment) -> Bool {
        if !settings.verifiesWebhooks { return true }
        do throws(WebhookRefusal) {
            try token.check(authorization, now: now)
            return true
        } catch {
            return false
        }
    }

    /// The business that a message in the body of a signed request is for; `nil` when the body does not say it.
    public static func business(in body: [UInt8]) -> String? { InboundPost.business(in: body) }
}
