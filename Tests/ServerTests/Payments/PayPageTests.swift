import AppleSimulator
import Channels
import Concurrency
import ConversationRuntime
import Crypto
import CurlClient
import Diagnostics
import Expressions
import FlowModel
import Foundation
import HTTPActions
import JSON
import MessageModel
import SQLStorage
import SQLiteStorage
import Synchronization
import TestSupport
import Testing

@testable import Server

/// Payments on a page of the business, for devices without Apple Pay.
@Suite struct PayPageTests {
    /// The payment page of the business.
    private final class PayPage: Sendable {
        private struct State {
            var opened: [JSONValue] = []
            var keys: [String] = []
            var outcome: JSONValue = ["outcome": "open"]
        }

        private let state = Mutex(State())

        var opened: [JSONValue] { state.withLock(\.opened) }
        var keys: [String] { state.withLock(\.keys) }

        /// What the page says when it is asked from now on.
        func end(_ outcome: JSONValue) { state.withLock { $0.outcome = outcome } }

        var actions: [String: any RegisteredAction] {
            [
                "OpenPage": JSONAction { inputs, key async throws(JSONAction.Failure) in
                    self.state.withLock { state in
                        state.opened.append(inputs)
                        state.keys.append(key)
                    }
                    return ["address": "https://pay.fish.example/s/4711"]
                },
                "PageState": JSONAction { _, _ async throws(JSONAction.Failure) in self.state.withLock(\.outcome) },
            ]
        }
    }

    private static let page = "    page: open_page\n"

    /// Posts what the page reports; signed with the secret, unless told otherwise.
    private func report(
        _ body: JSONValue, to url: String, on server: TestServer, secret: String? = "page secret",
        at moment: Moment? = nil, signature: String? = nil
    ) async throws -> (status: Int, json: JSONValue?) {
        var request = HTTPRequest.patient("POST", url)
        request.body = .bytes(body.bytes)
        if let signature {
            request.headers.append(HTTPHeader(name: "Usher-Signature", value: signature))
        } else if let secret {
            let signed = DeskSettings(address: url, secret: secret)
            request.headers.append(
                HTTPHeader(
                    name: "Usher-Signature", value: signed.signature(of: body.bytes, at: moment ?? server.clock.now)))
        }
        let response = try await server.client.send(request)
        return (response.status, try? JSONValue(parsing: response.body))
    }

    private func orderPage(of phone: Phone, in shop: FishShop) async throws -> (url: String, text: String) {
        guard case .page(let url, _, let text) = try await shop.server.simulator.openSheet(from: phone.device.id) else {
            throw Trouble("a sheet came up")
        }
        return (url, text)
    }

    /// Chooses the business's page where the order is shown.
    private func choosePage(of phone: Phone, in shop: FishShop) async throws -> HTTPResponse {
        var request = HTTPRequest.patient("POST", try await orderPage(of: phone, in: shop).url)
        request.body = .bytes(Array("page=open".utf8))
        return try await shop.server.client.send(request)
    }

    @Test func `a customer without Apple Pay pays on the page, and the page reports it once`() async throws {
        let page = PayPage()
        try await FishShop.run(pay: Self.page, pages: page.actions, paySecret: "page secret") { shop in
            let phone = try Phone(.oldIPhone, on: shop.server)
            try await phone.says("hello")
            let response = try await choosePage(of: phone, in: shop)
            #expect(response.status == 303)
            #expect(response.header("Location") == "https://pay.fish.example/s/4711")
            let opened = try #require(page.opened.first)
            #expect(opened["total"] == ["amount": "63.99", "currency": "USD"])
            #expect(opened["items"]?[0]?["label"] == "Halibut")
            let url = try #require(opened["result"]?.string)
            #expect(page.keys.allSatisfy { $0 == "\(opened["reference"]?.string ?? "")-page" })

            let shown = try await phone.after { _, _ in
                let told = try await report(["outcome": "paid", "reference": "ch_1"], to: url, on: shop.server)
                #expect(told.status == 200 && told.json?["state"] == "paid", "\(told)")
                await shop.untilTold()
            }
            #expect(shown == [FishShop.thanks])
            let again = try await report(["outcome": "paid", "reference": "ch_1"], to: url, on: shop.server)
            #expect(again.status == 200 && again.json?["state"] == "paid")
            let other = try await report(["outcome": "declined"], to: url, on: shop.server)
            #expect(other.status == 409)
            let payment = try await shop.payment()
            #expect(payment.state == .paid && payment.reference == "ch_1" && !payment.isUnclaimed)
            #expect(shop.provider.keys.isEmpty)
        }
    }

