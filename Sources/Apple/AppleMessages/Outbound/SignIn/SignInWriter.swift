import Channels
import JSON
import MessageModel

/// Opens the sign-ins that messages to one customer ask for.
struct SignInWriter: Sendable {
    let opener: any SignInOpener
    let conversation: ConversationKey
}

extension Envelope {
    /// Returns an authentication message, which has a path of its own (Interactive Message Types, Authentication
    /// Message; the state is valid once, so each attempt to send has a new one).
    func signIn(_ message: SignInMessage) async throws(DeliveryFailure) -> WireMessage {
        let writer = try opening()
        let open = try await writer.opener.openAtDevice(
            message.signIn, question: message.question, in: writer.conversation)
        let images = await images([message.bubble.image])
        var wire = interactive(
            Authentication(message, open: open, images: images).data, message.bubble, images)
        wire.path = "/authenticate"
        return wire
    }

    /// Returns the digits for which the page asks, and its address.
    func signInLink(_ asked: AskedSignIn, _ message: LinkMessage) async throws(DeliveryFailure) -> [WireMessage] {
        let opening = try opening()
        let open = try await opening.opener.openLink(asked, question: message.question, in: opening.conversation)
        let digits = asked.digitsWords.isEmpty ? open.digits : "\(asked.digitsWords) \(open.digits)"
        return [.text(digits), try page(open.address, message.words)]
    }

    private func opening() throws(DeliveryFailure) -> SignInWriter {
        guard let signIns else { throw .giveUp("sign-in is not configured") }
        return signIns
    }
}

/// A sign-in on the device (Interactive Message Types, New Authentication Message).
struct Authentication {
    let data: JSONObject

    init(_ message: SignInMessage, open: DeviceSignIn, images: ImageSet) {
        var oauth2: JSONObject = [
            "responseType": "code", "scope": .array(message.signIn.scope.map { .string($0) }),
            "state": .string(open.state), "redirectURI": .string(open.redirect),
        ]
        if !open.parameters.isEmpty { oauth2["additionalParameters"] = .string(open.parameters) }
        data = [
            "version": "2.0", "requestIdentifier": .string(message.question),
            "authenticate": ["oauth2": .object(oauth2)],
        ]
    }
}
