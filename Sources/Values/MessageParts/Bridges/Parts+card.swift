import Expressions
import Foundation
import JSON
public import MessageModel

/// Conversion of rich messages to cards.
extension PartsBridge {
    /// The message as a card; `nil` for questions, responses and content that no card can represent.
    public func card(of message: RichMessage, inheriting inherited: MessageAction = MessageAction()) -> Card? {
        if let buttons = message.content as? ButtonsContent { return card(of: buttons, message) }
        guard let content = content(of: message) else { return nil }
        let action = message.action
        let event = action.event ?? inherited.event
        var data = action.data
        for (key, value) in inherited.data where data[key] == nil { data[key] = value }
        return Card(content, tap: tap(event, data), data: Fields(json: data), cards)
    }

    private func card(of buttons: ButtonsContent, _ message: RichMessage) -> Card? {
        let inherited = message.handedDown(to: ButtonsContent.contentRole)
        guard let content = buttons.content, var card = card(of: content, inheriting: inherited) else { return nil }
        card.buttons = buttons.buttons.compactMap { button in
            guard case .action(let button) = button else { return nil }
            let action = buttons.action(of: button)
            guard let tap = tap(action.event, action.data) else { return nil }
            return Card.Button(label: button.text, tap: tap, data: Fields(json: action.data))
        }
        return card
    }

    private func tap(_ event: String?, _ data: JSONObject) -> Card.Tap? {
        switch event {
        case nil: return nil
        case "open-url":
            guard let address = data["url"]?.string, address.opensElsewhere else { return nil }
            return .open(address)
        case "open-map": return .map
        case let event?: return .event(event)
        }
    }

    private func content(of message: RichMessage) -> Card.Content? {
        switch message.content {
        case let text as TextContent:
            return .text(TextCard(text: text.text, title: text.title, note: text.subtitle, author: text.author))
        case let link as LinkContent:
            return .link(
                LinkCard(
                    address: link.url, title: link.title, note: link.description, author: link.author,
                    image: link.imageURL.map { Picture(source: $0, alt: nil) }))
        case let file as FileContent:
            return file.sourceURL.map { .file(FileCard(source: $0, title: file.title, author: file.author)) }
        case let image as ImageContent:
            return image.sourceURL.map { address in
                .image(
                    ImageCard(
                        picture: Picture(source: address, alt: image.alt), title: image.title, note: image.subtitle,
                        artist: image.artist))
            }
        case let place as LocationContent: return .place(self.place(place))
        case let status as StatusContent: return .status(status.text)
        case let product as ProductContent: return .product(self.product(product))
        case let receipt as ReceiptContent: return self.receipt(receipt)
        case let carousel as CarouselContent:
            let inherited = message.handedDown(to: CarouselContent.itemRole)
            return .carousel(carousel.items.compactMap { card(of: $0, inheriting: inherited) })
        case let response as ResponseContent: return response.status.map { .status($0.summary) }
        default: return nil
        }
    }

    private func place(_ content: LocationContent) -> PlaceCard {
        var place = PlaceCard(name: content.title ?? content.line ?? content.summary)
        place.latitude = content.latitude
        place.longitude = content.longitude
        place.zoom = content.zoom
        place.note = content.description
        place.street = content.street1
        place.street2 = content.street2
        place.city = content.city
        place.area = content.administrativeArea
        place.postcode = content.postalCode
        place.country = content.country
        return place
    }

    // Sales. An amount without a valid currency is left out.

    private func product(_ content: ProductContent) -> ProductCard {
        var product = ProductCard(name: content.summary)
        product.brand = content.brand
        product.note = content.description
        product.image = content.imageURLs.first.map { Picture(source: $0, alt: nil) }
        product.price = content.amount?.money
        product.quantity = content.quantity
        product.link = content.url
        product.options = content.options.compactMap { option in
            guard let choice = option.content as? ChoiceContent else { return nil }
            let answer = choice.choices.answer(in: option.responses)
            let items = choice.choices.items
            guard let item = items.first(where: { answer.contains($0.id) || items.count == 1 }) else { return nil }
            return .init(label: choice.label ?? "", value: item.text)
        }
        return product
    }

    private func receipt(_ content: ReceiptContent) -> Card.Content? {
        func money(_ amount: Decimal?) -> Money? { amount.flatMap { SentAmount($0, content.currency).money } }
        guard let total = money(content.totalCost) else { return nil }
        let items = content.products.compactMap { ($0.content as? ProductContent).map { self.product($0) } }
        var receipt = ReceiptCard(
            number: content.orderNumber ?? "", items: items, total: total, method: content.paymentMethod ?? "")
        if content.title != ReceiptContent.usualTitle { receipt.title = content.title }
        receipt.subtotal = money(content.subtotal)
        receipt.shipping = money(content.shippingCost)
        receipt.tax = money(content.totalTax)
        receipt.discounts = content.discounts.compactMap { discount in
            money(discount.amount).map { ReceiptCard.Discount(label: discount.name, amount: $0) }
        }
        receipt.address = (content.shippingAddress?.content as? LocationContent).map { self.value($0) }
        receipt.billing = (content.billingAddress?.content as? LocationContent).map { self.value($0) }
        receipt.created = content.createdAt.flatMap { Moment(iso: $0) }.map { .time(TimeSlot(start: $0)) }
        receipt.link = content.orderURL
        return .receipt(receipt)
    }

    private func value(_ place: LocationContent) -> PlaceValue {
        PlaceValue(
            name: place.title, street: [place.street1, place.street2].known(", "),
            city: [place.city, place.administrativeArea].known(" "), postcode: place.postalCode,
            country: place.country, latitude: place.latitude, longitude: place.longitude)
    }
}

extension Fields {
    /// Values from JSON, as far as they are plain; the address that a tap opens is stored elsewhere.
    fileprivate init(json: JSONObject) {
        self.init(
            json.filter { $0.key != "url" }.compactMap { key, value in
                switch value {
                case .string(let text): (key, .text(text))
                case .number(let number): number.decimal.map { (key, .number($0)) }
                case .bool(let flag): (key, .yesNo(flag))
                case .null, .array, .object: nil
                }
            })
    }
}
