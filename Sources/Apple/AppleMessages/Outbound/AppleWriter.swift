public import Channels
public import JSON
public import Logging
public import MessageModel

/// Writes messages as Apple takes them, without sending anything: for whoever wants to see them.
public struct AppleWriter: Sendable {
    private let envelope: Envelope

    private static let nobody = ConversationKey(channel: Apple.channel, customer: "", business: "")

    /// - Parameters:
    ///   - pictures: gives the bytes of the pictures that messages show.
    ///   - signIns: opens the sign-ins that messages ask for; without it those cannot be written.
    ///   - payments: opens the payments that messages ask for; without it those cannot be written.
    ///   - language: the customer's, for days whose format has names in it.
    public init(
        limits: AppleLimits = .strict, pictures: any PictureSource, apps: any AppSource = FixedApps(),
        signIns: (any SignInOpener)? = nil, payments: (any PaymentOpener)? = nil, language: String = "en",
        logger: Logger
    ) {
        envelope = Envelope(
            pictures: pictures, limits: limits, log: DeliveryLog(logger), apps: apps, language: language,
            signIns: signIns.map { SignInWriter(opener: $0, conversation: Self.nobody) },
            payments: payments.map { PaymentWriter(opener: $0, conversation: Self.nobody) })
    }

    /// The bodies of all that goes out for a message, in order, without the keys that say who writes to whom.
    ///
    /// No page of the web is asked for a preview, and no file is uploaded.
    ///
    /// - Throws: when the message cannot be sent to Apple, and nothing can go in its place.
    public func bodies(of message: Message) async throws(DeliveryFailure) -> [JSONValue] {
        try await envelope.messages(of: message).map { .object($0.content) }
    }
}
