import Expressions
import JSON
import JWTKit
import Testing

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
        try await withSimulator({ $0.typesBeforeText = false }) { harness in
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
                let claims = try await verified(webhook.headers["authorization"])
                #expect(claims.iat == seconds)
                #expect(claims.list == (audience == .list ? [Harness.mspID] : nil))
                #expect(claims.text == (audience == .string ? Harness.mspID : nil))
            }
        }
    }

    private struct Claims: JWTPayload {
        let iat: Int
        let list: [String]?
        let text: String?

        private enum CodingKeys: String, CodingKey {
            case iat, aud
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            iat = try values.decode(Int.self, forKey: .iat)
            list = try? values.decode([String].self, forKey: .aud)
            text = try? values.decode(String.self, forKey: .aud)
        }

        func encode(to encoder: any Encoder) throws {}
        func verify(using algorithm: some JWTAlgorithm) {}
    }

    private func verified(_ authorization: String?) async throws -> Claims {
        let secret = try Business(id: "b", mspID: "m", secret: Harness.secret, webhook: "http://a.example").secret
        let keys = await JWTKeyCollection().add(hmac: HMACKey(from: secret), digestAlgorithm: .sha256)
        let header = try #require(authorization)
        #expect(header.hasPrefix("Bearer "))
        return try await keys.verify(String(header.dropFirst(7)))
    }
}

@Suite struct `Answers to bubbles` {
    @Test func `a tapped quick reply comes back with its index, from 0, and all its items`() async throws {
        let items: JSONValue = [
            ["identifier": "city", "title": "City bike"], ["identifier": "race", "title": "Racing bike"],
            ["identifier": "cargo", "title": "Cargo bike"],
        ]
        try await expectAnswer(to: Messages.quickReply, tapping: ["Cargo bike"]) { session in
            [
                "bid": .string(Messages.bid), "sessionIdentifier": session,
                "data": [
                    "version": "1.0", "requestIdentifier": "which-bike",
                    "quick-reply": ["selectedIndex": 2, "selectedIdentifier": "cargo", "items": items],
                ],
            ]
        }
    }

    @Test func `a list picker comes back with what was chosen, and small pictures`() async throws {
        try await expectAnswer(to: Messages.listPicker, tapping: ["s2", "Soup", "m2"]) { session in
            Self.listAnswer(
                session, title: "Salad, Soup and Fish",
                sections: [
                    ["title": "Starters", "multipleSelection": true, "order": 0, "items": [Self.soup, Self.salad]],
                    ["title": "Mains", "multipleSelection": false, "order": 1, "items": [Self.fish]],
                ])
        }
    }

    @Test func `some devices send both groups of a list picker back`() async throws {
        try await expectAnswer(
            to: Messages.listPicker, tapping: ["m2"], from: { $0.listReplies = .groups }
        ) { session in
            Self.listAnswer(
                session, title: "Fish",
                sections: [
                    ["title": "You Selected", "multipleSelection": true, "items": [Self.fish]],
                    ["title": "Other Items", "multipleSelection": true, "items": [Self.soup, Self.salad, Self.pasta]],
                ])
        }
    }

    private static let soup: JSONValue = [
        "identifier": "s1", "title": "Soup", "subtitle": "Of the day", "imageIdentifier": "soup", "order": 0,
        "style": "default",
    ]
    private static let salad: JSONValue = ["identifier": "s2", "title": "Salad", "order": 1]
    private static let pasta: JSONValue = ["identifier": "m1", "title": "Pasta"]
    private static let fish: JSONValue = ["identifier": "m2", "title": "Fish"]

    private static func listAnswer(_ session: JSONValue, title: String, sections: JSONValue) -> JSONValue {
        [
            "bid": .string(Messages.bid), "sessionIdentifier": session,
            "data": [
                "version": "1.0", "requestIdentifier": "what-to-eat", "listPicker": ["sections": sections],
                "replyMessage": [
                    "title": .string(title), "subtitle": "Thank you", "style": "icon", "imageIdentifier": "soup",
                    "alternateTitle": "Your choice",
                ],
                "receivedMessage": ["title": "The menu", "subtitle": "Tap to choose", "style": "small"],
                "images": [["identifier": "soup", "data": .string(Messages.pixel), "description": "A bowl"]],
            ],
        ]
    }

