public import Expressions
public import Foundation

/// Something that is sold.
public struct ProductCard: Sendable, Hashable {
    /// How it is made: its colour, its size.
    public struct Option: Sendable, Hashable {
        public var label: String
        public var value: String

        public init(label: String, value: String) {
            self.label = label
            self.value = value
        }
    }

    public var name: String
    public var brand: String?
    public var note: String?
    public var image: Picture?
    /// Exact, of one piece or of all, as the flow writes it.
    public var price: Money?
    public var quantity: Decimal = 1
    public var options: [Option] = []
    /// An `https` address.
    public var link: String?

    public init(name: String) { self.name = name }
}

/// What was bought.
public struct ReceiptCard: Sendable, Hashable {
    public struct Discount: Sendable, Hashable {
        public var label: String
        public var amount: Money

        public init(label: String, amount: Money) {
            self.label = label
            self.amount = amount
        }
    }

    /// The order number.
    public var number: String
    public var title: String?
    public var items: [ProductCard]
    public var total: Money
    public var subtotal: Money?
    public var shipping: Money?
    public var tax: Money?
    /// How it was paid.
    public var method: String
    public var discounts: [Discount] = []
    /// Where it is sent.
    public var address: PlaceValue?
    public var billing: PlaceValue?
    /// When it was ordered: a date or a time.
    public var created: Value?
    /// An `https` address.
    public var link: String?

    public init(number: String, items: [ProductCard], total: Money, method: String) {
        self.number = number
        self.items = items
        self.total = total
        self.method = method
    }
}

/// A card of a kind that engineers have declared in `Config/services.yaml`.
public struct OwnCard: Sendable, Hashable {
    /// Its name there.
    public var name: String
    /// The MIME type.
    public var type: String
    public var data: Fields
    /// The text for devices that do not know the type.
    public var fallback: String

    public init(name: String, type: String, data: Fields, fallback: String) {
        self.name = name
        self.type = type
        self.data = data
        self.fallback = fallback
    }
}
