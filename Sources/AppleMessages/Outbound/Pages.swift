import Channels
import MessageModel

/// The addresses of our own pages, for what a device or this channel cannot show in a message.
struct Pages: Sendable {
    /// Where the server is seen, without a slash at its end; `nil` when it is not known.
    let publicURL: String?

    /// What goes out as a text in the place of a message that asks for a service.
    func text(for message: Message) throws(DeliveryFailure) -> String {
        switch message {
        case .link(let link): return try text(link)
        case .signIn(let message):
            let asked = message.signIn
            let link = LinkMessage(
                question: message.question, words: asked.linkWords, target: .signIn(provider: asked.provider))
            return "\(message.bubble.title)\n\(try text(link))"
        case .pay(let message):
            let link = LinkMessage(question: message.question, words: message.pay.linkWords, target: .pay)
            return "\(message.bubble.title)\n\(try text(link))"
        case .app(let message):
            guard let address = message.app.webAddress else {
                throw .giveUp("the app `\(message.app.app)` cannot be opened from here yet, and has no `web` address")
            }
            return "\(message.bubble.title)\n\(address)"
        default: throw .giveUp("this message asks for no service")
        }
    }

    private func text(_ link: LinkMessage) throws(DeliveryFailure) -> String {
        if case .address = link.target { return link.shown }
        guard let publicURL else { throw .giveUp("`server.public_url` is not set, so there is no page to link to") }
        let address =
            switch link.target {
            case .signIn(let provider): "\(publicURL)/sign-in/\(provider)/link/\(link.question)"
            case .pay: "\(publicURL)/apple-pay/\(link.question)/fallback"
            case .address(let address): address
            }
        return "\(link.words) \(address)"
    }
}
