import Expressions
import Foundation
import JSON
public import MessageModel

/// Conversion of cards to rich messages.
extension PartsBridge {
    /// The card as a rich message; its overlay is merged into the body of the root when the parts are written.
    public func message(of card: Card) -> RichMessage {
        var message = message(of: card.content)
        message.action = action(card.tap, card.data)
        guard !card.buttons.isEmpty else { return message }
        let buttons = card.buttons.map { button in
            ButtonsContent.Button.action(.init(button.label, action(button.tap, button.data)))
        }
        return RichMessage(ButtonsContent(buttons, below: message))
    }

    /// The member of a message's custom data that names the project file which the message offers for download.
    public static let projectFile = "file"

    private func message(of content: Card.Content) -> RichMessage {
        switch content {
        case .text(let text):
            RichMessage(TextContent(text.text, title: text.title, subtitle: text.note, author: text.author))
        case .link(let link):
            RichMessage(
                LinkContent(
                    link.address, title: link.title, description: link.note, author: link.author,
                    imageURL: link.image.map { self.file($0.source) }))
        case .file(let card): file(card)
        case .image(let image): RichMessage(self.image(image))
        case .place(let place): RichMessage(location(place))
        case .status(let text): RichMessage(StatusContent(text))
        case .product(let card): product(card)
        case .receipt(let card): receipt(card)
        case .carousel(let cards): RichMessage(CarouselContent(cards.map { self.message(of: $0) }))
        case .custom(let card): custom(card)
        }
    }

    private func action(_ tap: Card.Tap?, _ data: Fields) -> MessageAction {
        var values = JSONObject(fields: data, in: wording.zone)
        switch tap {
        case nil: return MessageAction(event: nil, data: values)
        case .open(let address)?:
            values["url"] = .string(address)
            return MessageAction(event: "open-url", data: values)
        case .map?: return MessageAction(event: "open-map", data: values)
        case .event(let name)?: return MessageAction(event: name, data: values)
        }
    }

    private func file(_ card: FileCard) -> RichMessage {
        var content = FileContent(title: card.title ?? card.name, author: card.author)
        guard let source = source(card.source) else {
            content.sourceURL = file(card.source)
            return RichMessage(content)
        }
        content.source = source
        content.mimeType = source.mimeType
        content.size = source.content?.size
        var message = RichMessage(content)
        message.customData = [Self.projectFile: .string(card.source)]
        return message
    }

    private func image(_ card: ImageCard) -> ImageContent {
        var image = ImageContent(sourceURL: file(card.picture.source), title: card.title, subtitle: card.note)
        image.artist = card.artist
        image.alt = card.picture.alt
        return image
    }

    private func location(_ card: PlaceCard) -> LocationContent {
        var place = LocationContent(title: card.name)
        place.latitude = card.latitude
        place.longitude = card.longitude
        place.zoom = card.zoom
        place.description = card.note
        place.street1 = card.street
        place.street2 = card.street2
        place.city = card.city
        place.administrativeArea = card.area
        place.postalCode = card.postcode
        place.country = card.country
        return place
    }

    // Sales.

    private func product(_ card: ProductCard) -> RichMessage {
        var product = ProductContent(name: card.name)
        product.brand = card.brand
        product.description = card.note
        product.imageURLs = card.image.map { [file($0.source)] } ?? []
        product.price = card.price?.amount
        product.currency = card.price?.currency.code ?? ProductContent.usualCurrency
        product.quantity = card.quantity
        product.url = card.link
        product.options = card.options.map { option in
            var choice = ChoiceContent(Choices([.init(id: option.value, text: option.value)]), label: option.label)
            choice.title = nil
            choice.isLabel = true
            return RichMessage(choice)
        }
        return RichMessage(product)
    }

    private func receipt(_ card: ReceiptCard) -> RichMessage {
        var receipt = ReceiptContent(card.items.map { self.product($0) })
        if let title = card.title { receipt.title = title }
        receipt.createdAt = card.created?.external(in: wording.zone).string
        receipt.currency = card.total.currency.code
        receipt.paymentMethod = card.method
        receipt.orderNumber = card.number
        receipt.orderURL = card.link
        receipt.discounts = card.discounts.map { .init(name: $0.label, amount: $0.amount.amount) }
        receipt.subtotal = card.subtotal?.amount
        receipt.shippingCost = card.shipping?.amount
        receipt.totalTax = card.tax?.amount
        receipt.totalCost = card.total.amount
        receipt.shippingAddress = card.address.map { RichMessage(self.location($0)) }
        receipt.billingAddress = card.billing.map { RichMessage(self.location($0)) }
        return RichMessage(receipt)
    }

    private func location(_ value: PlaceValue) -> LocationContent {
        var place = LocationContent(title: value.name)
        place.street1 = value.street
        place.city = value.city
        place.postalCode = value.postcode
        place.country = value.country
        place.latitude = value.latitude
        place.longitude = value.longitude
        return place
    }

    /// A card of a custom type: read like a message that arrived in parts. If the type is not registered, its content
    /// is `UnknownContent`; the page that shows it may still know the type.
    private func custom(_ card: OwnCard) -> RichMessage {
        let body = JSONValue.object(JSONObject(fields: card.data, in: wording.zone)).text
        let part = MessagePart(id: nil, mimeType: "\(card.type);role=root", body: body)
        if var read = try? registry.message(of: [part]).message {
            if var feedback = read.content as? FeedbackContent, feedback.enabledFor.isEmpty {
                feedback.enabledFor = enabledFor
                read.content = feedback
            }
            return read
        }
        let data = PartData(mimeType: card.type, body: body)
        return RichMessage(UnknownContent(data: data, properties: JSONObject(fields: card.data, in: wording.zone)))
    }
}

extension JSONObject {
    /// Values in the form in which other systems read them.
    fileprivate init(fields: Fields, in zone: Zone) {
        self = Expressions.Value.record(fields).external(in: zone).object ?? [:]
    }
}
