import AppleSimulator
import Channels
import Concurrency
import Expressions
import JSON
import Testing

/// The whole example of a shop on the web: a customer's device, Apple's gateway behind mutual TLS, the server, the
/// shop's own system and its payment provider.
@Suite(.timeLimit(.minutes(10))) struct WebShopRunTests {
    @Test func `two notebooks by courier are paid to the cent, and the shop hears of the order`() async throws {
        try await PapierShop.run { shop in
            let phone = try await shop.phoneAtCheckout()
            let (simulator, id) = (shop.server.simulator, phone.device.id)
            #expect(try await shop.open(phone).total.written == "24.00")
            let taxed = try await simulator.change(.address("5 Rue Basse, 75001 Paris, FR"), from: id)
            #expect(taxed.problem == nil && taxed.errors.isEmpty, "\(taxed.problem ?? "")")
            #expect(taxed.lines.map(\.written).prefix(2) == ["24.00", "1.32"] && taxed.total.written == "25.32")
            let sent = try await simulator.change(.shipping("Courier"), from: id)
            #expect(sent.total.written == "37.82" && sent.shipping?.written == "12.50")
            let outcome = try await simulator.pay(from: id)
            #expect(outcome.isPaid && outcome.webhook?.isDelivered == true)
            try await shop.until(phone, "Thank you! Your order is on its way, Courier.")
            await shop.server.untilQuiet()
            let receipt = try #require(try await shop.shown(on: phone).last)
            #expect(receipt.contains("€37.82") && receipt.contains("5 Rue Basse"), "\(receipt)")
            #expect(shop.service.charges == [["amount": "37.82", "currency": "EUR"]])
            let address = shop.service.costs.first?["address"]
            #expect(address?["postcode"] == "75001" && address?["country"] == "FR" && address?["street"] == nil)
            await shop.service.untilOrdered()
            #expect(shop.service.orders.count == 1)
        }
    }

    @Test func `an address that nobody ships to is shown as such, and can be changed`() async throws {
        try await PapierShop.run { shop in
            let phone = try await shop.phoneAtCheckout()
            let (simulator, id) = (shop.server.simulator, phone.device.id)
            try await shop.open(phone)
            let far = try await simulator.change(.address("1 Main Street, 10001 New York, NY, US"), from: id)
            #expect(far.errors.map(\.message) == ["We do not ship there."] && far.total.written == "24.00")
            let near = try await simulator.change(.address("1 Grote Markt, 1000 Brussels, BE"), from: id)
            #expect(near.errors.isEmpty && near.total.written == "25.32")
            #expect(try await simulator.pay(from: id).isPaid)
            try await shop.until(phone, WebShopFaultTests.thanks)
            #expect(shop.service.charges == [["amount": "25.32", "currency": "EUR"]])
        }
    }

    @Test func `a refused card may be followed by another one on the same sheet`() async throws {
        try await PapierShop.run { shop in
            let phone = try await shop.phoneAtCheckout()
            let (simulator, id) = (shop.server.simulator, phone.device.id)
            try await shop.open(phone)
            shop.service.prepare(.declines)
            #expect(try await simulator.pay(from: id).status == "STATUS_FAILURE")
            let sheet = try await simulator.change(.card("debit"), from: id)
            #expect(sheet.problem == nil)
            #expect(try await simulator.pay(from: id).isPaid)
            try await shop.until(phone, WebShopFaultTests.thanks)
            #expect(shop.service.asked == 2 && shop.service.charges.count == 1)
        }
    }

    @Test func `who closes the sheet keeps the basket`() async throws {
        try await PapierShop.run { shop in
            let phone = try await shop.phoneAtCheckout()
            try await shop.open(phone)
            try await shop.server.simulator.closeSheet(from: phone.device.id)
            try await shop.until(phone, "We keep your basket for you. Write \"basket\" when you are ready.")
            #expect(shop.service.asked == 0)
        }
    }

    @Test func `who closes the sheet after a refused card is asked once more`() async throws {
        try await PapierShop.run { shop in
            let phone = try await shop.phoneAtCheckout()
            try await shop.open(phone)
            shop.service.prepare(.declines)
            try await shop.server.simulator.pay(from: phone.device.id)
            try await shop.server.simulator.closeSheet(from: phone.device.id)
            try await shop.until(phone, "payment: ", times: 2)
            #expect(try await shop.shown(on: phone).contains("The payment did not go through. No money was taken."))
            #expect(shop.service.charges.isEmpty && shop.service.orders.isEmpty)
        }
    }

    @Test(arguments: ["neighbour", "impostor"])
    func `with a wrong certificate nobody is asked to pay, and a person takes over`(_ name: String) async throws {
        try await PapierShop.run(certificate: name) { shop in
            let phone = try await shop.phoneAtBasket()
            try await shop.server.simulator.tap(["To the checkout"], from: phone.device.id)
            try await shop.until(phone, "Somebody from the shop takes over.")
            let shown = try await shop.shown(on: phone)
            #expect(shown.contains("The payment did not go through. No money was taken."), "\(shown)")
            #expect(!shown.contains("payment: "))
        }
    }

    @Test func `Apple's gateway that is down for a while is asked again`() async throws {
        try await PapierShop.run { shop in
            let phone = try await shop.phoneAtBasket()
            _ = shop.server.simulator.add(try FaultRule(on: .merchantSession, .status(503), count: 2))
            try await shop.server.simulator.tap(["To the checkout"], from: phone.device.id)
            for wait in [TimeLength.seconds(1), .seconds(2)] {
                try await shop.server.clock.untilSomebodySleeps(until: shop.server.clock.now + wait)
                shop.server.clock.turn(by: wait)
            }
            try await shop.until(phone, "payment: ")
            try await shop.open(phone)
            #expect(try await shop.server.simulator.pay(from: phone.device.id).isPaid)
            try await shop.until(phone, WebShopFaultTests.thanks)
        }
    }

    @Test func `a bubble whose session ran out is sent anew when the customer writes`() async throws {
        try await PapierShop.run { shop in
            let phone = try await shop.phoneAtCheckout()
            shop.server.clock.turn(by: .minutes(6))
            await #expect(throws: SimulatorRefusal.self) { try await shop.open(phone) }
            try await shop.server.simulator.send(text: "It does not open", from: phone.device.id)
            try await shop.until(phone, "payment: ", times: 2)
            try await shop.open(phone)
            #expect(try await shop.server.simulator.pay(from: phone.device.id).isPaid)
            try await shop.until(phone, WebShopFaultTests.thanks)
            #expect(shop.service.charges.count == 1)
        }
    }
}