    @Test(arguments: [
        (["outcome": "declined", "problem": "card expired"] as JSONValue, "Not paid: card expired."),
        (["outcome": "cancelled"] as JSONValue, "Maybe later."),
    ])
    func `the exits are those of pay`(body: JSONValue, said: String) async throws {
        let page = PayPage()
        try await FishShop.run(pay: Self.page, pages: page.actions, paySecret: "page secret") { shop in
            let phone = try Phone(.oldIPhone, on: shop.server)
            try await phone.says("hello")
            _ = try await choosePage(of: phone, in: shop)
            let url = try #require(page.opened.first?["result"]?.string)
            let shown = try await phone.after { _, _ in
                let told = try await report(body, to: url, on: shop.server)
                #expect(told.status == 200, "\(told)")
                if body["outcome"] == "declined" { await shop.untilTold() }
            }
            #expect(shown == [said])
        }
    }

    @Test func `a report counts only with its signature, of this moment, at an address that exists`() async throws {
        let page = PayPage()
        try await FishShop.run(pay: Self.page, pages: page.actions, paySecret: "page secret") { shop in
            let phone = try Phone(.oldIPhone, on: shop.server)
            try await phone.says("hello")
            _ = try await choosePage(of: phone, in: shop)
            let url = try #require(page.opened.first?["result"]?.string)
            let paid: JSONValue = ["outcome": "paid"]
            #expect(try await report(paid, to: url, on: shop.server, secret: nil).status == 401)
            #expect(try await report(paid, to: url, on: shop.server, secret: "another").status == 401)
            let late = shop.server.clock.now + .minutes(6)
            #expect(try await report(paid, to: url, on: shop.server, at: late).status == 401)
            for time in ["9223372036854775807", "-9223372036854775808", "9223372036854775", "0", "1e9", ""] {
                let status = try await report(paid, to: url, on: shop.server, signature: "t=\(time),v1=00").status
                #expect(status == 401, "\(time)")
            }
            // Members of a list in a header may be set apart (RFC 9110, section 5.6.1).
            let right = DeskSettings(address: url, secret: "page secret")
                .signature(of: Array("{}".utf8), at: shop.server.clock.now).replacing(",", with: " , ")
            #expect(try await report([:], to: url, on: shop.server, signature: right).status == 400)
            #expect(try await report(["outcome": "perhaps"], to: url, on: shop.server).status == 400)
            let nowhere = url.replacing("/result", with: "x/result")
            #expect(try await report(paid, to: nowhere, on: shop.server).status == 404)
            #expect(try await shop.payment().state == .opened)
        }
    }

    @Test func `a payment after the customer has moved on is unclaimed`() async throws {
        let page = PayPage()
        try await FishShop.run(pay: Self.page, pages: page.actions, paySecret: "page secret") { shop in
            let phone = try Phone(.oldIPhone, on: shop.server)
            try await phone.says("hello")
            _ = try await choosePage(of: phone, in: shop)
            let url = try #require(page.opened.first?["result"]?.string)
            // A customer who deletes the conversation leaves it at once.
            _ = try await shop.server.simulator.close(from: phone.device.id)
            await shop.server.untilHandled()
            let told = try await report(["outcome": "paid", "reference": "ch_1"], to: url, on: shop.server)
            #expect(told.status == 200)
            await shop.server.log.line(with: "payment unclaimed, its question is no longer open")
            #expect(try await shop.payment().isUnclaimed)
        }
    }

    @Test func `a payment while people have the conversation is unclaimed`() async throws {
        let page = PayPage()
        try await FishShop.run(pay: Self.page, pages: page.actions, paySecret: "page secret") { shop in
            let phone = try Phone(.oldIPhone, on: shop.server)
            try await phone.says("hello")
            _ = try await choosePage(of: phone, in: shop)
            let url = try #require(page.opened.first?["result"]?.string)
            try await phone.says("help")
            let told = try await report(["outcome": "paid", "reference": "ch_1"], to: url, on: shop.server)
            #expect(told.status == 200 && told.json?["state"] == "paid")
            await shop.server.log.line(with: "payment unclaimed, its question is no longer open")
            #expect(try await shop.payment().isUnclaimed)
            let metrics = try await shop.server.metrics()
            #expect(metrics[#"usher_payments_total{outcome="unclaimed"}"#] == 1)
            #expect(metrics[#"usher_payments_total{outcome="paid"}"#] ?? 0 == 0)
        }
    }

