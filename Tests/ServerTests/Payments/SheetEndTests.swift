import AppleSimulator
import Channels
import Concurrency
import ConversationRuntime
import CurlClient
import Expressions
import JSON
import SQLStorage
import TestSupport
import Testing

@testable import Server

/// The end of payments on devices: the device's report comes late, twice or not at all, and is never trusted alone.
@Suite struct SheetEndTests {
    @Test func `the flow goes on whether the device's word comes, comes twice, or not at all`() async throws {
        try await FishShop.run { shop in
            for fault in [nil, FaultRule.Kind.dropBefore, .dropAfter, .doubleTap(after: .zero)] {
                let phone = try await shop.phone()
                try await phone.opensSheet()
                if let fault { _ = shop.server.simulator.add(try FaultRule(on: .webhook, fault, count: 1)) }
                let told = shop.toldCount
                let shown = try await phone.after { simulator, device in
                    let outcome = try await simulator.pay(from: device)
                    #expect(outcome.isPaid)
                    await shop.untilTold(told + 1)
                }
                #expect(shown == [FishShop.thanks])
            }
            #expect(shop.provider.keys.count == 4)
        }
    }

    @Test func `whoever closes the sheet goes another way`() async throws {
        try await FishShop.run { shop in
            let phone = try await shop.phone()
            try await phone.opensSheet()
            let shown = try await phone.after { simulator, device in
                _ = try await simulator.closeSheet(from: device)
            }
            #expect(shown == ["Maybe later."])
            #expect(try await shop.payment().state == .cancelled)
            #expect(try await shop.sheet(of: phone).pay().body == Sheet.failure)
        }
    }

    @Test func `whoever gives up after a refused card is told at once`() async throws {
        try await FishShop.run(provider: Provider(.declined("card declined"))) { shop in
            let phone = try await shop.phone()
            try await phone.opensSheet()
            let shown = try await phone.after { simulator, device in
                let outcome = try await simulator.pay(from: device)
                #expect(!outcome.isPaid)
                _ = try await simulator.closeSheet(from: device)
                await shop.untilTold()
            }
            #expect(shown == ["Not paid: card declined."])
        }
    }

    @Test func `a sheet whose session has run out comes anew when the customer writes, and that is no misfit`()
        async throws
    {
        try await FishShop.run { shop in
            let phone = try await shop.phone()
            let first = try await shop.sheet(of: phone)
            for _ in 0..<4 {
                shop.server.clock.turn(by: .minutes(6))
                let shown = try await phone.says("I cannot pay")
                #expect(shown.count == 1 && shown.first?.hasPrefix("payment") == true, "\(shown)")
            }
            let last = try await shop.sheet(of: phone)
            #expect(first.request != last.request && first.base != last.base)
            #expect(try await last.pay().body == Sheet.success)
            // While the session is valid, it is one.
            let other = try await shop.phone()
            #expect(try await other.says("hm?").first == "Please tap the bubble.")
        }
    }

    @Test func `a device without Apple Pay finds a page with the order`() async throws {
        try await FishShop.run { shop in
            let phone = try await shop.phone(.oldIPhone)
            guard
                case .page(let url, let status, let text) = try await shop.server.simulator.openSheet(
                    from: phone.device.id)
            else { throw Trouble("a sheet came up") }
            #expect(status == 200)
            for part in ["Your order at Sam&#39;s Fish", "Halibut", "63.99 USD", "can be paid with Apple Pay"] {
                #expect(text.contains(part), "\(part)")
            }
            let response = try await shop.server.client.send(HTTPRequest.patient("GET", url))
            #expect(response.header("Content-Security-Policy")?.contains("default-src 'none'") == true)
            #expect(response.header("Cache-Control") == "no-store")
            // Test cards exist only in `usher dev`.
            var pay = HTTPRequest.patient("POST", url)
            pay.body = .bytes(Array("card=Visa+1111".utf8))
            #expect(try await shop.server.client.send(pay).status == 404)
            _ = try await shop.sheet(of: phone).pay()
            await shop.untilTold()
            let paid = try await shop.server.client.send(HTTPRequest.patient("GET", url))
            #expect(String(decoding: paid.body, as: UTF8.self).contains("This order is paid"))
        }
    }

    @Test func `while a bot is developed, the page has cards to pay with, and a way to cancel`() async throws {
        try await FishShop.run(provider: Provider(.declined("card declined")), doubles: .unreachable) { shop in
            func page(_ phone: Phone, _ form: String) async throws -> String {
                var request = HTTPRequest.patient("POST", try await shop.sheet(of: phone).base + "/fallback")
                request.body = .bytes(Array(form.utf8))
                return String(decoding: try await shop.server.client.send(request).body, as: UTF8.self)
            }
            let phone = try await shop.phone(.oldIPhone)
            let shown = try await phone.after { _, _ in
                let refused = try await page(phone, "card=Visa+0002")
                #expect(refused.contains("The payment was declined") && refused.contains("Visa 1111"))
                let paid = try await page(phone, "card=Visa+1111")
                #expect(paid.contains("This order is paid") && !paid.contains("Visa 1111"))
                await shop.untilTold()
            }
            #expect(shown == [FishShop.thanks])
            let other = try await shop.phone(.oldIPhone)
            let left = try await other.after { _, _ in _ = try await page(other, "cancel=yes") }
            #expect(left == ["Maybe later."])
            #expect(try await page(other, "card=Gold").contains("there is no such test card"))
        }
    }

    @Test func `a card whose payment has no outcome yet is not called declined`() async throws {
        try await FishShop.run(doubles: .unreachable) { shop in
            let phone = try await shop.phone(.oldIPhone)
            let url = try await shop.sheet(of: phone).base + "/fallback"
            @Sendable func page(_ form: String) async throws -> String {
                var request = HTTPRequest.patient("POST", url)
                request.body = .bytes(Array(form.utf8))
                return String(decoding: try await shop.server.client.send(request).body, as: UTF8.self)
            }
            shop.provider.hold()
            let first = Task { try await page("card=Visa+0500") }
            await shop.server.turn(by: .seconds(1)) { _ = try? await first.value }
            let shown = try await [first.value, page("card=Visa+1111"), page("cancel=yes")]
            shop.provider.release()
            for text in shown {
                #expect(text.contains("The payment is still being made."), "\(text)")
                #expect(!text.contains("declined"), "\(text)")
            }
        }
    }
}

extension Phone {
    func opensSheet() async throws {
        guard case .sheet = try await server.simulator.openSheet(from: device.id) else {
            throw Trouble("no sheet came up")
        }
    }
}

extension FishShop {
    fileprivate var toldCount: Int {
        server.log.lines.count { $0.contains("payment ended") }
    }

    /// Returns when `count` payments have ended.
    func untilTold(_ count: Int) async {
        await poll { toldCount >= count }
        await server.untilQuiet()
    }
}
