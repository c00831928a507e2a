import Expressions
import JSON
import Testing

@testable import AppleSimulator

@Suite struct `Paying over the control API` {
    @Test func `a sheet is opened, changed and paid`() async throws {
        try await withPayDesk { harness, desk in
            let device = try harness.device()
            try await harness.askToPay(device, at: desk)
            let path = "/devices/\(device.id)/pay-sheet"
            #expect(try await harness.ask("GET", path).status == 409)
            let opened = try await harness.ask("POST", path, ["request": "pump-1"]).json["sheet"]
            #expect(opened?["chosen"] == "pickup" && opened?["address"] == "1 Example Street, 10115 Berlin, DE")
            #expect(opened?["cards"]?.array?.count == 7 && opened?["currency"] == "EUR" && opened?["errors"] == [])
            desk.answer("shipping-contact", ["errors": [["code": "unknown", "message": "Slower there"]]])
            let changed = try await harness.ask("POST", path + "/change", ["address": "5 Rue Basse, 75001 Paris, FR"])
            #expect(changed.json["sheet"]?["address"] == "5 Rue Basse, 75001 Paris, FR")
            #expect(changed.json["sheet"]?["errors"] == [["code": "unknown", "message": "Slower there"]])
            let card = try await harness.ask("POST", path + "/change", ["card": "debit"])
            #expect(card.json["sheet"]?["card"]?["title"] == "Visa 3333")
            #expect(try await harness.ask("GET", path).json == card.json)
            let paid = try await harness.ask("POST", path + "/pay")
            #expect(
                paid.json["paid"] == true && paid.json["status"] == "STATUS_SUCCESS" && paid.json["delivered"] == true)
            let told = try await harness.ask("GET", "/devices/\(device.id)/messages?sent=true").json["messages"]?.array
            #expect(told?.last?["kind"] == "payment" && told?.last?["status"] == "paid")
        }
    }

    @Test func `a sheet is refused and closed, and a device without Apple Pay opens a page`() async throws {
        try await withPayDesk { harness, desk in
            let device = try harness.device()
            try await harness.askToPay(device, at: desk)
            let path = "/devices/\(device.id)/pay-sheet"
            _ = try await harness.ask("POST", path)
            desk.answer("payment-gateway", ["status": "STATUS_FAILURE"])
            let refused = try await harness.ask("POST", path + "/pay").json
            #expect(refused["paid"] == false && refused["status"] == "STATUS_FAILURE" && refused["posts"] == nil)
            #expect(try await harness.ask("POST", path + "/close").json["delivered"] == true)
            let created = try await harness.ask(
                "POST", "/devices", ["business": .string(Harness.business.text), "apple_pay": false])
            let other = try harness.simulator.device(DeviceID(created.json["id"]?.string ?? ""))
            try await harness.askToPay(other, at: desk, id: 2)
            let page = try await harness.ask("POST", "/devices/\(other.id)/pay-sheet").json["page"]
            #expect(page?["status"] == 200 && page?["text"] == "Pay here")
        }
    }

    @Test(
        arguments: [
            ("/change", [:], 400), ("/change", ["address": "x", "card": "y"], 400),
            ("/change", ["address": "Paris"], 400),
            ("/change", ["shipping": "drone"], 400), ("/change", ["card": "amex"], 400),
            ("/pay", ["card": "visa"], 400),
            ("/close", ["why": "x"], 400), ("", ["sheet": 1], 400), ("", [:], 409),
        ] as [(String, JSONValue, Int)]) func `what makes no sense changes nothing`(
            _ row: (String, JSONValue, Int)
        ) async throws
    {
        try await withPayDesk { harness, desk in
            let device = try harness.device()
            try await harness.askToPay(device, at: desk)
            let path = "/devices/\(device.id)/pay-sheet"
            let before = try await harness.ask("POST", path).json
            #expect(try await harness.ask("POST", path + row.0, row.1).status == row.2)
            #expect(try await harness.ask("GET", path).json == before && desk.calls.isEmpty)
        }
    }

    @Test func `habits of paying are read and shown`() async throws {
        try await withSimulator { harness in
            let wanted: JSONValue = ["reply": "none", "opening": "asks"]
            let device = try await harness.ask(
                "POST", "/devices",
                ["business": .string(Harness.business.text), "wire": ["paying": wanted]])
            let paying = device.json["wire"]?["paying"]
            #expect(paying?["reply"] == "none" && paying?["opening"] == "asks" && paying?["amounts"] == "shortest")
            #expect(device.json["apple_pay"] == true)
            let wrong = try await harness.ask(
                "POST", "/devices",
                ["business": .string(Harness.business.text), "wire": ["paying": ["reply": "loud"]]])
            #expect(wrong.status == 400)
        }
    }
}
