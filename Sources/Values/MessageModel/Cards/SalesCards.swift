public import Expressions
public import Foundation

/// A product for sale.
public struct ProductCard: Sendable, Hashable {
    /// A variant of the product, such as its colour or its size.
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
    /// The exact price, of one piece or of all, as the flow gives it.
    public var price: Money?
    public var quantity: Decimal = 1
    public var options: [Option] = []
    /// An `https` address.
    public var link: String?

    public init(name: String) { self.name = name }
}

/// A purchase.
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
    /// The payment method.
    public var method: String
    public var discounts: [Discount] = []
    /// The shipping address.
    public var address: PlaceValue?
    public var billing: PlaceValue?
    /// When the order was placed: a date or a time.
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

/// A card of a custom kind, declared in `Config/services.yaml`.
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
