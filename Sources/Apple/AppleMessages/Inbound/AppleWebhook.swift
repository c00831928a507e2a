public import Expressions

/// Reads what Apple posts to `/message`: checks who sent it, unpacks it, and tells what it is.
public struct AppleWebhook: Sendable {
    /// The most bytes of a body as it comes.
    public static let largestBody = InboundPost.largestBody

    private let settings: AppleSettings
    private let token: WebhookToken

    public init(settings: AppleSettings) {
        self.settings = settings
        token = WebhookToken(mspID: settings.mspID, secrets: settings.secrets)
    }

    /// What a request carries, or why it is refused.
    ///
    /// - Parameters:
    ///   - now: the time of receiving.
    ///   - header: gives the value of a header, whatever its case.
    ///   - body: gives the body; not asked before the token is found good.
    public func message(
        now: Moment, header: @Sendable (String) -> String?,
        body: () async throws(WebhookRefusal) -> [UInt8]
    ) async throws(WebhookRefusal) -> PostedMessage {
        if settings.verifiesWebhooks { try await token.check(header("authorization"), now: now) }
        return try InboundPost.message(try await body(), now: now, header: header, businessIDs: settings.businessIDs)
    }
}
