import Expressions
import FlowModel
import Foundation
import JSON
import MessageModel

extension TurnBuilder {
    /// Shows cards, each in the form that the device supports.
    mutating func show(_ cards: [CardTemplate]) throws(EmptyName) {
        let words = CardWording(wording)
        for template in cards {
            let isPrivate = session.isPrivate && template.usesPrivateValues(of: self)
            for card in try template.cards(by: self, in: scope) {
                for message in card.messages(on: session.device, words) {
                    let shown: Message? = isPrivate ? .text("(\(template.kind.rawValue))") : nil
                    effects.send(message, id: newID(), shown: shown)
                }
            }
        }
    }
}

extension CardTemplate {
    /// Whether numbers, money or data of the card derive from private values; its texts contain marks themselves.
    fileprivate func usesPrivateValues(of turn: TurnBuilder) -> Bool {
        if let each, turn.scope.isPrivate(each.list) { return true }
        let all = Array(values.values) + discounts.map(\.amount) + (data + buttons.flatMap(\.data)).map(\.value)
        return all.contains(where: turn.isPrivate) || cards.contains { $0.usesPrivateValues(of: turn) }
    }

    /// The card filled in for one customer, or with `each` one for every item of its list.
    fileprivate func cards(by turn: TurnBuilder, in scope: SessionScope) throws(EmptyName) -> [Card] {
        guard let each else { return [try card(by: turn, in: scope)] }
        var cards: [Card] = []
        for item in turn.items(of: each, in: scope) {
            cards.append(try card(by: turn, in: scope.with(each, item)))
        }
        return cards
    }

    private func card(by turn: TurnBuilder, in scope: SessionScope) throws(EmptyName) -> Card {
        let fill = Filling(template: self, turn: turn, scope: scope)
        return Card(
            try fill.content(), tap: try tap.map { tap throws(EmptyName) in try fill.tap(tap) },
            data: try fill.data(data), buttons: try fill.buttons(), overlay: try turn.overlay(overlays, in: scope),
            CardWording(turn.wording))
    }

    /// The cards of a carousel, limited to the largest number of items in a list; they inherit the carousel's tap
    /// unless they have their own.
    fileprivate func cardsInside(by turn: TurnBuilder, in scope: SessionScope) throws(EmptyName) -> [Card] {
        var all: [Card] = []
        for template in cards { all += try template.cards(by: turn, in: scope) }
        return Array(all.prefix(turn.engine.limits.items))
    }
}

/// Fills in the texts and values of one card.
private struct Filling {
    let template: CardTemplate
    let turn: TurnBuilder
    let scope: SessionScope

    func content() throws(EmptyName) -> Card.Content {
        switch template.kind {
        case .text:
            return .text(
                TextCard(
                    text: try need(.text), title: try text(.title), note: try text(.note), author: try text(.author)))
        case .link:
            return .link(
                LinkCard(
                    address: try need(.link), title: try text(.title), note: try text(.note),
                    author: try text(.author), image: try picture()))
        case .file: return .file(FileCard(source: try need(.file), title: try text(.title), author: try text(.author)))
        case .image:
            guard let picture = try picture() else { throw EmptyName(Name([])) }
            return .image(
                ImageCard(
                    picture: picture, title: try text(.title), note: try text(.note), artist: try text(.artist)))
        case .place: return .place(try place())
        case .status: return .status(try need(.status))
        case .product: return .product(try product())
        case .receipt: return .receipt(try receipt())
        case .carousel: return .carousel(try carousel())
        case .custom: return .custom(try custom())
        }
    }

    // Kinds.

    private func place() throws(EmptyName) -> PlaceCard {
        var place = PlaceCard(name: try need(.place))
        place.latitude = try number(.latitude)
        place.longitude = try number(.longitude)
        if let zoom = try number(.zoom) { place.zoom = NSDecimalNumber(decimal: zoom).intValue }
        place.note = try text(.note)
        place.street = try text(.street)
        place.street2 = try text(.street2)
        place.city = try text(.city)
        place.area = try text(.area)
        place.postcode = try text(.postcode)
        place.country = try text(.country)
        return place
    }

    private func product() throws(EmptyName) -> ProductCard {
        var product = ProductCard(name: try need(.product))
        product.brand = try text(.brand)
        product.note = try text(.note)
        product.image = try picture()
        product.price = try money(.price)
        product.quantity = try number(.quantity) ?? 1
        for (label, value) in template.options {
            product.options.append(
                ProductCard.Option(label: try turn.text(label, in: scope), value: try turn.text(value, in: scope)))
        }
        product.link = try text(.link)
        return product
    }

