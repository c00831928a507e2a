import Channels
import MessageModel

/// Messages that a device or this channel cannot show, as the address of a page that can.
extension Envelope {
    /// Returns the link to a page that answers a question; for a sign-in preceded by the digits for which the page
    /// asks.
    func link(_ message: LinkMessage) async throws(DeliveryFailure) -> [WireMessage] {
        switch message.target {
        case .address(let address): [try page(address, message.words)]
        case .pay(let asked): [try page(try await paymentPage(asked, message.question), message.words)]
        case .signIn(let asked): try await signInLink(asked, message)
        }
    }

    /// Returns the rich link of a page, with the text as its title.
    func page(_ address: String, _ words: String) throws(DeliveryFailure) -> WireMessage {
        guard let link = WebLink(address) else { throw .giveUp("`\(address.prefix(100))` is not a web address") }
        let title = words.reversed().drop { $0.isWhitespace || ":：".contains($0) }.reversed()
        return WireMessage(RichLink(link, title: String(title)).content(writer))
    }
}
