import AppleSimulator
import Channels
import Concurrency
import Expressions
import JSON
import Testing

/// Faults between a device, Apple, the server and the payment provider: the payment is charged once, and the
/// conversation is notified once.
@Suite(.timeLimit(.minutes(10))) struct WebShopFaultTests {
    static let thanks = "Thank you! Your order is on its way, Pick up in the shop."

    /// Expects that one payment of 24 euros was made and that the customer was thanked once.
    private func expectOnePayment(_ shop: PapierShop, _ phone: Phone) async throws {
        try await shop.until(phone, Self.thanks)
        await shop.service.untilOrdered()
        await shop.server.untilQuiet()
        let shown = try await shop.shown(on: phone)
        #expect(shown.count { $0 == Self.thanks } == 1, "\(shown)")
        #expect(shop.service.charges == [["amount": "24.00", "currency": "EUR"]])
        #expect(shop.service.orders.count == 1)
    }

    static let faults: [(FaultRule.Side, FaultRule.Kind)] = [
        (.payment, .doubleCall(after: .zero)), (.webhook, .dropBefore), (.webhook, .doubleTap(after: .zero)),
        (.webhook, .status(503)), (.webhook, .secondDevice(after: .zero)),
    ]

    @Test(arguments: faults) func `calls and messages that are repeated or lost pay once`(
        _ fault: (side: FaultRule.Side, kind: FaultRule.Kind)
    ) async throws {
        try await PapierShop.run { shop in
            let phone = try await shop.phoneAtCheckout()
            try await shop.open(phone)
            _ = shop.server.simulator.add(try FaultRule(on: fault.side, fault.kind, count: 1))
            let outcome = try await shop.server.simulator.pay(from: phone.device.id)
            #expect(outcome.isPaid)
            try await expectOnePayment(shop, phone)
        }
    }

    @Test func `an answer that the device never gets has paid, and a second try takes nothing`() async throws {
        try await PapierShop.run { shop in
            let phone = try await shop.phoneAtCheckout()
            try await shop.open(phone)
            _ = shop.server.simulator.add(try FaultRule(on: .payment, .dropAfter, count: 1))
            let outcome = try await shop.server.simulator.pay(from: phone.device.id)
            #expect(!outcome.isPaid && outcome.failure != nil)
            try await shop.until(phone, Self.thanks)
            _ = try await shop.server.simulator.pay(from: phone.device.id)
            try await expectOnePayment(shop, phone)
        }
    }

    @Test func `two sheets of one customer that pay at once pay once`() async throws {
        try await PapierShop.run { shop in
            let phone = try await shop.phoneAtBasket()
            let mac = try Phone(.mac, on: shop.server, customer: phone.device.customer)
            try await shop.goToCheckout(phone)
            try await shop.until(mac, "payment: ")
            try await shop.open(mac)
            try await shop.open(phone)
            async let first = shop.server.simulator.pay(from: phone.device.id)
            async let last = shop.server.simulator.pay(from: mac.device.id)
            let outcomes = try await [first, last]
            #expect(outcomes.count(where: \.isPaid) == 1)
            try await shop.until(phone, Self.thanks)
            await shop.service.untilOrdered()
            #expect(shop.service.charges.count == 1 && shop.service.orders.count == 1)
        }
    }

    @Test(arguments: [PapierService.Trouble.losesAnswer, .down])
    func `a provider that is in trouble is asked again under the same key`(
        _ trouble: PapierService.Trouble
    ) async throws {
        try await PapierShop.run { shop in
            let phone = try await shop.phoneAtCheckout()
            try await shop.open(phone)
            shop.service.prepare(trouble)
            async let paying = shop.server.simulator.pay(from: phone.device.id)
            try await shop.server.clock.untilSomebodySleeps(until: shop.server.clock.now + .seconds(1))
            shop.server.clock.turn(by: .seconds(1))
            #expect(try await paying.isPaid)
            try await expectOnePayment(shop, phone)
        }
    }
}
