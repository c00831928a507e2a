import Expressions
import Foundation
import JSON
import Testing

@testable import AppleSimulator

@Suite struct `Paying` {
    @Test func `a payment tells who pays, what is sent where, and a token`() async throws {
        try await withPayDesk { harness, desk in
            let device = try harness.device()
            try await harness.askToPay(device, at: desk)
            _ = try await harness.open(device)
            let outcome = try await harness.simulator.pay(from: device.id)
            #expect(outcome.isPaid && outcome.status == "STATUS_SUCCESS")
            let payment = desk.payments(to: "payment-gateway")[0]
            #expect(
                payment["billingContact"] == [
                    "locality": "Berlin", "subLocality": "", "postalCode": "10115", "administrativeArea": "",
                    "subAdministrativeArea": "", "country": "Germany", "countryCode": "de",
                    "addressLines": ["1 Example Street"], "givenName": "", "familyName": "", "phoneticGivenName": "",
                    "phoneticFamilyName": "",
                ])
            let contact = payment["shippingContact"]
            #expect(contact?["givenName"] == "Ana" && contact?["emailAddress"] == "ana@example.com")
            #expect(contact?["phoneNumber"] == nil, "nobody asked for it")
            #expect(payment["shippingMethod"]?["identifier"] == "pickup" && payment["shippingMethod"]?["amount"] == "0")
            let token = payment["paymentToken"]
            #expect(
                token?["paymentMethod"] == ["displayName": "Visa 1111", "network": "Visa", "type": "credit"])
            #expect(token?["paymentData"]?["version"] == "EC_v1")
            let header = token?["paymentData"]?["header"]
            #expect(Data(base64Encoded: header?["publicKeyHash"]?.string ?? "")?.count == 32)
            #expect(header?["transactionId"]?.string?.uppercased() == token?["transactionIdentifier"]?.string)
        }
    }

    @Test func `afterwards a message tells the business, and the order is told`() async throws {
        try await withPayDesk { harness, desk in
            let device = try harness.device()
            try await harness.askToPay(device, at: desk)
            _ = try await harness.open(device)
            let outcome = try await harness.simulator.pay(from: device.id)
            #expect(outcome.webhook?.isDelivered == true)
            let reply = harness.receiver.webhooks(of: "interactive")
            #expect(reply.count == 1)
            let data = reply.first?.body["interactiveData"]?["data"]
            #expect(data?["requestIdentifier"] == "pump-1" && data?["payment"]?["status"] == "paid")
            #expect(
                data?["payment"]?["paymentRequest"]?["total"] == [
                    "label": "Bikes & Co", "amount": "19.9", "type": "Final",
                ])
            #expect(data?["payment"]?["merchantSession"]?["initiative"] == "messaging")
            #expect(data?["receivedMessage"]?["title"] == "A new pump")
            let order = desk.payments(to: "order-tracking")
            #expect(order.count == 1 && order[0]["paymentToken"] == nil)
            #expect(
                order[0]["summaryItems"]?.array?.map { $0["amount"] ?? .null } == ["24.9", "-5", "0", "19.9"])
            #expect(order[0]["summaryItems"]?[2]?["type"] == "Pending")
            await expectRefusal("no bubble of that kind on the device that waits") { try await harness.open(device) }
            await expectRefusal("this is paid already") {
                try await harness.simulator.openSheet(on: .request("pump-1"), from: device.id)
            }
        }
    }

    @Test func `after a refusal the sheet stays open, and another card pays with another token`() async throws {
        try await withPayDesk { harness, desk in
            let device = try harness.device()
            try await harness.askToPay(device, at: desk)
            _ = try await harness.open(device)
            try await harness.simulator.change(.card("declined"), from: device.id)
            desk.answer(
                "payment-gateway",
                ["status": "STATUS_FAILURE", "errors": [["code": "unknown", "message": "Your bank says no"]]])
            let refused = try await harness.simulator.pay(from: device.id)
            #expect(!refused.isPaid && refused.webhook == nil && refused.errors.map(\.message) == ["Your bank says no"])
            #expect(harness.receiver.webhooks.isEmpty && desk.payments(to: "order-tracking").isEmpty)
            #expect(try harness.simulator.sheet(on: device.id).wasRefused)
            try await harness.simulator.change(.card("mastercard"), from: device.id)
            #expect(try await harness.simulator.pay(from: device.id).isPaid)
            let tokens = desk.payments(to: "payment-gateway").map { $0["paymentToken"]?["paymentData"] }
            #expect(tokens.count == 2 && tokens[0] != tokens[1])
        }
    }

    @Test(arguments: [
        (#"{"status": "STATUS_PIN_REQUIRED"}"#, 200, "STATUS_PIN_REQUIRED"), ("{}", 200, "status: this is required"),
        (#"{"status": "STATUS_SUCCESS", "reference": "R-1"}"#, 200, "there is no key `reference` here"),
        (#"{"status": "STATUS_SUCCESS"}"#, 502, "the answer is 502"), ("paid", 200, "not JSON"),
    ]) func `only a clear success is one`(_ row: (text: String, status: Int, words: String)) async throws {
        try await withPayDesk { harness, desk in
            let device = try harness.device()
            try await harness.askToPay(device, at: desk)
            _ = try await harness.open(device)
            desk.answer("payment-gateway", text: row.text, status: row.status)
            #expect(try await harness.simulator.pay(from: device.id).isPaid == false)
            let problem = try harness.simulator.sheet(on: device.id).problem
            #expect(problem?.contains(row.words) == true, "\(problem ?? "none")")
        }
    }

    @Test func `a success is one in any letters`() async throws {
        try await withPayDesk { harness, desk in
            let device = try harness.device()
            try await harness.askToPay(device, at: desk)
            _ = try await harness.open(device)
            desk.answer("payment-gateway", ["status": "status_success"])
            #expect(try await harness.simulator.pay(from: device.id).isPaid)
        }
    }

    @Test(arguments: [
        (DeviceKind.iphone, false, ["cancelled"]), (.iphone, true, ["failed"]), (.mac, false, []), (.mac, true, []),
    ]) func `an iPhone tells that the sheet was closed, a Mac does not`(
        _ row: (kind: DeviceKind, refused: Bool, told: [String])
    ) async throws {
        try await withPayDesk { harness, desk in
            let device = try harness.device(row.kind)
            try await harness.askToPay(device, at: desk)
            _ = try await harness.open(device)
            if row.refused {
                desk.answer("payment-gateway", ["status": "STATUS_FAILURE"])
                try await harness.simulator.pay(from: device.id)
            }
            let outcome = try await harness.simulator.closeSheet(from: device.id)
            #expect((outcome == nil) == row.told.isEmpty)
            let told = harness.receiver.webhooks(of: "interactive").compactMap {
                $0.body["interactiveData"]?["data"]?["payment"]?["status"]?.string
            }
            #expect(told == row.told)
            #expect(try await harness.open(device).request == "pump-1", "the bubble can be tapped again")
        }
    }

    @Test func `habits say where the message tells how it went`() async throws {
        try await withPayDesk { harness, desk in
            let rows: [(PayingHabits.Reply, JSONValue?, JSONValue?)] = [
                (.status, "paid", nil), (.state, nil, "STATUS_SUCCESS"), (.none, nil, nil),
            ]
            for (index, row) in rows.enumerated() {
                let device = try harness.device { description in
                    var wire = DeviceKind.iphone.habits
                    wire.paying.reply = row.0
                    wire.paying.method = .missing
                    description.wire = wire
                }
                try await harness.askToPay(device, at: desk, id: index + 1)
                _ = try await harness.open(device)
                try await harness.simulator.pay(from: device.id)
                let payment = harness.receiver.webhooks.last?.body["interactiveData"]?["data"]?["payment"]
                #expect(payment?["status"] == row.1 && payment?["state"] == row.2)
                #expect(desk.payments(to: "payment-gateway").last?["paymentToken"]?["paymentMethod"] == nil)
            }
        }
    }

    @Test func `two devices of a customer have a sheet each`() async throws {
        try await withPayDesk { harness, desk in
            let phone = try harness.device()
            let mac = try harness.device(.mac) { $0.customer = phone.customer }
            try await harness.askToPay(phone, at: desk)
            _ = try await (harness.open(phone), harness.open(mac))
            async let first = harness.simulator.pay(from: phone.id)
            async let second = harness.simulator.pay(from: mac.id)
            _ = try await (first, second)
            #expect(desk.payments(to: "payment-gateway").count == 2)
        }
    }

    @Test func `nothing can be done to a sheet while its payment is on its way`() async throws {
        try await withPayDesk { harness, desk in
            let device = try harness.device()
            try await harness.askToPay(device, at: desk)
            _ = try await harness.open(device)
            desk.hold(true)
            async let paying = harness.simulator.pay(from: device.id)
            _ = try await desk.calls(atLeast: 1)
            for work in [
                { _ = try await harness.simulator.pay(from: device.id) },
                { _ = try await harness.simulator.closeSheet(from: device.id) },
                { _ = try await harness.simulator.change(.card("debit"), from: device.id) },
            ] { await expectRefusal("the payment is in progress", work) }
            desk.hold(false)
            #expect(try await paying.isPaid)
        }
    }
}
