import AppleMessages
import Channels
import Expressions
import Foundation
import JSON
import Logging
import MessageModel
import MessageParts
import Testing

@testable import ApplePay

/// Amounts agree to the last unit with an independent calculation: outgoing, after every change, and incoming.
@Suite struct MoneyTests {
    @Test(arguments: 0..<1_000) func `a cart adds up on the wire as in whole units`(_ seed: Int) async throws {
        let cart = RandomCart(seed: seed)
        let request = try await request(for: cart.sheet)
        let shipping = cart.shipping.isEmpty ? nil : 0
        try expect(
            lines: request["lineItems"], total: request["total"], are: cart, shippingBy: shipping)
        #expect(request["currencyCode"]?.string == cart.currency.code)
        let methods = try (request["shippingMethods"]?.array ?? []).map { try units($0["amount"], cart.currency) }
        #expect(methods == cart.shipping)
    }

    @Test(arguments: 0..<1_000) func `what went out reads back as the same cart`(_ seed: Int) async throws {
        let cart = RandomCart(seed: seed)
        let rich = try SentMessage(try await body(for: cart.sheet), PartsBridge()).message()
        let asked = try #require((rich.content as? ServiceContent)?.asked)
        #expect(try AskedPay(json: .object(asked)).sheet == cart.sheet)
    }

    @Test(arguments: 0..<1_000) func `a cart adds up after every change`(_ seed: Int) throws {
        let cart = RandomCart(seed: seed)
        let writer = SheetWriter(business: "Shop")
        for (index, cost) in cart.shipping.enumerated() {
            let changed = cart.sheet.changed(by: .shipping("m\(index)"))
            let update = SheetUpdate(of: changed, since: cart.sheet, refusing: "", writer).json
            if index == 0 {
                #expect(update == [:])
            } else if update != [:] {
                try expect(lines: update["newLineItems"], total: update["newTotal"], are: cart, shippingBy: index)
            } else {
                #expect(cost == cart.shipping[0], "only what costs the same is answered with nothing")
            }
        }
    }

    @Test(arguments: 0..<1_000) func `amounts come back from devices as they went out, without their zeros`(
        _ seed: Int
    ) throws {
        let cart = RandomCart(seed: seed)
        for (method, cost) in zip(cart.sheet.methods, cart.shipping) {
            let amount = method.price.plainAmount.withoutLastZeros
            #expect(try chosen(method.id, amount).agrees(with: cart.sheet))
            let other = try #require(Decimal(plain: amount)) + method.price.smallestUnit
            #expect(!(try chosen(method.id, "\(other)").agrees(with: cart.sheet)), "\(cost) and one more")
        }
        let items = try cart.sheet.lines.map { line in
            try SheetItem(
                ["label": .string(line.label), "amount": .string(line.amount.plainAmount.withoutLastZeros)], in: "lines"
            )
        }
        #expect(items.map(\.amount) == cart.sheet.lines.map(\.amount.amount))
    }

    @Test(arguments: 0..<1_000) func `a sheet that has been stored is the same`(_ seed: Int) throws {
        let cart = RandomCart(seed: seed)
        for sheet in [cart.sheet, cart.sheet.changed(by: .shipping("m1"))] {
            #expect(try PaySheet(json: JSONValue(parsing: sheet.json.text)) == sheet)
        }
    }

    @Test func `the carts are of every kind`() {
        let carts = (0..<1_000).map(RandomCart.init)
        #expect(Set(carts.map(\.currency.decimals)) == [0, 2, 3])
        #expect(carts.contains { $0.sheet.lines.contains { $0.label == "Discount" && $0.amount.amount < 0 } })
        #expect(carts.contains { $0.sheet.lines.contains(where: \.isPending) })
        #expect(carts.contains { $0.total(shippingBy: nil) > 1 << 53 })
        #expect(carts.contains { Set($0.shipping).count > 1 })
    }

    // Calculation.

    private func expect(
        lines: JSONValue?, total: JSONValue?, are cart: RandomCart, shippingBy index: Int?
    ) throws {
        let lines = try (lines?.array ?? []).map { try units($0["amount"], cart.currency) }
        let cost = index.map { cart.shipping[$0] } ?? 0
        #expect(lines == cart.units + (cost == 0 ? [] : [cost]))
        #expect(try units(total?["amount"], cart.currency) == cart.total(shippingBy: index))
    }

    /// Returns an amount in the smallest units, parsed digit by digit: it must have all decimals of its currency, and
    /// no more.
    private func units(_ json: JSONValue?, _ currency: Currency) throws -> Int {
        let text = try #require(json?.string)
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        #expect((parts.count == 2 ? parts[1].count : 0) == currency.decimals, "\(text)")
        return try #require(Int(parts.joined()))
    }

    private func chosen(_ id: String, _ amount: String) throws -> ChosenMethod {
        try ChosenMethod(["identifier": .string(id), "amount": .string(amount)])
    }

    private func request(for sheet: PaySheet) async throws -> JSONValue {
        try #require(try await body(for: sheet)["interactiveData"]?["data"]?["payment"]?["paymentRequest"])
    }

    private func body(for sheet: PaySheet) async throws -> JSONValue {
        let asked = AskedPay(
            merchant: "shop", business: "Shop", sheet: sheet, contact: [], billing: [], countries: [], recalculate: nil,
            track: nil, linkWords: "Pay here:")
        let bubble = MessageBubble(title: "Pay", note: "", image: nil, size: .large, reply: "Paid")
        let writer = AppleWriter(
            pictures: NoPictures(), payments: AnySession(),
            logger: Logger(label: "cart") { _ in SwiftLogNoOpLogHandler() })
        let bodies = try await writer.bodies(of: .pay(PayMessage(question: "q", bubble: bubble, pay: asked)))
        return try #require(bodies.first)
    }
}

private struct NoPictures: PictureSource {
    func bytes(of picture: Picture) async -> [UInt8]? { nil }
}

private struct AnySession: PaymentOpener {
    func openSheet(
        _ asked: AskedPay, question: String, in conversation: ConversationKey
    ) async throws(DeliveryFailure) -> OpenedSheet {
        OpenedSheet(
            session: ["nonce": "1"],
            merchant: SheetMerchant(
                identifier: "merchant.example", country: "DE", networks: ["visa"], capabilities: ["supports3DS"]),
            endpoints: SheetEndpoints(base: "https://bot.example.com/apple-pay/1"))
    }

    func openLink(
        _ asked: AskedPay, question: String, in conversation: ConversationKey
    ) async throws(DeliveryFailure) -> String { "https://bot.example.com/apple-pay/1/fallback" }
}

extension Money {
    fileprivate var smallestUnit: Decimal { Decimal(sign: .plus, exponent: -currency.decimals, significand: 1) }
}

extension String {
    /// Without trailing zeros, as devices write amounts: `24.90` as `24.9`, `14.00` as `14`.
    fileprivate var withoutLastZeros: String {
        guard contains(".") else { return self }
        let kept = reversed().drop { $0 == "0" }.drop { $0 == "." }
        return String(kept.reversed())
    }
}
