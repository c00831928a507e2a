import FlowModel

/// The keys of cards (flow language, 3.12).
enum CardTables {
    // Places.

    /// The forms of a card of `show`.
    static let shownForms = CardTemplate.Kind.allCases.map { ValueForm.block(.cardOf($0)) }

    static func shown(_ kind: CardTemplate.Kind) -> KeyTable { shown[kind] ?? unknown }

    static func listed(_ kind: CardTemplate.Kind) -> KeyTable { listed[kind] ?? unknown }

    private static let shown = tables { own($0) + always }
    private static let listed = tables { own($0) + always + [each] }

    private static func tables(_ keys: (CardTemplate.Kind) -> [LanguageKey]) -> [CardTemplate.Kind: KeyTable] {
        Dictionary(uniqueKeysWithValues: CardTemplate.Kind.allCases.map { ($0, KeyTable($0.words, keys($0))) })
    }

    /// The keys of all kinds.
    static let unknown = KeyTable(
        "a card", CardTemplate.Key.allCases.compactMap(anywhere) + always + [each])

    /// A key, as the kind of card that it begins has it, otherwise the first kind with this key.
    private static func anywhere(_ key: CardTemplate.Key) -> LanguageKey? {
        let kinds = [CardTemplate.Kind(rawValue: key.rawValue)].compactMap { $0 } + CardTemplate.Kind.allCases
        return kinds.lazy.compactMap { kind in own(kind).first { $0.name == key.rawValue } }.first
    }

    // Keys.

    private static func own(_ kind: CardTemplate.Kind) -> [LanguageKey] {
        switch kind {
        case .text: [begin(kind, .prose, about: "A card with a text."), title, note, author]
        case .link:
            [
                begin(kind, .address, about: "A card with a link to a web page."), title, note, author,
                LanguageKey("image", .asset, about: "The picture of the link."), alt,
            ]
        case .file: [begin(kind, .asset, about: "A card with a file."), title, author]
        case .image:
            [
                begin(kind, .asset, about: "A card with a picture."), alt, title, note,
                LanguageKey("artist", .prose, about: "The artist of the picture."),
            ]
        case .place: [begin(kind, .prose, about: "A card with a place, by its name.")] + ofPlaces
        case .status: [begin(kind, .prose, about: "A short message about what happens.")]
        case .product: [begin(kind, .prose, about: "A card with a product, by its name.")] + ofProducts
        case .receipt: [begin(kind, .text, about: "The receipt of an order, by its number.")] + ofReceipts
        case .carousel:
            [
                begin(
                    kind, [.list(of: carouselForms)] + carouselForms,
                    about: "Cards side by side, at most 100 for an `each`.")
            ]
        case .custom: [begin(kind, .name(.customCard), about: "A card of a type from Config/services.yaml.")]
        }
    }

    private static func begin(_ kind: CardTemplate.Kind, _ form: ValueForm, about: String) -> LanguageKey {
        begin(kind, [form], about: about)
    }

    private static func begin(_ kind: CardTemplate.Kind, _ forms: [ValueForm], about: String) -> LanguageKey {
        LanguageKey(kind.rawValue, forms, isRequired: true, group: .card, about: about)
    }

    private static let title = LanguageKey("title", .prose, about: "The title of the card.")
    private static let note = LanguageKey("note", .prose, about: "The line below the title.")
    private static let author = LanguageKey("author", .prose, about: "The author of the content.")
    private static let alt = LanguageKey("alt", .prose, about: "A description of the image, which is read aloud.")
    private static let each = LanguageKey("each", .each, about: "The list of which every item becomes a card.")

    private static let ofPlaces = [
        LanguageKey("latitude", .number, .insert, from: -90, to: 90, about: "The latitude, -90 to 90."),
        LanguageKey("longitude", .number, .insert, from: -180, to: 180, about: "The longitude, -180 to 180."),
        LanguageKey(
            "zoom", .wholeNumber, .insert, from: 1, to: 18, about: "The scale of the map, 1 to 18; 17, if left out."),
        note,
        LanguageKey("street", .text, about: "The street and the house number."),
        LanguageKey("street2", .text, about: "A second line of the street."),
        LanguageKey("city", .text, about: "The city."),
        LanguageKey("area", .text, about: "The state or the region."),
        LanguageKey("postcode", .text, about: "The postcode."),
        LanguageKey("country", .text, about: "The country."),
    ]

    private static let ofProducts = [
        LanguageKey("brand", .prose, about: "The brand of the product."),
        note,
        LanguageKey("image", .asset, about: "The picture of the product."),
        alt,
        LanguageKey("price", .amount, about: "The price of one."),
        LanguageKey("quantity", .number, .insert, from: 0, to: 1_000_000, about: "How many; 1, if left out."),
        LanguageKey("options", .block(.cardOptions), about: "The variant, such as its colour and its size."),
        LanguageKey("link", .address, about: "The page of the product."),
    ]

    private static let ofReceipts = [
        title,
        LanguageKey(
            "items", .list(of: [.block(.listedCard(.product))]), .block(.listedCard(.product)), isRequired: true,
            about: "The products of the order."),
        LanguageKey("total", .amount, isRequired: true, about: "The total of the order."),
        LanguageKey("subtotal", .amount, about: "The sum of the items."),
        LanguageKey("shipping", .amount, about: "What shipping costs."),
        LanguageKey("tax", .amount, about: "The tax."),
        LanguageKey("method", .text, isRequired: true, about: "How the order was paid."),
        LanguageKey("discounts", .block(.cardDiscounts), about: "Discounts with their amounts."),
        LanguageKey("address", .text, about: "The address of the delivery."),
        LanguageKey("billing", .text, about: "The address of the bill."),
        LanguageKey("created", .moment, about: "When the order was placed."),
        LanguageKey("link", .address, about: "The page of the order."),
    ]

    /// A carousel has cards of all kinds except carousels.
    private static let carouselForms = CardTemplate.Kind.allCases.filter { $0 != .carousel }.map {
        ValueForm.block(.listedCard($0))
    }

    /// Keys of every card.
    private static let always = [
        LanguageKey(
            "tap", .tap, about: "What a tap on the card does: `open https://…`, `map`, or an event of the page."),
        LanguageKey("data", .block(.cardData), about: "Values that are sent along with the event."),
        LanguageKey("buttons", .list(of: [.block(.cardButton)]), about: "Up to six buttons below the card."),
        LanguageKey(
            "apple", .channel(.appleLink), about: "Keys of Apple's rich link, merged into the card last of all."),
        LanguageKey(
            "web", .channel(.webMessage),
            about: "Keys of the web chat's message, merged into the card last of all."),
    ]

    // Blocks below them.

    static let data = KeyTable(
        "the `data` of a card", chosen: ChosenKeys("the name of a value", example: "sku", .value))

    static let button = KeyTable(
        "a button of a card",
        [
            LanguageKey("label", .prose, isRequired: true, about: "The label of the button."),
            LanguageKey(
                "tap", .tap, isRequired: true,
                about: "What a tap does: `open https://…`, `map`, or an event of the page."),
            LanguageKey("data", .block(.cardData), about: "Values that are sent along with the event."),
        ])

    static let options = KeyTable("`options`", chosen: ChosenKeys("a label", example: "Colour", .text))

    static let discounts = KeyTable("`discounts`", chosen: ChosenKeys("a label", example: "Spring sale", .amount))
}
