public import Foundation
import JSON

/// A purchase: the products, the addresses and the payment.
public struct ReceiptContent: MessageContent {
    /// The name of the type: `receipt`.
    public static let type = "receipt"
    /// The MIME type of the type.
    public static let mimeTypes = ["application/vnd.layer.receipt+json"]
    /// The title when the message has none.
    public static let usualTitle = "Order Confirmation"
    static let productRole = "product-item"
    static let olderProductRole = "product-items"

    /// A deduction from the total.
    public struct Discount: Sendable, Hashable {
        /// The name of the discount.
        public var name: String
        /// The amount of the discount, in the receipt's currency.
        public var amount: Decimal

        /// A discount with its name and amount.
        public init(name: String, amount: Decimal) {
            self.name = name
            self.amount = amount
        }
    }

    /// The title.
    public var title = usualTitle
    /// The time of the order, in ISO 8601.
    public var createdAt: String?
    /// The currency code of all amounts.
    public var currency = ProductContent.usualCurrency
    /// The payment method.
    public var paymentMethod: String?
    /// The order number.
    public var orderNumber: String?
    /// The address of the order's page.
    public var orderURL: String?
    /// The discounts.
    public var discounts: [Discount] = []
    /// The subtotal.
    public var subtotal: Decimal?
    /// The cost of shipping.
    public var shippingCost: Decimal?
    /// The tax.
    public var totalTax: Decimal?
    /// The total.
    public var totalCost: Decimal?
    /// The products, as messages of type `product`.
    public var products: [RichMessage]
    /// The shipping address, as a message of type `location`.
    public var shippingAddress: RichMessage?
    /// The billing address, as a message of type `location`.
    public var billingAddress: RichMessage?

    /// A receipt for products.
    public init(_ products: [RichMessage]) { self.products = products }

    /// The summary in English.
    public var summary: String { summary(in: .english) }
    /// The title; for the default title, the number of items.
    public func summary(in words: MessageWords) -> String {
        title == Self.usualTitle ? words.receipt(for: products.count) : title
    }

    /// The title.
    public var metadata: MessageMetadata { MessageMetadata(title: title) }
    /// The sentence of the notification, in the reader's language.
    public func notice(from sender: String, in words: MessageWords) -> String? {
        words.sentence(.receipt, by: sender)
    }
    /// The products and the addresses.
    public var children: [MessageChild] {
        products.map { MessageChild(Self.productRole, $0) }
            + [shippingAddress.map { MessageChild("shipping-address", $0) }].compactMap { $0 }
            + [billingAddress.map { MessageChild("billing-address", $0) }].compactMap { $0 }
    }
}

struct ReceiptSerializer: ContentSerializer {
    func content(from reader: inout PartReader) throws(PartsProblem) -> ReceiptContent {
        var receipt = ReceiptContent(
            try reader.messages(ReceiptContent.productRole, ReceiptContent.olderProductRole))
        receipt.shippingAddress = try reader.message("shipping-address")
        receipt.billingAddress = try reader.message("billing-address")
        receipt.title = reader.text("title").nonEmpty ?? ReceiptContent.usualTitle
        receipt.createdAt = reader.date("created_at")
        receipt.currency = reader.text("currency").nonEmpty ?? ProductContent.usualCurrency
        receipt.paymentMethod = reader.text("payment_method").nonEmpty
        let order = reader.object("order")
        receipt.orderNumber = order?["number"]?.string.nonEmpty ?? order?["number"]?.number?.literal
        receipt.orderURL = order?["url"]?.string.nonEmpty
        receipt.discounts = reader.list("discounts").compactMap(ReceiptContent.Discount.init)
        let summary = reader.object("summary")
        receipt.subtotal = summary?["subtotal"]?.number?.decimal
        receipt.shippingCost = summary?["shipping_cost"]?.number?.decimal
        receipt.totalTax = summary?["total_tax"]?.number?.decimal
        receipt.totalCost = summary?["total_cost"]?.number?.decimal
        return receipt
    }

