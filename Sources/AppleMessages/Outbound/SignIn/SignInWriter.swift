import Channels
import JSON
import MessageModel

/// Opens the sign-ins that messages to one customer ask for.
struct SignInWriter: Sendable {
    let opener: any SignInOpener
    let conversation: ConversationKey
}

extension Envelope {
    /// An authentication message, which has a path of its own (Interactive Message Types, Authentication Message; the state
    /// is good once, so each attempt to send has a new one).
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

    /// A page that answers a question; before that of a sign-in the digits for which it asks.
    func link(_ message: LinkMessage) async throws(DeliveryFailure) -> [WireMessage] {
        guard case .signIn(let asked) = message.target else {
            return [WireMessage(try pages.link(message).content(writer))]
        }
        let opening = try opening()
        let open = try await opening.opener.openLink(asked, question: message.question, in: opening.conversation)
        let page = LinkMessage(question: message.question, words: message.words, target: .address(open.address))
        let digits = asked.digitsWords.isEmpty ? open.digits : "\(asked.digitsWords) \(open.digits)"
        return [.text(digits), WireMessage(try pages.link(page).content(writer))]
    }

    private func opening() throws(DeliveryFailure) -> SignInWriter {
        guard let signIns else { throw .giveUp("nobody can be asked to sign in from here") }
        return signIns
    }
}

/// Signing in by the device (Interactive Message Types, New Authentication Message).
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
