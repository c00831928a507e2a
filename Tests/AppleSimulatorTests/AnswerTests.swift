import JSON
import Testing

@testable import AppleSimulator

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
            to: Messages.listPicker, tapping: ["m2"], layout: .groups
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

    @Test(arguments: [Int.min, -1, 0, 3, .max]) func `a slot that is not there is refused`(number: Int) async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            #expect(try await harness.post(Messages.timePicker(to: device.customer)).status == 200)
            let answer = try await harness.ask("POST", "/devices/\(device.id)/pick", ["slot": .int(number)])
            #expect(answer.status == 400 && answer.reason.contains("a number from 1 to"), "\(answer)")
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

    /// Posts a bubble, taps it, and compares `interactiveData` of the webhook. Any session is accepted, but it must be
    /// the same throughout.
    private func expectAnswer(
        to message: (CustomerID, Int) -> JSONValue, tapping items: [String],
        layout: ListReplyLayout = .chosen, _ expected: (JSONValue) -> JSONValue
    ) async throws {
        try await withSimulator { harness in
            let device = try harness.device { $0.listReplies = layout }
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
