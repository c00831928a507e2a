import Channels
import MessageModel

/// The addresses of our own pages, for what a device or this channel cannot show in a message.
struct Pages: Sendable {
    /// Where the server is seen, without a slash at its end; `nil` when it is not known.
    let publicURL: String?

    /// The link that goes out for a page; its words are the title.
    func link(_ message: LinkMessage) throws(DeliveryFailure) -> RichLink {
        let address = try address(of: message)
        guard let link = WebLink(address) else { throw .giveUp("`\(address.prefix(100))` is no address of the web") }
        let words = message.words.reversed().drop { $0.isWhitespace || ":：".contains($0) }.reversed()
        return RichLink(link, title: String(words))
    }

    private func address(of message: LinkMessage) throws(DeliveryFailure) -> String {
        if case .address(let address) = message.target { return address }
        guard let publicURL else { throw .giveUp("`server.public_url` is not set, so there is no page to link to") }
        return switch message.target {
        case .signIn: throw .giveUp("a sign-in has no address before it is opened")
        case .pay: "\(publicURL)/apple-pay/\(message.question)/fallback"
        case .address(let address): address
        }
    }
}
