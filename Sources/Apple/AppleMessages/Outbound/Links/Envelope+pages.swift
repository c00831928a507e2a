import Channels
import MessageModel

/// What a device or this channel cannot show in a message, as the address of a page that can.
extension Envelope {
    /// A page that answers a question; before that of a sign-in the digits for which it asks.
    func link(_ message: LinkMessage) async throws(DeliveryFailure) -> [WireMessage] {
        switch message.target {
        case .address(let address): [try page(address, message.words)]
        case .pay(let asked): [try page(try await paymentPage(asked, message.question), message.words)]
        case .signIn(let asked): try await signInLink(asked, message)
        }
    }

    /// The rich link of a page; the words are its title.
    func page(_ address: String, _ words: String) throws(DeliveryFailure) -> WireMessage {
        guard let link = WebLink(address) else { throw .giveUp("`\(address.prefix(100))` is no address of the web") }
        let title = words.reversed().drop { $0.isWhitespace || ":：".contains($0) }.reversed()
        return WireMessage(RichLink(link, title: String(title)).content(writer))
    }
}