    func write(_ content: ReceiptContent, to writer: inout PartWriter) {
        if content.title != ReceiptContent.usualTitle { writer.set("title", content.title) }
        writer.set("created_at", content.createdAt)
        if content.currency != ProductContent.usualCurrency { writer.set("currency", content.currency) }
        writer.set("payment_method", content.paymentMethod)
        var order = JSONObject()
        order.set("number", content.orderNumber.map { .string($0) })
        order.set("url", content.orderURL.map { .string($0) })
        writer.set("order", order)
        writer.set("discounts", content.discounts.map(\.json))
        var summary = JSONObject()
        summary.set("subtotal", content.subtotal.map { .number(JSONNumber($0)) })
        summary.set("shipping_cost", content.shippingCost.map { .number(JSONNumber($0)) })
        summary.set("total_tax", content.totalTax.map { .number(JSONNumber($0)) })
        summary.set("total_cost", content.totalCost.map { .number(JSONNumber($0)) })
        writer.set("summary", summary)
        writer.add(ReceiptContent.productRole, content.products)
        writer.add("shipping-address", content.shippingAddress)
        writer.add("billing-address", content.billingAddress)
    }
}

extension ReceiptContent.Discount {
    fileprivate init?(json: JSONValue) {
        guard let amount = json["amount"]?.number?.decimal else { return nil }
        self.init(name: json["name"]?.string ?? "", amount: amount)
    }

    fileprivate var json: JSONValue { ["name": .string(name), "amount": .number(JSONNumber(amount))] }
}

struct ReceiptPresenter: ContentPresenter {
    func lines(of content: ReceiptContent, _ showing: Showing) -> [String] {
        let products = content.products.flatMap { showing.lines(of: $0, as: ReceiptContent.productRole, .small) }
        return [content.orderNumber.map { "Order \($0)" }, showing.date(content.createdAt)].compactMap { $0 } + products
            + rows(content, showing).map { "\($0): \($1)" }
    }

    func html(of content: ReceiptContent, _ showing: Showing) -> HTML {
        let products = content.products.map { product in
            HTML.element("li", [:], showing.html(of: product, as: ReceiptContent.productRole, .small))
        }
        let order = content.orderNumber.map { number in
            HTML.element("p", ["class": "order"], .link(content.orderURL, HTML("Order \(number)")))
        }
        let rows = rows(content, showing).map { name, value in
            HTML.element("dt", [:], HTML(name)) + .element("dd", [:], HTML(value))
        }
        let date: HTML = .paragraph(showing.date(content.createdAt), class: "date")
        return (order ?? HTML()) + date + .element("ul", ["class": "products"], products) + .element("dl", [:], rows)
    }

    /// The total, the payment and the shipping address; at the large size, everything else as well.
    private func rows(_ content: ReceiptContent, _ showing: Showing) -> [(String, String)] {
        func money(_ name: String, _ amount: Decimal?) -> (String, String)? {
            amount.map { (name, showing.money(SentAmount($0, content.currency))) }
        }
        func place(_ name: String, _ message: RichMessage?) -> (String, String)? {
            (message?.content as? LocationContent).flatMap { $0.line ?? $0.title }.map { (name, $0) }
        }
        let sums =
            showing.size == .small
            ? []
            : [money("Subtotal", content.subtotal)]
                + content.discounts.map { money($0.name, $0.amount > 0 ? -$0.amount : $0.amount) }
                + [money("Shipping", content.shippingCost), money("Tax", content.totalTax)]
        let rest = [
            money("Total", content.totalCost), content.paymentMethod.map { ("Paid with", $0) },
            place("Ship to", content.shippingAddress),
            showing.size == .large ? place("Bill to", content.billingAddress) : nil,
        ]
        return (sums + rest).compactMap { $0 }
    }
}
