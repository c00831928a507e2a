import Concurrency
import Expressions
import JSON
import Testing
import WebTokens

@testable import AppleSimulator

@Suite struct `What customers do, on the wire` {
    @Test func `a text is a packed, signed webhook, with a typing signal before it`() async throws {
        try await withSimulator { harness in
            let device = try harness.device {
                $0.locale = "en_US"
                $0.intent = "repair"
                $0.group = "bikes"
            }
            let outcome = try await harness.simulator.send(text: "Hello 🚲", from: device.id)
            #expect(outcome.isDelivered)
            #expect(outcome.posts.map(\.result) == [.answered(200, body: Array("seen".utf8))])

            let webhooks = harness.receiver.webhooks
            #expect(webhooks.map { $0.body["type"]?.string } == ["typing_start", "text"])
            let (typing, text) = (webhooks[0], webhooks[1])
            #expect(text.path == "/message")
            #expect(text.isPacked)
            #expect(
                text.body == [
                    "v": 1, "id": .string(outcome.messageID), "type": "text",
                    "sourceId": .string(device.customer.text), "destinationId": .string(Harness.business.text),
                    "locale": "en_US", "intent": "repair", "group": "bikes", "body": "Hello 🚲",
                ])
            #expect(typing.body["body"] == nil)
            #expect(typing.body["id"] != text.body["id"])
            #expect(text.headers["id"] == outcome.messageID)
            #expect(text.headers["source-id"] == device.customer.text)
            #expect(text.headers["destination-id"] == Harness.business.text)
            #expect(text.headers["device-agent"] == "iPhone OS")
            #expect(text.headers["content-type"] == "application/json")
            #expect(text.headers["content-encoding"] == "gzip")
        }
    }

    @Test func `texts go without typing signals when the settings say so`() async throws {
        try await withSimulator(.with { $0.typesBeforeText = false }) { harness in
            _ = try await harness.simulator.send(text: "Hello", from: try harness.device().id)
            #expect(harness.receiver.webhooks.map { $0.body["type"]?.string } == ["text"])
        }
    }

    @Test func `typing, its end and closing are messages without content`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            _ = try await harness.simulator.type(from: device.id)
            _ = try await harness.simulator.type(starts: false, from: device.id)
            _ = try await harness.simulator.close(from: device.id)
            #expect(
                harness.receiver.webhooks.map { $0.body["type"]?.string } == ["typing_start", "typing_end", "close"])
            let keys = ["v", "id", "type", "sourceId", "destinationId"]
            #expect(harness.receiver.webhooks.map { $0.body.object?.keys } == [keys, keys, keys])
        }
    }

    @Test(arguments: [
        (DeviceKind.iphone, "AUTH,AUTH2,LIST,TIME,QUICK,FORM", "iPhone OS"),
        (.oldIPhone, "", "iPhone OS"),
        (.mac, "LIST%2CTIME%2CQUICK", "Mac OS X"),
    ]) func `every kind of device says what it can show`(_ row: (DeviceKind, String, String)) async throws {
        try await withSimulator { harness in
            _ = try await harness.simulator.send(text: "Hello", from: try harness.device(row.0).id)
            #expect(harness.receiver.webhooks.map { $0.headers["capability-list"] } == [row.1, row.1])
            #expect(harness.receiver.webhooks[1].headers["device-agent"] == row.2)
        }
    }

    @Test func `a device of one's own has the capabilities it was given`() async throws {
        try await withSimulator { harness in
            let device = try harness.device {
                $0.capabilities = [.quickReply, .listPicker, .quickReply]
                $0.encodesCapabilities = true
            }
            #expect(device.capabilities == [.listPicker, .quickReply])
            _ = try await harness.simulator.send(text: "Hello", from: device.id)
            #expect(harness.receiver.webhooks[0].headers["capability-list"] == "LIST%2CQUICK")
        }
    }

    @Test(arguments: Business.Audience.allCases)
    func `webhooks are signed with the secret, for the MSP, at the clock's time`(
        _ audience: Business.Audience
    ) async throws {
        try await withSimulator { harness in
            try await harness.simulator.register(
                Business(
                    id: Harness.business, mspID: Harness.mspID, secret: Harness.secret,
                    webhook: try await harness.receiver.address + "/", audience: audience))
            let device = try harness.device()
            _ = try await harness.simulator.send(text: "Hello", from: device.id)
            harness.clock.turn(by: .minutes(3))
            _ = try await harness.simulator.send(text: "Hello", from: device.id)

            let webhooks = harness.receiver.webhooks(of: "text")
            for (webhook, seconds) in zip(webhooks, [Harness.start.seconds, Harness.start.seconds + 180]) {
                let claims = try verified(webhook.headers["authorization"])
                #expect(claims.iat == seconds)
                #expect(claims.list == (audience == .list ? [.string(Harness.mspID)] : nil))
                #expect(claims.text == (audience == .string ? Harness.mspID : nil))
            }
        }
    }

    private struct Claims {
        let iat: Int?
        let list: [JSONValue]?
        let text: String?
    }

    private func verified(_ authorization: String?) throws -> Claims {
        let secret = try Business(id: "b", mspID: "m", secret: Harness.secret, webhook: "http://a.example").secret
        let header = try #require(authorization)
        #expect(header.hasPrefix("Bearer "))
        let claims = try #require(TokenSecret(secret).claims(of: String(header.dropFirst(7))))
        return Claims(iat: claims["iat"]?.int, list: claims["aud"]?.array, text: claims["aud"]?.string)
    }
}