    private func receipt() throws(EmptyName) -> ReceiptCard {
        guard let total = try money(.total) else { throw EmptyName(Name(["total"])) }
        let items = try template.cardsInside(by: turn, in: scope).compactMap { card in
            if case .product(let product) = card.content { product } else { nil as ProductCard? }
        }
        var receipt = ReceiptCard(number: try need(.receipt), items: items, total: total, method: try need(.method))
        receipt.title = try text(.title)
        receipt.subtotal = try money(.subtotal)
        receipt.shipping = try money(.shipping)
        receipt.tax = try money(.tax)
        for (label, amount) in template.discounts {
            guard case .money(let money)? = try value(amount) else { continue }
            receipt.discounts.append(ReceiptCard.Discount(label: try turn.text(label, in: scope), amount: money))
        }
        receipt.address = try address(.address)
        receipt.billing = try address(.billing)
        receipt.created = try value(.created)
        receipt.link = try text(.link)
        return receipt
    }

    private func carousel() throws(EmptyName) -> [Card] {
        let tap = try template.tap.map { tap throws(EmptyName) in try self.tap(tap) }
        let data = try data(template.data)
        return try template.cardsInside(by: turn, in: scope).map { card in
            var card = card
            card.inherit(tap, data, CardWording(turn.wording))
            return card
        }
    }

    /// The text for other devices has access only to its data.
    private func custom() throws(EmptyName) -> OwnCard {
        let data = try data(template.data)
        var inside = SessionScope(session: turn.session, engine: turn.engine, now: turn.now)
        for name in data.names { inside.variables[name] = data[name] }
        let type = template.type
        return OwnCard(
            name: type?.name ?? "", type: type?.type ?? "", data: data,
            fallback: try type?.apple.map { text throws(EmptyName) in try text.text(in: inside, turn.wording) } ?? "")
    }

    // Taps.

    func tap(_ tap: CardTemplate.Tap) throws(EmptyName) -> Card.Tap {
        switch tap {
        case .open(let address): .open(try turn.text(address, in: scope))
        case .map: .map
        case .event(let name): .event(name)
        }
    }

    func data(_ data: [(name: String, value: Assignment)]) throws(EmptyName) -> Fields {
        var fields = Fields()
        for (name, value) in data { fields[name] = turn.bounded(try self.value(value)) }
        return fields
    }

    func buttons() throws(EmptyName) -> [Card.Button] {
        var buttons: [Card.Button] = []
        for button in template.buttons {
            buttons.append(
                Card.Button(
                    label: try turn.text(button.label, in: scope), tap: try tap(button.tap), data: try data(button.data)
                )
            )
        }
        return buttons
    }

    // Texts and values.

    private func text(_ key: CardTemplate.Key) throws(EmptyName) -> String? {
        guard let phrase = template.texts[key] else { return nil }
        let text = try turn.text(phrase, in: scope)
        return text.allSatisfy(\.isWhitespace) ? nil : text
    }

    private func need(_ key: CardTemplate.Key) throws(EmptyName) -> String {
        guard let text = try text(key) else { throw EmptyName(Name([key.rawValue])) }
        return text
    }

    private func picture() throws(EmptyName) -> Picture? {
        try template.image.map { image throws(EmptyName) in try image.asked(by: turn, in: scope) } ?? nil
    }

    private func value(_ key: CardTemplate.Key) throws(EmptyName) -> Value? {
        try template.values[key].map { assignment throws(EmptyName) in try value(assignment) } ?? nil
    }

    private func value(_ assignment: Assignment) throws(EmptyName) -> Value? {
        try turn.value(of: assignment, in: scope)
    }

    private func number(_ key: CardTemplate.Key) throws(EmptyName) -> Decimal? { try value(key)?.asNumber }

    private func money(_ key: CardTemplate.Key) throws(EmptyName) -> Money? {
        if case .money(let money)? = try value(key) { money } else { nil }
    }

    /// A place unchanged, any other value as a place of that name.
    private func address(_ key: CardTemplate.Key) throws(EmptyName) -> PlaceValue? {
        switch try value(key) {
        case .place(let place)?: place
        case let value?: PlaceValue(name: turn.wording.text(value))
        case nil: nil
        }
    }
}

extension TurnBuilder {
    /// The overlay of a step or a card for the customer's channel.
    func overlay(_ overlays: Overlays, in scope: SessionScope? = nil) throws(EmptyName) -> JSONObject {
        let overlay =
            switch session.device.channel {
            case .apple: overlays.apple
            case .web: overlays.web
            }
        return try overlay.map { overlay throws(EmptyName) in try json(overlay, in: scope ?? self.scope) }?.object
            ?? [:]
    }

    private func json(_ overlay: Overlay, in scope: SessionScope) throws(EmptyName) -> JSONValue {
        switch overlay {
        case .constant(let value): return value
        case .text(let phrase): return .string(try text(phrase, in: scope))
        case .list(let items):
            var values: [JSONValue] = []
            for item in items { values.append(try json(item, in: scope)) }
            return .array(values)
        case .block(let members):
            var object = JSONObject()
            for (key, value) in members { object[key] = try json(value, in: scope) }
            return .object(object)
        }
    }
}
