import AppleMessages
import Expressions
import Foundation
import MessageModel

@testable import ApplePay

/// The payment sheet of Apple's sample, before and after a change.
enum Sheets {
    static let writer = SheetWriter(business: "Sam's Fish")

    static let fish = PaySheet(
        lines: [.init(label: "Halibut", amount: money("59.00"))],
        methods: [
            .init(id: "in_store_pickup", label: "In-Store Pickup", note: "Within an hour", price: money("0.00")),
            .init(id: "flat_rate_shipping_id_2", label: "UPS Ground", note: "5-8 days", price: money("4.99")),
            .init(id: "flat_rate_shipping_id_1", label: "FedEx Priority Mail", note: "1-3 days", price: money("29.99")),
        ])!

    static func money(_ amount: String, _ currency: String = "USD") -> Money {
        Money(Decimal(plain: amount)!, Currency(currency)!)
    }

    static func update(_ sheet: PaySheet, since old: PaySheet = fish) -> SheetUpdate {
        SheetUpdate(of: sheet, since: old, refusing: "That did not work.", writer)
    }
}