    @Test(arguments: ["declined", "cancelled"])
    func `what is paid after all is unclaimed, and counted once`(_ outcome: String) async throws {
        let page = PayPage()
        try await FishShop.run(pay: Self.page, pages: page.actions, paySecret: "page secret") { shop in
            let phone = try Phone(.oldIPhone, on: shop.server)
            try await phone.says("hello")
            _ = try await choosePage(of: phone, in: shop)
            let url = try #require(page.opened.first?["result"]?.string)
            _ = try await phone.after { _, _ in
                let told = try await report(["outcome": .string(outcome)], to: url, on: shop.server)
                #expect(told.status == 200, "\(told)")
                if outcome == "declined" { await shop.untilTold() }
            }
            for _ in 1...2 {
                let told = try await report(["outcome": "paid", "reference": "ch_1"], to: url, on: shop.server)
                #expect(told.status == 409, "\(told)")
            }
            let unclaimed = try await shop.server.database.payments.payments(
                PaymentFilter(isUnclaimed: true), skipping: 0, limit: 9)
            #expect(unclaimed.map(\.reference) == ["ch_1"] && unclaimed.map(\.state.rawValue) == [outcome])
            #expect(try await shop.server.metrics()[#"usher_payments_total{outcome="unclaimed"}"#] == 1)
            #expect(shop.server.log.lines.count { $0.contains("payment unclaimed") } == 1)
        }
    }

    @Test func `a payment that is reported again in other words is not unclaimed, and one with another reference is`()
        async throws
    {
        let page = PayPage()
        try await FishShop.run(pay: Self.page, pages: page.actions, paySecret: "page secret") { shop in
            let phone = try Phone(.oldIPhone, on: shop.server)
            try await phone.says("hello")
            _ = try await choosePage(of: phone, in: shop)
            let url = try #require(page.opened.first?["result"]?.string)
            let first: JSONValue = ["outcome": "paid", "reference": "ch_1"]
            _ = try await phone.after { _, _ in
                let told = try await report(first, to: url, on: shop.server)
                #expect(told.status == 200, "\(told)")
                await shop.untilTold()
            }
            #expect(try await report(["outcome": "paid"], to: url, on: shop.server).status == 200)
            #expect(try await report(first, to: url, on: shop.server).status == 200)
            let books = shop.server.database.payments
            #expect(try await books.payments(PaymentFilter(isUnclaimed: true), skipping: 0, limit: 9) == [])
            let second: JSONValue = ["outcome": "paid", "reference": "ch_2"]
            #expect(try await report(second, to: url, on: shop.server).status == 409)
            #expect(try await books.payments(PaymentFilter(isUnclaimed: true), skipping: 0, limit: 9).count == 1)
        }
    }

    @Test func `a page that reports nothing is polled`() async throws {
        let page = PayPage()
        try await FishShop.run(pay: Self.page + "    poll: page_state\n", pages: page.actions) { shop in
            let phone = try Phone(.oldIPhone, on: shop.server)
            try await phone.says("hello")
            page.end(["outcome": "paid", "reference": "ch_2"])
            let shown = try await phone.after { _, _ in
                await shop.server.turn(by: .seconds(10)) { await shop.untilTold() }
            }
            #expect(shown == [FishShop.thanks])
            #expect(try await shop.payment().reference == "ch_2")
        }
    }

    @Test func `while a page cannot be opened, the customer is asked to try again`() async throws {
        try await FishShop.run(pay: Self.page, paySecret: "page secret") { shop in
            let phone = try Phone(.oldIPhone, on: shop.server)
            try await phone.says("hello")
            let response = try await choosePage(of: phone, in: shop)
            #expect(response.status == 503)
            #expect(String(decoding: response.body, as: UTF8.self).contains("try again"))
            #expect(try await shop.payment().state == .opened)
        }
    }

    @Test func `looking at the order opens no page`() async throws {
        let page = PayPage()
        try await FishShop.run(pay: Self.page, pages: page.actions, paySecret: "page secret") { shop in
            let phone = try Phone(.oldIPhone, on: shop.server)
            try await phone.says("hello")
            for _ in 0..<2 {
                let text = try await orderPage(of: phone, in: shop).text
                #expect(text.contains("Halibut") && text.contains("Pay now") && !text.contains("with Apple Pay"))
            }
            #expect(page.opened.isEmpty)
        }
    }
}
