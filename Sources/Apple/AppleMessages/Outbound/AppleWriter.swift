public import ChannelRules
public import Channels
public import FlowModel
public import JSON
public import Logging
public import MessageModel

/// Writes messages in the form that Apple accepts, without sending them, so that they can be inspected.
public struct AppleWriter: Sendable {
    private let envelope: Envelope

    private static let nobody = ConversationKey(channel: Apple.channel, customer: "", business: "")

    /// - Parameters:
    ///   - pictures: returns the bytes of the pictures that messages show.
    ///   - apps: the iMessage apps that messages open.
    ///   - signIns: opens the sign-ins that messages ask for; without it, those messages cannot be written.
    ///   - payments: opens the payments that messages ask for; without it, those messages cannot be written.
    ///   - language: the customer's language, for date formats that contain names.
    public init(
        limits: AppleLimits = .strict, pictures: any PictureSource, apps: [MessageApp] = [],
        signIns: (any SignInOpener)? = nil, payments: (any PaymentOpener)? = nil, language: String = "en",
        logger: Logger
    ) {
        envelope = Envelope(
            pictures: pictures, limits: limits, log: DeliveryLog(logger), apps: apps, language: language,
            signIns: signIns.map { SignInWriter(opener: $0, conversation: Self.nobody) },
            payments: payments.map { PaymentWriter(opener: $0, conversation: Self.nobody) })
    }

    /// Returns the bodies of all messages sent for a message, in order, without the keys for sender and recipient.
    ///
    /// No web page is fetched for a preview, and no file is uploaded.
    ///
    /// - Throws: when the message cannot be sent to Apple, and there is no substitute for it.
    public func bodies(of message: Message) async throws(DeliveryFailure) -> [JSONValue] {
        try await envelope.messages(of: message).map { .object($0.content) }
    }
}