    @Test func `large pictures do not come back`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let large = "iVBORw0KGgo" + String(repeating: "A", count: 9989)
            let message = Messages.listPicker(to: device.customer)
                .setting("interactiveData.data.images[0].data", to: .string(large))
            #expect(try await harness.post(message).status == 200)
            _ = try await harness.simulator.tap(["m1"], from: device.id)
            #expect(harness.receiver.webhooks[0].body["interactiveData"]?["data"]?["images"] == nil)
        }
    }

    @Test(arguments: [
        (SlotChoice.last, 1), (.first, 0), (.number(2), 1), (.identifier("t1"), 0),
    ]) func `a time picker comes back with its one slot`(_ row: (SlotChoice, Int)) async throws {
        let slots: [JSONValue] = [
            ["identifier": "t1", "startTime": "2026-11-23T09:00+0000", "duration": 3600],
            ["identifier": "t2", "startTime": "2026-11-23T13:30:00Z", "duration": 1800],
        ]
        try await withSimulator { harness in
            let device = try harness.device()
            #expect(try await harness.post(Messages.timePicker(to: device.customer)).status == 200)
            _ = try await harness.simulator.pick(row.0, from: device.id)
            let data = try #require(harness.receiver.webhooks.first?.body["interactiveData"]?["data"])
            #expect(
                data == [
                    "version": "1.0", "requestIdentifier": "when",
                    "event": [
                        "identifier": "repair", "title": "Repair",
                        "location": ["latitude": 52, "longitude": 13, "radius": 50, "title": "Workshop"],
                        "timezoneOffset": 60, "timeslots": [slots[row.1]],
                    ],
                    "replyMessage": [
                        "title": slots[row.1]["startTime"] ?? .null, "alternateTitle": "Your time",
                    ],
                    "receivedMessage": ["title": "Pick a time", "style": "icon"],
                ])
        }
    }

    @Test func `a place without a location comes back with an empty one`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let message = Messages.timePicker(to: device.customer)
                .setting("interactiveData.data.event.location", to: nil)
                .setting("interactiveData.replyMessage", to: nil)
            #expect(try await harness.post(message).status == 200)
            _ = try await harness.simulator.pick(.first, from: device.id)
            let data = harness.receiver.webhooks[0].body["interactiveData"]?["data"]
            #expect(data?["event"]?["location"] == [:])
            #expect(data?["replyMessage"] == ["title": "2026-11-23T09:00+0000"])
        }
    }

    /// Posts a bubble, taps it, and compares `interactiveData` of the webhook. The session is whatever it is, once.
    private func expectAnswer(
        to message: (CustomerID, Int) -> JSONValue, tapping items: [String],
        from adjust: (inout DeviceDescription) -> Void = { _ in }, _ expected: (JSONValue) -> JSONValue
    ) async throws {
        try await withSimulator { harness in
            let device = try harness.device(.iphone, adjust)
            #expect(try await harness.post(message(device.customer, 1)).status == 200)
            let outcome = try await harness.simulator.tap(items, from: device.id)
            #expect(outcome.isDelivered)
            let webhook = try #require(harness.receiver.webhooks.first)
            let data = try #require(webhook.body["interactiveData"])
            #expect(webhook.body["type"] == "interactive")
            #expect(data == expected(data["sessionIdentifier"] ?? .null), "\(data.prettyText)")
            #expect(data["sessionIdentifier"]?.string?.count == 36)
        }
    }
}

