import Concurrency
import Expressions
import Foundation
import JSON
import Testing

@testable import AppleSimulator

@Suite struct `Customers and networks that misbehave` {
    @Test func `a late answer comes for a message that is shown at once`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            harness.simulator.add(try FaultRule(on: .gateway, .lateAnswer(.seconds(40)), count: 1))
            async let answer = harness.post(Messages.text(to: device.customer))
            try await harness.clock.untilAsleep()
            #expect(try await harness.simulator.messages(of: device.id).count == 1)
            #expect(try await harness.post(Messages.text(to: device.customer)).status == 200, "sent again meanwhile")
            harness.clock.turn(by: .seconds(40))
            #expect(try await answer.status == 200)
            #expect(try await harness.simulator.messages(of: device.id).count == 1)
        }
    }

    @Test func `the answer to a webhook may be read late`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            harness.simulator.add(try FaultRule(on: .webhook, .lateAnswer(.seconds(3)), count: 1))
            async let outcome = harness.simulator.send(text: "Hello", from: device.id)
            try await harness.clock.untilAsleep()
            #expect(harness.receiver.webhooks(of: "text").count == 1)
            harness.clock.turn(by: .seconds(3))
            #expect(try await outcome.isDelivered)
        }
    }

    @Test(arguments: [(3_500, 200), (-3_500, 200), (3_700, 403), (-3_700, 403)])
    func `a gateway with a wrong clock refuses tokens that are good`(_ row: (seconds: Int, status: Int)) async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            harness.simulator.add(try FaultRule(on: .gateway, .clockSkew(.seconds(row.seconds)), count: 1))
            #expect(try await harness.post(Messages.text(to: device.customer)).status == row.status)
            #expect(try await harness.post(Messages.text(to: device.customer)).status == 200)
        }
    }

    @Test(arguments: [3_700, -3_700])
    func `a webhook's token may be made by a wrong clock`(_ seconds: Int) async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            harness.simulator.add(try FaultRule(on: .webhook, .clockSkew(.seconds(seconds)), count: 1))
            for text in ["skewed", "right"] { _ = try await harness.simulator.send(text: text, from: device.id) }
            let made = try harness.receiver.webhooks(of: "text").map { try #require($0.issuedAt) }
            #expect(made == [Harness.start.seconds + seconds, Harness.start.seconds])
        }
    }

    @Test func `a message is overtaken by the next one of its customer`() async throws {
        try await withSimulator(.with { $0.typesBeforeText = false }) { harness in
            let (ana, ben) = (try harness.device(), try harness.device())
            harness.simulator.add(
                try FaultRule(on: .webhook, .outOfOrder(atMost: .seconds(5)), count: 1, customer: ana.customer))
            async let first = harness.simulator.send(text: "first", from: ana.id)
            try await harness.clock.untilAsleep()
            _ = try await harness.simulator.send(text: "somebody else", from: ben.id)
            _ = try await harness.simulator.send(text: "second", from: ana.id)
            #expect(try await first.isDelivered)
            #expect(harness.receiver.webhooks.map { $0.body["body"] } == ["somebody else", "second", "first"])
        }
    }

    @Test func `a message that nothing overtakes is posted in the end`() async throws {
        try await withSimulator(.with { $0.typesBeforeText = false }) { harness in
            let device = try harness.device()
            harness.simulator.add(try FaultRule(on: .webhook, .outOfOrder(atMost: .seconds(5)), count: 1))
            async let outcome = harness.simulator.send(text: "alone", from: device.id)
            try await harness.clock.untilAsleep()
            harness.clock.turn(by: .seconds(5))
            #expect(try await outcome.isDelivered)
        }
    }

    @Test func `a second device answers the same bubble in a session of its own`() async throws {
        try await withSimulator { harness in
            let phone = try harness.device()
            _ = try harness.device(.mac) { $0.customer = phone.customer }
            harness.simulator.add(try FaultRule(on: .webhook, .secondDevice(after: .zero), count: 1))
            _ = try await harness.simulator.send(text: "Hello", from: phone.id)
            _ = try await harness.post(Messages.quickReply(to: phone.customer))
            #expect(try await harness.simulator.tap(["city"], from: phone.id).isDelivered)

            let taps = harness.receiver.webhooks(of: "interactive")
            #expect(taps.count == 2 && Set(taps.map { $0.body["id"] }).count == 2)
            let data = taps.map { $0.body["interactiveData"] }
            #expect(data.map { $0?["data"]?["requestIdentifier"] } == ["which-bike", "which-bike"])
            #expect(data[0]?["data"] == data[1]?["data"])
            #expect(data[0]?["sessionIdentifier"] != data[1]?["sessionIdentifier"])
            #expect(taps[0].headers["device-agent"] != taps[1].headers["device-agent"])
        }
    }

    @Test func `an old bubble is tapped again after a newer one`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            harness.simulator.add(try FaultRule(on: .webhook, .oldTap(after: .seconds(2)), count: 1))
            _ = try await harness.post(Messages.quickReply(to: device.customer, id: 1))
            _ = try await harness.simulator.tap(["city"], from: device.id)
            #expect(harness.receiver.webhooks(of: "interactive").count == 1, "there is no older tap")
            _ = try await harness.post(Messages.listPicker(to: device.customer, id: 2))
            async let outcome = harness.simulator.tap(["s1"], from: device.id)
            try await harness.clock.untilAsleep()
            harness.clock.turn(by: .seconds(2))
            _ = try await outcome

            let taps = harness.receiver.webhooks(of: "interactive")
            let requests = taps.map { $0.body["interactiveData"]?["data"]?["requestIdentifier"] }
            #expect(requests == ["which-bike", "what-to-eat", "which-bike"])
            #expect(taps[0].body["interactiveData"] == taps[2].body["interactiveData"])
            #expect(taps[0].body["id"] != taps[2].body["id"])
        }
    }

    @Test func `the same seed strikes the same taps`() async throws {
        var runs: [[String?]] = []
        for _ in 1...2 {
            try await withSimulator { harness in
                let device = try harness.device { $0.customer = "urn:mbid:always-the-same" }
                harness.simulator.add(try FaultRule(on: .webhook, .secondDevice(after: .zero), probability: 0.5))
                for number in 1...12 {
                    _ = try await harness.post(Messages.quickReply(to: device.customer, id: number))
                    _ = try await harness.simulator.tap(["city"], from: device.id)
                }
                runs.append(harness.simulator.log().filter { $0.side == .webhook }.map(\.fault))
            }
        }
        #expect(runs[0] == runs[1])
        #expect(runs[0].contains("second-device") && runs[0].contains(nil))
    }
}

extension Receiver.Webhook {
    /// The `iat` claim of its token.
    fileprivate var issuedAt: Int? {
        let parts = headers["authorization"]?.split(separator: ".") ?? []
        guard parts.count == 3 else { return nil }
        let text = parts[1].replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
        guard let bytes = Data(base64Encoded: text + padding).map(Array.init) else { return nil }
        return (try? JSONValue(parsing: bytes))?["iat"]?.int
    }
}
