import Concurrency
import Expressions
import JSON
import Testing

@testable import AppleSimulator

@Suite struct `Bubbles that are sent again` {
    private func reference(
        _ harness: Harness, to device: SimulatedDevice, _ bubble: JSONValue? = nil
    ) async throws -> JSONValue {
        let message = bubble ?? Messages.listPicker(to: device.customer)
        let answer = try await harness.post(message, headers: ["include-data-ref": "true"])
        #expect(answer.status == 200, "\(answer.reason)")
        return try #require(answer.json["dataRef"])
    }

    private func again(_ reference: JSONValue, to customer: CustomerID, id: Int = 2) -> JSONValue {
        var message = Messages.envelope("interactive", to: customer, id: id)
        message["interactiveDataRef"] = reference
        return .object(message)
    }

    @Test func `are named in the answer to the first message, and work for another customer`() async throws {
        try await withSimulator { harness in
            let (ana, ben) = (try harness.device(), try harness.device())
            let name = try await reference(harness, to: ana)
            #expect(
                Set(name.object?.keys ?? []) == [
                    "bid", "owner", "url", "size", "signature", "signature-base64", "title", "dataRefSig",
                ])
            #expect(name["title"] == "The menu")
            #expect(try await harness.post(again(name, to: ben.customer)).status == 200)
            _ = try await harness.simulator.tap(["m1"], from: ben.id)
            #expect(
                harness.receiver.webhooks[0].body["interactiveData"]?["data"]?["requestIdentifier"] == "what-to-eat")
        }
    }

    @Test func `are not named unasked`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            #expect(try await harness.post(Messages.listPicker(to: device.customer)).json == .null)
            let text = try await harness.post(
                Messages.text(to: device.customer, id: 2), headers: ["include-data-ref": "true"])
            #expect(text.json == .null)
            #expect(harness.simulator.store.count == 0)
        }
    }

    @Test(
        arguments: [
            ("owner", "M1", "differs from the response to the first message"), ("size", 5, "differs from the response"),
            ("signature", nil, "differs from the response"), ("dataRefSig", nil, "differs from the response"),
            ("bid", "x", "differs from the response"), ("url", "https://x.example", "no such file"),
            ("url", nil, missing),
            ("colour", "red", "there is no key `colour`"),
        ] as [(String, JSONValue?, String)])
    func `are refused when their name is not whole`(_ row: (String, JSONValue?, String)) async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let name = try await reference(harness, to: device).setting(row.0, to: row.1)
            let answer = try await harness.post(again(name, to: device.customer))
            #expect(answer.status == 400)
            #expect(answer.path == "interactiveDataRef.\(row.0)")
            #expect(answer.reason.contains(row.2), "\(answer.reason)")
        }
    }

    @Test func `are kept for 30 days, for one business, and instead of the data`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let name = try await reference(harness, to: device)
            let both = Messages.listPicker(to: device.customer, id: 3).setting("interactiveDataRef", to: name)
            #expect(try await harness.post(both).reason.contains("not both"))
            try await harness.simulator.register(
                Business(id: "b", mspID: Harness.mspID, secret: Harness.secret, webhook: "http://127.0.0.1:1"))
            let other = try harness.simulator.createDevice(DeviceDescription(business: "b"))
            let foreign = again(name, to: other.customer).setting("sourceId", to: "b")
            #expect(try await harness.post(foreign).reason.contains("no such file for this business"))
            harness.clock.turn(by: .days(30))
            let token = try harness.token(at: harness.clock.now.seconds)
            let late = try await harness.post(
                again(name, to: device.customer, id: 4), headers: ["authorization": "Bearer \(token)"])
            #expect(late.path == "interactiveDataRef.url")
            #expect(late.reason.contains("was deleted"))
        }
    }

    @Test func `are not the answers of customers`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let message = Messages.listPicker(to: device.customer)
                .setting("interactiveData.data.images[0].data", to: .string(picture(of: 9_000)))
            _ = try await harness.post(message)
            _ = try await harness.simulator.tap(["m1"], from: device.id)
            let reply = try #require(harness.receiver.webhooks[0].body["interactiveDataRef"]).setting("key", to: nil)
            let answer = try await harness.post(again(reply, to: device.customer))
            #expect(answer.reason.contains("the answers of customers cannot be sent on"), "\(answer.reason)")
        }
    }
}
