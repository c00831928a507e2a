public import Foundation
public import JSON

/// A product for sale.
public struct ProductContent: MessageContent {
    /// The name of the type: `product`.
    public static let type = "product"
    /// The MIME type of the type.
    public static let mimeTypes = ["application/vnd.layer.product+json"]
    static let optionsRole = "options"
    /// The default currency.
    public static let usualCurrency = "USD"

    /// The name of the product.
    public var name: String?
    /// The brand.
    public var brand: String?
    /// The description.
    public var description: String?
    /// The addresses of its pictures.
    public var imageURLs: [String] = []
    /// The price of one piece; `nil` shows none.
    public var price: Decimal?
    /// The number of pieces.
    public var quantity: Decimal = 1
    /// The currency code of the price.
    public var currency = usualCurrency
    /// The address of its page.
    public var url: String?
    /// The variant: choices of which only the chosen answer is shown.
    public var options: [RichMessage] = []

    /// A product with its name.
    public init(name: String?) { self.name = name }

    /// The summary in English.
    public var summary: String { summary(in: .english) }
    /// The name, otherwise the name of the type.
    public func summary(in words: MessageWords) -> String { name ?? words.name(.product) }
    /// The default event of a tap: `open-url`, if the product has a page.
    public var event: String? { url == nil ? nil : "open-url" }
    /// The data of `open-url`: the address as `url`.
    public func data(for event: String) -> JSONObject {
        guard event == "open-url", let url else { return [:] }
        return ["url": .string(url)]
    }
    /// The options.
    public var children: [MessageChild] { options.map { MessageChild(Self.optionsRole, $0) } }
    /// The name.
    public var metadata: MessageMetadata { MessageMetadata(title: name) }
    /// The sentence of the notification, in the reader's language.
    public func notice(from sender: String, in words: MessageWords) -> String? {
        words.sentence(.product, by: sender)
    }

    /// The price with its currency.
    public var amount: SentAmount? { price.map { SentAmount($0, currency) } }
}

struct ProductSerializer: ContentSerializer {
    func content(from reader: inout PartReader) throws(PartsProblem) -> ProductContent {
        var product = ProductContent(name: reader.text("name").nonEmpty)
        product.brand = reader.text("brand").nonEmpty
        product.description = reader.text("description").nonEmpty
        product.imageURLs = reader.texts("image_urls")
        product.price = reader.number("price")
        product.quantity = reader.number("quantity") ?? 1
        product.currency = reader.text("currency").nonEmpty ?? ProductContent.usualCurrency
        product.url = reader.text("url").nonEmpty
        product.options = try reader.messages(ProductContent.optionsRole)
        return product
    }

    func write(_ content: ProductContent, to writer: inout PartWriter) {
        writer.set("name", content.name)
        writer.set("brand", content.brand)
        writer.set("description", content.description)
        writer.set("image_urls", content.imageURLs.map { .string($0) })
        writer.set("price", content.price)
        if content.quantity != 1 { writer.set("quantity", content.quantity) }
        if content.currency != ProductContent.usualCurrency { writer.set("currency", content.currency) }
        writer.set("url", content.url)
        writer.add(ProductContent.optionsRole, content.options)
    }
}

struct ProductPresenter: ContentPresenter {
    func lines(of content: ProductContent, _ showing: Showing) -> [String] {
        let options = showing.size == .large ? content.options.flatMap { showing.lines(of: $0, as: "") } : []
        return [headline(content, showing), showing.size == .large ? content.description : nil].compactMap { $0 }
            + options
    }

    /// `2 × Brand Name, €24.90`.
    private func headline(_ content: ProductContent, _ showing: Showing) -> String {
        let count = content.quantity == 1 ? nil : "\(content.quantity.description) ×"
        let name = [count, content.brand, content.name ?? content.summary].known(" ")
        return [name, content.amount.map(showing.money)].known(", ") ?? content.summary
    }

    func html(of content: ProductContent, _ showing: Showing) -> HTML {
        let shown = showing.size == .small ? content.imageURLs.prefix(1) : content.imageURLs[...]
        let images = shown.map { HTML.image($0, alt: content.summary) }
        let pictures: HTML = images.isEmpty ? HTML() : .element("div", ["class": "pictures"], images)
        let name = HTML.element("h3", ["class": "title"], showing.tappable(HTML(content.summary)))
        let count = content.quantity == 1 ? nil : "× \(content.quantity.description)"
        let price = [content.amount.map(showing.money), count].known(" ")
        var html = pictures + .paragraph(content.brand, class: "brand") + name + .paragraph(price, class: "price")
        guard showing.size == .large else { return html }
        html.append(.paragraph(content.description, class: "description"))
        for option in content.options { html.append(showing.html(of: option, as: ProductContent.optionsRole, .small)) }
        return html
    }
}
