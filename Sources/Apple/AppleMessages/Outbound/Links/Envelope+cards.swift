import ChannelRules
import Channels
import JSON
import Logging
import MessageModel
import OpenGraph

extension Envelope {
    /// Apple has no cards: the content of a card is sent as a text, followed by its address as a rich link.
    ///
    /// Files are sent as attachments.
    func card(_ card: Card) async throws(DeliveryFailure) -> [WireMessage] {
        if let attached = try await attachments?.content(of: card) {
            return [WireMessage(attached.content)] + attached.links.map { WireMessage(RichLink($0).content(writer)) }
        }
        guard let address = card.address, let link = WebLink(address) else { return texts(card.words) }
        switch card.content {
        case .link(let page): return said([page.note, page.author]) + [await self.link(page, link, card)]
        case .place, .product:
            return said(Array(card.linesWithoutAddress.dropFirst()))
                + [await self.link(card.headline, of: card, link)]
        case .text, .status, .receipt, .carousel, .custom:
            return said(card.linesWithoutAddress) + [await self.link(card.linkTitle, of: card, link)]
        case .file, .image: return texts(card.words)
        }
    }

    private func said(_ lines: [String?]) -> [WireMessage] {
        let text = lines.compactMap { $0 }.joined(separator: "\n")
        return text.isEmpty ? [] : texts(text)
    }

    private func link(_ title: String?, of card: Card, _ link: WebLink) async -> WireMessage {
        let rich = RichLink(link, title: title, picture: await picture(card.linkPicture))
        return WireMessage(rich.content(writer, overlay: card.overlay))
    }

    /// Returns a card that is a link. Without a title it shows the metadata of the page.
    private func link(_ page: LinkCard, _ link: WebLink, _ card: Card) async -> WireMessage {
        var rich = RichLink(link, title: page.title, picture: await picture(page.image))
        if page.title == nil, let preview = await previews?.preview(of: link.url) {
            rich.title = preview.title
            if page.image == nil { rich.picture = taken(preview.picture?.bytes) }
            rich.video = preview.video.map { .init(address: $0.address, mimeType: $0.mimeType) }
        }
        return WireMessage(rich.content(writer, overlay: card.overlay))
    }

    /// Returns the bytes of a picture in a format that Apple accepts beside an address.
    private func picture(_ picture: Picture?) async -> [UInt8]? {
        guard let picture else { return nil }
        if let bytes = await pictures.bytes(of: picture) { return taken(bytes) }
        log.notice("picture omitted", metadata: ["reason": "unavailable"])
        return nil
    }

    private func taken(_ bytes: [UInt8]?) -> [UInt8]? {
        guard let bytes else { return nil }
        if limits.takeInLink(PictureFormat(bytes), bytes: bytes.count) { return bytes }
        log.notice("picture omitted", metadata: ["reason": "\(limits.complaint(about: bytes))"])
        return nil
    }
}

extension Card {
    /// The lines of its text, without the line that is its address.
    fileprivate var linesWithoutAddress: [String] {
        let lines = words.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return lines.last == address ? lines.dropLast() : lines
    }

    /// The title of its link, unless the text above already says it; `nil` shows the host.
    fileprivate var linkTitle: String? {
        switch content {
        case .text(let text): text.title
        case .receipt(let receipt): receipt.title
        default: nil
        }
    }

    fileprivate var linkPicture: Picture? {
        if case .product(let product) = content { product.image } else { nil }
    }
}
