import Expressions
import Foundation
import MessageModel

extension Examples {
    static let payment = PayMessage(
        question: "8ef748b5-3dc5-47ae-b185-65e91518d209",
        bubble: MessageBubble(
            title: "Ready to pay?", note: "4,00 € at Bread & More", image: nil, size: .large, reply: "Paid"),
        pay: asked(lines: [line("Bread", "4.00")], methods: []))

    static let paymentOfEverything = PayMessage(
        question: "9fa859c6-4ed6-48bf-8c96-76fa2629e31a",
        bubble: MessageBubble(title: "Ready to pay?", note: "", image: shop, size: .icon, reply: "Paid"),
        pay: asked(
            lines: [
                line("City pump", "24.90"), line("Discount", "-5.00"),
                .init(label: "Customs", amount: money("1.10"), isPending: true),
            ],
            methods: [
                .init(id: "post", label: "By post", note: "2 to 3 days", price: money("4.90")),
                .init(id: "shop", label: "In the shop", note: "Any day", price: money("0.00")),
            ],
            contact: [.name, .phoneticName, .email, .phone, .post], billing: [.post], countries: ["DE", "AT"]))

    static func asked(
        lines: [PaySheet.Line], methods: [PaySheet.Method], contact: [AskedPay.ContactField] = [],
        billing: [AskedPay.ContactField] = [], countries: [String] = [], business: String = "Bread & More"
    ) -> AskedPay {
        AskedPay(
            merchant: "shop", business: business, sheet: PaySheet(lines: lines, methods: methods)!, contact: contact,
            billing: billing, countries: countries, recalculate: nil, track: nil, linkWords: "Pay here:")
    }

    static func line(_ label: String, _ amount: String, _ currency: String = "EUR") -> PaySheet.Line {
        .init(label: label, amount: money(amount, currency))
    }

    static func money(_ amount: String, _ currency: String = "EUR") -> Money {
        Money(Decimal(plain: amount)!, Currency(currency)!)
    }
}
