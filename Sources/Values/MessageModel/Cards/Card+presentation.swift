extension Card {
    /// The largest number of cards of a carousel that are sent one after another.
    private static let mostInOrder = 5

    /// The messages to send for the card, in order. A web chat shows cards natively. Apple has no cards: a carousel
    /// becomes its cards one after another, and buttons that open an address become links below their card; other
    /// buttons have no function there.
    public func messages(on device: Device, _ wording: CardWording) -> [Message] {
        switch device.channel {
        case .web: [.card(self)]
        case .apple: onePerMessage(wording).filter { !$0.isEmpty }
        }
    }

    private func onePerMessage(_ wording: CardWording) -> [Message] {
        var bare = self
        bare.buttons = []
        let links = buttons.compactMap { button -> Message? in
            guard case .open(let address) = button.tap else { return nil }
            return .card(Card(.link(LinkCard(address: address, title: button.label)), wording))
        }
        guard case .carousel(let cards) = content else { return [.card(bare)] + links }
        let shown = cards.prefix(Self.mostInOrder).flatMap { $0.onePerMessage(wording) }
        let rest = cards.count - Self.mostInOrder
        return shown + (rest > 0 ? [.text(wording.more(rest))] : []) + links
    }
}

extension Message {
    /// Whether the card has no text.
    fileprivate var isEmpty: Bool {
        if case .card(let card) = self { card.words.isEmpty } else { false }
    }
}