@Suite struct `Tapping` {
    @Test func `goes to the newest bubble that waits, and the next tap to the one before`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            _ = try await harness.post(Messages.quickReply(to: device.customer, id: 1))
            _ = try await harness.post(Messages.timePicker(to: device.customer, id: 2))
            _ = try await harness.post(Messages.listPicker(to: device.customer, id: 3))
            _ = try await harness.simulator.tap(["m1"], from: device.id)
            _ = try await harness.simulator.tap(["city"], from: device.id)
            _ = try await harness.simulator.pick(.first, from: device.id)
            let answered = harness.receiver.webhooks.map { $0.body["interactiveData"]?["data"]?["requestIdentifier"] }
            #expect(answered == ["what-to-eat", "which-bike", "when"])
            #expect(try await harness.simulator.messages(of: device.id).map(\.isAnswered) == [true, true, true])
            await expectRefusal("waits for an answer") { try await harness.simulator.tap(["city"], from: device.id) }
        }
    }

    @Test func `can answer one bubble twice by name, in the same session`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let message = Messages.quickReply(to: device.customer)
            _ = try await harness.post(message)
            let id = try #require(message["id"]?.string)
            _ = try await harness.simulator.tap(["city"], on: .message(id), from: device.id)
            _ = try await harness.simulator.tap(["race"], on: .request("which-bike"), from: device.id)
            let sessions = harness.receiver.webhooks.map { $0.body["interactiveData"]?["sessionIdentifier"] }
            #expect(sessions.count == 2)
            #expect(Set(sessions).count == 1)
        }
    }

    @Test func `leaves the bubble open when the business did not take the answer`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            _ = try await harness.post(Messages.quickReply(to: device.customer))
            harness.receiver.answer(503)
            let outcome = try await harness.simulator.tap(["city"], from: device.id)
            #expect(!outcome.isDelivered)
            let entries = try await harness.simulator.messages(of: device.id, withSent: true)
            #expect(entries.map(\.isAnswered) == [false, false])
            #expect(entries.map(\.isDelivered) == [nil, false])
            #expect(try await harness.simulator.tap(["city"], from: device.id).isDelivered)
        }
    }

    @Test func `is refused with what would be right`() async throws {
        try await withSimulator { harness in
            let (device, simulator) = (try harness.device(), harness.simulator)
            await expectRefusal("waits for an answer") { try await simulator.tap(["city"], from: device.id) }
            await expectRefusal("no device `d99`") { try await simulator.tap(["city"], from: "d99") }
            _ = try await harness.post(Messages.quickReply(to: device.customer, id: 1))
            await expectRefusal("it has `city` (City bike)") { try await simulator.tap(["boat"], from: device.id) }
            await expectRefusal("at least one item") { try await simulator.tap([], from: device.id) }
            await expectRefusal("one item of a quick reply") {
                try await simulator.tap(["city", "race"], from: device.id)
            }
            await expectRefusal("stands twice") { try await simulator.tap(["city", "city"], from: device.id) }
            await expectRefusal("no bubble from a message `x`") {
                try await simulator.tap(["city"], on: .message("x"), from: device.id)
            }
            await expectRefusal("no bubble of the request `x`") {
                try await simulator.tap(["city"], on: .request("x"), from: device.id)
            }
            await expectRefusal("a time picker is picked from") {
                try await simulator.pick(.first, on: .request("which-bike"), from: device.id)
            }
            _ = try await harness.post(Messages.listPicker(to: device.customer, id: 2))
            await expectRefusal("in the section `Mains` only one") {
                try await simulator.tap(["m1", "m2"], from: device.id)
            }
            _ = try await harness.post(Messages.timePicker(to: device.customer, id: 3))
            await expectRefusal("a number from 1 to 2, or one of `t1`, `t2`") {
                try await simulator.pick(.number(3), from: device.id)
            }
            #expect(harness.receiver.webhooks.isEmpty, "nothing was posted")
        }
    }

    @Test func `needs an identifier when two items have one title`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let message = Messages.quickReply(to: device.customer)
                .setting("interactiveData.data.quick-reply.items[1].title", to: "City bike")
            _ = try await harness.post(message)
            await expectRefusal("2 items are called `City bike`") {
                try await harness.simulator.tap(["City bike"], from: device.id)
            }
        }
    }

    @Test func `cannot reach a bubble that was lost`() async throws {
        try await withSimulator { harness in
            let device = try harness.device(.oldIPhone)
            _ = try await harness.post(Messages.quickReply(to: device.customer))
            await expectRefusal("the customer never saw that bubble") {
                try await harness.simulator.tap(["city"], on: .request("which-bike"), from: device.id)
            }
            await expectRefusal("waits for an answer") { try await harness.simulator.tap(["city"], from: device.id) }
        }
    }
}

@Suite struct `Reactions` {
    @Test(arguments: [
        ("liked", "Liked “Hello”"), ("loved", "Loved “Hello”"), ("disliked", "Disliked “Hello”"),
        ("laughed", "Laughed at “Hello”"), ("emphasized", "Emphasized “Hello”"),
        ("questioned", "Questioned “Hello”"), ("🚲", "Reacted 🚲 to “Hello”"),
    ]) func `are texts that tell what was done`(_ row: (String, String)) async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            _ = try await harness.post(Messages.text("Hello", to: device.customer))
            _ = try await harness.simulator.react(try #require(Reaction(row.0)), from: device.id)
            #expect(harness.receiver.webhooks.map { $0.body["type"] } == ["text"])
            #expect(harness.receiver.webhooks[0].body["body"] == .string(row.1))
        }
    }

    @Test func `to bubbles do not quote them`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            _ = try await harness.post(Messages.text("Hello", to: device.customer, id: 1))
            let bubble = Messages.quickReply(to: device.customer, id: 2)
            _ = try await harness.post(bubble)
            _ = try await harness.post(Messages.typing(to: device.customer, id: 3))
            _ = try await harness.simulator.react(.loved, from: device.id)
            _ = try await harness.simulator.react(.emoji("👍"), to: bubble["id"]?.string, from: device.id)
            #expect(
                harness.receiver.webhooks.map { $0.body["body"] } == [
                    "Loved 1 Business Message", "Reacted 👍 to 1 Business Message",
                ])
        }
    }

    @Test func `need something to react to, and a word or an emoji`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            await expectRefusal("no message to react to") {
                try await harness.simulator.react(.liked, from: device.id)
            }
            await expectRefusal("shows no message `x`") {
                try await harness.simulator.react(.liked, to: "x", from: device.id)
            }
            #expect(["hated", "", "7", "a", "👍👍"].allSatisfy { Reaction($0) == nil })
        }
    }
}

/// Expects a refusal whose reason contains `reason`.
func expectRefusal(
    _ reason: String, sourceLocation: SourceLocation = #_sourceLocation, _ work: () async throws -> some Sendable
) async {
    do {
        _ = try await work()
        Issue.record("nothing was refused", sourceLocation: sourceLocation)
    } catch let refusal as SimulatorRefusal {
        #expect(refusal.reason.contains(reason), "\(refusal.reason)", sourceLocation: sourceLocation)
    } catch {
        Issue.record("\(error)", sourceLocation: sourceLocation)
    }
}
