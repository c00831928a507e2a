import CurlClient
import JSON
import Testing

@testable import AppleSimulator

@Suite struct `The gateway` {
    @Test func `takes every kind of message that is simulated, and devices show them in order`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let messages = [
                Messages.typing(to: device.customer, id: 1), Messages.text(to: device.customer, id: 2),
                Messages.quickReply(to: device.customer, id: 3), Messages.listPicker(to: device.customer, id: 4),
                Messages.timePicker(to: device.customer, id: 5), Messages.richLink(to: device.customer, id: 6),
                Messages.typing("typing_end", to: device.customer, id: 7),
            ]
            for message in messages {
                let answer = try await harness.post(message)
                #expect(answer.status == 200, "\(answer.reason)")
                #expect(answer.json == .null, "Apple's answer has no body")
            }
            let shown = try await harness.simulator.messages(of: device.id)
            #expect(
                shown.map(\.kind) == [
                    "typing-start", "text", "quick-reply", "list-picker", "time-picker", "rich-link", "typing-end",
                ])
            #expect(shown.map(\.number) == Array(1...7))
            #expect(shown.map(\.payload) == messages.map(\.bytes))
        }
    }

    @Test(arguments: ["id", "source-id", "destination-id"])
    func `wants the headers that repeat the message`(_ name: String) async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let message = Messages.text(to: device.customer)
            let without = try await harness.post(message, headers: [name: nil])
            #expect(without.status == 400)
            #expect(without.path == name)
            let different = try await harness.post(message, headers: [name: "something-else"])
            #expect(different.status == 400)
            #expect(different.path == name)
            #expect(different.reason.contains("something-else"))
        }
    }

    @Test(arguments: ["id", "sourceId", "destinationId"])
    func `wants in the message what the headers say`(_ key: String) async throws {
        try await withSimulator { harness in
            let message = Messages.text(to: try harness.device().customer)
            let headers = ["id": message["id"]?.string, "destination-id": message["destinationId"]?.string]
                .merging(["source-id": message["sourceId"]?.string]) { $1 }
            let answer = try await harness.post(message.setting(key, to: nil), headers: headers)
            #expect(answer.status == 400)
            #expect(answer.path == key)
        }
    }

    @Test(arguments: ["", "{", "[]", "nonsense", "{\"v\": 1, \"v\": 1}"])
    func `refuses what is not a JSON object`(_ text: String) async throws {
        try await withSimulator { harness in
            let message = Messages.text(to: try harness.device().customer)
            let answer = try await harness.post(message, text: text)
            #expect(answer.status == 400)
            #expect(answer.json["error"]?["code"] == "bad-message")
            #expect(answer.reason.contains("the body"))
        }
    }

    @Test func `knows only the customers of the business`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let stranger = try await harness.post(Messages.text(to: "urn:mbid:nobody"))
            #expect(stranger.status == 404)
            #expect(stranger.json["error"]?["code"] == "unknown-customer")

            let other = try Business(
                id: "other", mspID: Harness.mspID, secret: Harness.secret, webhook: "http://127.0.0.1:1")
            try await harness.simulator.register(other)
            let foreign = Messages.text(to: device.customer).setting("sourceId", to: "other")
            #expect(try await harness.post(foreign).status == 404)

            try harness.simulator.removeDevice(device.id)
            #expect(try await harness.post(Messages.text(to: device.customer)).status == 404, "nobody to show it to")
        }
    }

    @Test func `does not let an MSP speak for a business that is not its own`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let unknown = Messages.text(to: device.customer).setting("sourceId", to: "unknown")
            #expect(try await harness.post(unknown).status == 403)

            let other = try Business(
                id: "other", mspID: "other-msp", secret: Harness.otherSecret, webhook: "http://127.0.0.1:1")
            try await harness.simulator.register(other)
            let foreign = Messages.text(to: device.customer).setting("sourceId", to: "other")
            let answer = try await harness.post(foreign)
            #expect(answer.status == 403)
            #expect(answer.json["error"]?["code"] == "unknown-business")
        }
    }

    @Test func `shows a message once however often it comes, and notes the repeats`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let message = Messages.text("Hello", to: device.customer)
            for _ in 1...3 { #expect(try await harness.post(message).status == 200) }
            let changed = Messages.text("Something else", to: device.customer)
            #expect(try await harness.post(changed).status == 200)
            #expect(try await harness.simulator.messages(of: device.id).count == 1)
            let log = harness.simulator.log()
            #expect(log.map(\.isRepeat) == [false, true, true, true])
            #expect(log[1].reason == nil)
            #expect(log[3].reason?.contains("differs from the first") == true)
        }
    }

    @Test func `takes a corrected message under the id of a refused one`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            #expect(try await harness.post(Messages.text("", to: device.customer)).status == 400)
            #expect(try await harness.post(Messages.text("Better", to: device.customer)).status == 200)
            #expect(try await harness.simulator.messages(of: device.id).count == 1)
        }
    }

    @Test func `takes nothing for a customer who closed, until they write`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            _ = try await harness.simulator.close(from: device.id)
            let closed = try await harness.post(Messages.text(to: device.customer))
            #expect(closed.status == 403)
            #expect(closed.json["error"]?["code"] == "conversation-closed")

            _ = try await harness.simulator.type(from: device.id)
            #expect(try await harness.post(Messages.text(to: device.customer)).status == 403, "typing is not writing")
            _ = try await harness.simulator.send(text: "Hello again", from: device.id)
            #expect(try await harness.post(Messages.text(to: device.customer)).status == 200)
        }
    }

    @Test func `notes whether a program wrote, and on which devices a message was lost`() async throws {
        try await withSimulator { harness in
            let phone = try harness.device(.oldIPhone)
            let mac = try harness.device(.mac) { $0.customer = phone.customer }
            let message = Messages.quickReply(to: phone.customer)
            #expect(try await harness.post(message, headers: ["auto-reply": "true"]).status == 200)
            #expect(try await harness.post(Messages.text(to: phone.customer, id: 2)).status == 200)

            let log = harness.simulator.log()
            #expect(log.map(\.autoReply) == [true, nil])
            #expect(log.map(\.lostOn) == [[phone.id], []])
            #expect(log.map(\.type) == ["interactive", "text"])
            let onPhone = try await harness.simulator.messages(of: phone.id)
            #expect(onPhone.map { $0.lost != nil } == [true, false])
            #expect(onPhone[0].lost?.contains("QUICK") == true)
            #expect(try await harness.simulator.messages(of: mac.id).map(\.lost) == [nil, nil])
        }
    }

    @Test func `keeps the checks in Apple's order`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            _ = try await harness.simulator.close(from: device.id)
            let bad = Messages.text("", to: device.customer)
            let order: [(Int, JSONValue, [String: String?])] = [
                (401, bad, ["authorization": nil, "id": nil]),
                (403, bad, ["authorization": "Bearer x", "id": nil]),
                (400, bad.setting("sourceId", to: "unknown"), ["id": nil]),
                (403, bad.setting("sourceId", to: "unknown").setting("destinationId", to: "urn:mbid:x"), [:]),
                (404, bad.setting("destinationId", to: "urn:mbid:x"), [:]),
                (403, bad, [:]),
            ]
            for (status, message, headers) in order {
                #expect(try await harness.post(message, headers: headers).status == status)
            }
        }
    }

    @Test func `stands where the settings say, and explains what is not there`() async throws {
        try await withSimulator(
            .with {
                $0.gatewayPath = "/apple/v1"
                $0.largestBody = 2000
            }
        ) { harness in
            let url = try await harness.simulator.gatewayURL
            #expect(url == harness.base + "/apple/v1")
            func ask(_ method: String, _ path: String, _ size: Int = 0) async throws -> Int {
                var request = HTTPRequest(method, harness.base + path)
                request.body = .bytes(Array(repeating: 32, count: size))
                return try await harness.client.send(request).status
            }
            #expect(try await ask("POST", "/apple/v1/message") == 401)
            #expect(try await ask("POST", "/apple/v1/message", 2001) == 413)
            #expect(try await ask("GET", "/apple/v1/message") == 405)
            #expect(try await ask("POST", "/apple/v1/elsewhere") == 404)
            #expect(try await ask("POST", "/v1/message") == 404)
        }
    }
}
