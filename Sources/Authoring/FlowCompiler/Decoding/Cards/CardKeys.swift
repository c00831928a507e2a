import Expressions
import FlowModel
import Foundation

/// The type of value for a key of a card.
enum CardShape {
    /// A text for customers, or an address.
    case text
    /// A picture, or its description for screen readers.
    case image
    case number(ClosedRange<Decimal>, isWhole: Bool = false)
    case money
    /// A date or a time.
    case moment
    /// A text or the name of a place.
    case place
    /// Labels with texts.
    case pairs
    /// Labels with money.
    case amounts
    /// Other cards.
    case cards
    /// A name from services.yaml.
    case type
}

extension CardTemplate.Kind {
    /// The keys that are kinds of their own elsewhere.
    var borrowed: Set<String> {
        switch self {
        case .product, .receipt: ["link", "image"]
        case .link: ["image"]
        default: []
        }
    }

    /// For messages: `a product card`.
    var words: String {
        switch self {
        case .image: "an image card"
        case .custom: "a card of one's own"
        default: "a \(rawValue) card"
        }
    }

    /// The type of value for one of its keys.
    func shape(of key: CardTemplate.Key) -> CardShape {
        switch key {
        case .image, .alt: .image
        case .latitude: .number(-90...90)
        case .longitude: .number(-180...180)
        case .zoom: .number(1...18, isWhole: true)
        case .quantity: .number(0...1_000_000)
        case .price, .total, .subtotal, .shipping, .tax: .money
        case .created: .moment
        case .address, .billing: .place
        case .options: .pairs
        case .discounts: .amounts
        case .items, .carousel: .cards
        case .card: .type
        case .text, .link, .file, .place, .status, .product, .receipt, .title, .note, .author, .artist, .street,
            .street2, .city, .area, .postcode, .country, .brand, .method:
            .text
        }
    }
}
