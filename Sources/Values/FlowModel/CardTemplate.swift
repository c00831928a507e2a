/// A card as the flow writes it, for any customer.
///
/// Its texts and values stand under the keys of the language, since what a card may say is a table (flow language, 3.12).
public struct CardTemplate: Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        case text, link, file, image, place, status, product, receipt, carousel
        /// A kind of one's own, declared in `Config/services.yaml`.
        case custom = "card"
    }

    /// What stands behind the keys of cards.
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
    /// One card for every item of a list: in a carousel, and for the items of a receipt.
    public var each: Each?
    /// Texts and addresses, that of the kind itself among them.
    public var texts: [Key: Phrase] = [:]
    /// Numbers, money, times and places.
    public var values: [Key: Assignment] = [:]
    public var image: Image?
    public var options: [(label: Phrase, value: Phrase)] = []
    public var discounts: [(label: Phrase, amount: Assignment)] = []
    /// The cards of a carousel, or the products of a receipt.
    public var cards: [CardTemplate] = []
    /// Of a card of one's own.
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
