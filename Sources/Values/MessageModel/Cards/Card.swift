public import Expressions
public import JSON

/// Something that is shown to a customer without asking anything: a link, a picture, a place, a product, a receipt.
///
/// Money and times are values, so that a channel with native cards formats them itself; `words` is the card as a text
/// for every device without cards.
public struct Card: Sendable, Hashable {
    public indirect enum Content: Sendable, Hashable {
        case text(TextCard)
        case link(LinkCard)
        case file(FileCard)
        case image(ImageCard)
        case place(PlaceCard)
        /// A status message, such as "Ana has joined".
        case status(String)
        case product(ProductCard)
        case receipt(ReceiptCard)
        /// Cards side by side.
        case carousel([Card])
        case custom(OwnCard)
    }

    /// What a tap does.
    public enum Tap: Sendable, Hashable {
        /// Opens an `https` address.
        case open(String)
        /// Opens the map.
        case map
        /// Raises an event that the page around a web chat handles.
        case event(String)
    }

    public struct Button: Sendable, Hashable {
        public var label: String
        public var tap: Tap
        /// Sent with the event.
        public var data: Fields

        public init(label: String, tap: Tap, data: Fields = Fields()) {
            self.label = label
            self.tap = tap
            self.data = data
        }
    }

    public var content: Content
    /// The card in the customer's language, a line for each of its parts; the first line says what it is about.
    public var words: String
    /// `nil` is the default of the kind: links, pictures and products open their address, places the map, files
    /// themselves.
    public var tap: Tap?
    /// Sent with the event of a tap.
    public var data: Fields
    /// At most six.
    public var buttons: [Button]
    /// Keys of the channel's own form, merged into what the channel writes.
    public var overlay: JSONObject

    /// A card with its words in the customer's language.
    public init(
        _ content: Content, tap: Tap? = nil, data: Fields = Fields(), buttons: [Button] = [],
        overlay: JSONObject = [:], _ wording: CardWording
    ) {
        self.content = content
        self.tap = tap
        self.data = data
        self.buttons = buttons
        self.overlay = overlay
        words = ""
        words = lines(wording).joined(separator: "\n")
    }

    init(
        stored content: Content, words: String, tap: Tap?, data: Fields, buttons: [Button], overlay: JSONObject
    ) {
        self.content = content
        self.words = words
        self.tap = tap
        self.data = data
        self.buttons = buttons
        self.overlay = overlay
    }

    /// Applies the tap of the surrounding carousel where the card has none of its own.
    public mutating func inherit(_ tap: Tap?, _ data: Fields, _ wording: CardWording) {
        for name in data.names where self.data[name] == nil { self.data[name] = data[name] }
        guard self.tap == nil, let tap else { return }
        self.tap = tap
        words = lines(wording).joined(separator: "\n")
    }

    /// The first line of its words, which says what it is about.
    public var headline: String { words.split(separator: "\n").first.map(String.init) ?? "" }

    /// The address that a tap opens: the one written for it, otherwise that of its kind.
    public var address: String? {
        if case .open(let address)? = tap { return address }
        let address: String? =
            switch content {
            case .link(let link): link.address
            case .file(let file): file.source
            case .image(let image): image.picture.source
            case .place(let place): place.mapAddress
            case .product(let product): product.link
            case .receipt(let receipt): receipt.link
            case .text, .status, .carousel, .custom: nil
            }
        // A file of the project is not an address that a customer could open.
        return address.flatMap { $0.opensElsewhere ? $0 : nil }
    }
}

extension String {
    /// Whether it is an address that a device opens: a page, a call or a mail.
    public var opensElsewhere: Bool { hasPrefix("https://") || isCallOrMail }

    /// Whether it is the address of a call or a mail.
    public var isCallOrMail: Bool { hasPrefix("tel:") || hasPrefix("mailto:") }

    /// The address without the spaces that are written between the digits of a number.
    public var asLink: String { hasPrefix("tel:") ? filter { !$0.isWhitespace } : self }

    /// The address as people read it: a number without `tel:`, a mail address without `mailto:` and what follows it.
    public var asRead: String {
        if hasPrefix("tel:") { return String(dropFirst(4)) }
        return hasPrefix("mailto:") ? String(dropFirst(7).prefix { $0 != "?" }) : self
    }
}
