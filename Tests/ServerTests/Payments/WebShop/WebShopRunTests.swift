import AppleSimulator
import Channels
import Expressions
import JSON
import Testing

/// The example of a shop on the web, whole: a customer's device, Apple's gateway behind mutual TLS, the server, the shop's own
/// system and its payment provider.
@Suite(.timeLimit(.minutes(2))) struct WebShopRunTests {
    private static let thanks = "Thank you! Your order is on its way, Courier."

    @Test func `two notebooks by courier are paid to the cent, and the shop hears of the order`() async throws {
        try await PapierShop.run { shop in
            let phone = try await shop.phoneAtCheckout()
            let id = phone.device.id
            #expect(try await shop.open(phone).total.written == "24.00")
            let taxed = try await shop.server.simulator.change(.address("5 Rue Basse, 75001 Paris, FR"), from: id)
            #expect(taxed.problem == nil && taxed.errors.isEmpty, "\(taxed.problem ?? "")")
            #expect(taxed.lines.map(\.written).prefix(2) == ["24.00", "1.32"] && taxed.total.written == "25.32")
            let sent = try await shop.server.simulator.change(.shipping("Courier"), from: id)
            #expect(sent.total.written == "37.82" && sent.shipping?.written == "12.50")
            let shown = try await phone.after { simulator, id in
                let outcome = try await simulator.pay(from: id)
                #expect(outcome.isPaid && outcome.webhook?.isDelivered == true)
                await shop.untilTold()
            }
            #expect(shown.first == Self.thanks && shown.last?.contains("€37.82") == true, "\(shown)")
            #expect(shop.service.charges == [["amount": "37.82", "currency": "EUR"]])
            #expect(shop.service.orders.count == 1)
            let address = shop.service.costs.first?["address"]
            #expect(address?["postcode"] == "75001" && address?["country"] == "FR" && address?["street"] == nil)
        }
    }

    @Test func `an address that nobody ships to is shown as such, and can be changed`() async throws {
        try await PapierShop.run { shop in
            let phone = try await shop.phoneAtCheckout()
            try await shop.open(phone)
            let far = try await shop.server.simulator.change(
                .address("1 Main Street, 10001 New York, NY, US"), from: phone.device.id)
            #expect(far.errors.map(\.message) == ["We do not ship there."] && far.total.written == "24.00")
            let near = try await shop.server.simulator.change(
                .address("1 Grote Markt, 1000 Brussels, BE"), from: phone.device.id)
            #expect(near.errors.isEmpty && near.total.written == "25.32")
            #expect(try await shop.server.simulator.pay(from: phone.device.id).isPaid)
            await shop.untilTold()
            #expect(shop.service.charges == [["amount": "25.32", "currency": "EUR"]])
        }
    }

    @Test func `a refused card may be followed by another one on the same sheet`() async throws {
        try await PapierShop.run { shop in
            let phone = try await shop.phoneAtCheckout()
            try await shop.open(phone)
            shop.service.prepare(.declines)
            #expect(try await shop.server.simulator.pay(from: phone.device.id).status == "STATUS_FAILURE")
            try await shop.server.simulator.change(.card("debit"), from: phone.device.id)
            #expect(try await shop.server.simulator.pay(from: phone.device.id).isPaid)
            await shop.untilTold()
            #expect(shop.service.asked == 2 && shop.service.charges.count == 1)
        }
    }

    @Test func `a customer who closes the sheet keeps the basket, whether cards were refused or not`() async throws {
        try await PapierShop.run { shop in
            let (calm, refused) = (try await shop.phoneAtCheckout(), try await shop.phoneAtCheckout())
            try await shop.open(calm)
            let kept = try await calm.after { simulator, id in try await simulator.closeSheet(from: id) }
            #expect(kept.first?.hasPrefix("We keep your basket for you.") == true, "\(kept)")
            try await shop.open(refused)
            shop.service.prepare(.declines)
            let asked = try await refused.after { simulator, id in
                try await simulator.pay(from: id)
                try await simulator.closeSheet(from: id)
                await shop.untilTold()
            }
            #expect(asked.first == "The payment did not go through. No money was taken.", "\(asked)")
            #expect(asked.last == "payment: ", "the checkout is there again")
            #expect(shop.service.charges.isEmpty && shop.service.orders.isEmpty)
        }
    }

    @Test(arguments: ["neighbour", "impostor"])
    func `with a wrong certificate nobody is asked to pay, and a person takes over`(_ name: String) async throws {
        try await PapierShop.run(certificate: name) { shop in
            let phone = try Phone(.iphone, on: shop.server)
            _ = try await phone.says("Hello")
            _ = try await phone.taps("Notebooks")
            _ = try await phone.taps("Notebook A5")
            _ = try await phone.says("2")
            _ = try await phone.after { simulator, id in
                try await simulator.tap(["To the checkout"], from: id)
                await shop.server.turnUntilSent()
            }
            let shown = try await shop.server.simulator.messages(of: phone.device.id, after: 0).map(\.shown)
            #expect(shown.contains("The payment did not go through. No money was taken."), "\(shown)")
            #expect(!shown.contains("payment: ") && shown.last == "Somebody from the shop takes over.")
        }
    }

    @Test func `Apple's gateway that is down for a while is asked again`() async throws {
        try await PapierShop.run { shop in
            let phone = try Phone(.iphone, on: shop.server)
            _ = try await phone.says("Hello")
            _ = try await phone.taps("Notebooks")
            _ = try await phone.taps("Notebook A5")
            _ = try await phone.says("2")
            _ = shop.server.simulator.add(try FaultRule(on: .merchantSession, .status(503), count: 3))
            let shown = try await phone.after { simulator, id in
                try await simulator.tap(["To the checkout"], from: id)
                await shop.server.turnUntilSent()
            }
            #expect(shown.last == "payment: ", "\(shown)")
            try await shop.open(phone)
            #expect(try await shop.server.simulator.pay(from: phone.device.id).isPaid)
        }
    }

    @Test func `a bubble whose session ran out is sent anew when the customer writes`() async throws {
        try await PapierShop.run { shop in
            let phone = try await shop.phoneAtCheckout()
            shop.server.clock.turn(by: .minutes(6))
            await #expect(throws: SimulatorRefusal.self) { try await shop.open(phone) }
            let shown = try await phone.says("It does not open")
            #expect(shown.last == "payment: ", "\(shown)")
            try await shop.open(phone)
            #expect(try await shop.server.simulator.pay(from: phone.device.id).isPaid)
            await shop.untilTold()
            #expect(shop.service.charges.count == 1)
        }
    }
}
