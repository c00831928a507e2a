/// A card as the flow describes it, independent of the customer.
///
/// Its texts and values are stored by the keys of the flow language, since the contents of each kind of card are
/// defined in a table (flow language, 3.12).
public struct CardTemplate: Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        case text, link, file, image, place, status, product, receipt, carousel
        /// A custom kind, declared in `Config/services.yaml`.
        case custom = "card"
    }

    /// The keys of cards.
    public enum Key: String, Sendable, CaseIterable {
        case text, link, file, image, place, status, product, receipt, carousel, card
        case title, note, author, artist, alt
        case latitude, longitude, zoom, street, street2, city, area, postcode, country
        case brand, price, quantity, options
        case items, total, subtotal, shipping, tax, method, discounts, address, billing, created
    }

    public enum Tap: Sendable {
        case open(Phrase)
        case map
        case event(String)
    }

    public struct Button: Sendable {
        public var label: Phrase
        public var tap: Tap
        public var data: [(name: String, value: Assignment)]

        public init(label: Phrase, tap: Tap, data: [(name: String, value: Assignment)]) {
            self.label = label
            self.tap = tap
            self.data = data
        }
    }

    public var kind: Kind
    /// One card per item of a list: in a carousel, and for the items of a receipt.
    public var each: Each?
    /// Texts and addresses, including that of the kind itself.
    public var texts: [Key: Phrase] = [:]
    /// Numbers, money, times and places.
    public var values: [Key: Assignment] = [:]
    public var image: Image?
    public var options: [(label: Phrase, value: Phrase)] = []
    public var discounts: [(label: Phrase, amount: Assignment)] = []
    /// The cards of a carousel, or the products of a receipt.
    public var cards: [CardTemplate] = []
    /// The type of a custom card.
    public var type: CustomCard?
    public var tap: Tap?
    public var data: [(name: String, value: Assignment)] = []
    public var buttons: [Button] = []
    public var overlays = Overlays()

    public init(_ kind: Kind, each: Each? = nil) {
        self.kind = kind
        self.each = each
    }
}
