import JSON
import Testing

@testable import AppleSimulator

@Suite struct `What devices show` {
    @Test func `bubbles with what can be chosen, in the order shown`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let list = Messages.listPicker(to: device.customer, id: 2)
                .setting("interactiveData.data.listPicker.sections[0].order", to: 5)
                .setting("interactiveData.data.listPicker.sections[0].items[0].order", to: 9)
            _ = try await harness.post(Messages.quickReply(to: device.customer, id: 1))
            _ = try await harness.post(list)
            _ = try await harness.post(Messages.timePicker(to: device.customer, id: 3))
            _ = try await harness.post(Messages.richLink(to: device.customer, id: 4))
            let answer = try await harness.ask("GET", "/devices/\(device.id)/messages")
            let shown = try #require(answer.json["messages"]?.array)
            #expect(
                shown[0] == [
                    "number": 1, "at": "2026-09-21T14:13:20.000Z", "from": "business", "kind": "quick-reply",
                    "id": "11111111-2222-4333-8444-000000000001", "request": "which-bike", "summary": "Which bike?",
                    "items": [
                        ["identifier": "city", "title": "City bike"], ["identifier": "race", "title": "Racing bike"],
                        ["identifier": "cargo", "title": "Cargo bike"],
                    ], "answered": false,
                ])
            #expect(shown[1]["title"] == "The menu")
            #expect(shown[1]["subtitle"] == "Tap to choose")
            #expect(
                shown[1]["sections"] == [
                    [
                        "title": "Mains", "multiple": false,
                        "items": [["identifier": "m1", "title": "Pasta"], ["identifier": "m2", "title": "Fish"]],
                    ],
                    [
                        "title": "Starters", "multiple": true,
                        "items": [
                            ["identifier": "s2", "title": "Salad"],
                            ["identifier": "s1", "title": "Soup", "subtitle": "Of the day", "image": "soup"],
                        ],
                    ],
                ])
            #expect(shown[2]["event"] == "Repair")
            #expect(shown[2]["location"] == "Workshop")
            #expect(shown[2]["timezone_offset"] == 60)
            #expect(
                shown[2]["slots"]?[1] == [
                    "identifier": "t2", "start": "2026-11-23T13:30:00.000Z", "start_time": "2026-11-23T13:30:00Z",
                    "duration": 1800,
                ])
            #expect(shown[3]["url"] == "https://www.example.com/bikes")
            #expect(shown[3]["image"] == true)
            #expect(shown.allSatisfy { $0["payload"] == nil })
        }
    }

    @Test func `the whole conversation, with the messages as they went, when asked`() async throws {
        try await withSimulator { harness in
            let device = try harness.device(.oldIPhone)
            _ = try await harness.simulator.send(text: "Hello", from: device.id)
            let bubble = Messages.quickReply(to: device.customer)
            _ = try await harness.post(bubble)
            _ = try await harness.simulator.close(from: device.id)
            let answer = try await harness.ask("GET", "/devices/\(device.id)/messages?sent=true&payload=true")
            let shown = try #require(answer.json["messages"]?.array)
            #expect(shown.map { $0["kind"] } == ["text", "quick-reply", "close"])
            #expect(shown.map { $0["from"] } == ["customer", "business", "customer"])
            #expect(shown.map { $0["delivered"] } == [true, nil, true])
            #expect(shown[1]["lost"] == "this device cannot show it, as its capability list lacks QUICK")
            #expect(shown[1]["payload"] == bubble)
            #expect(shown[0]["payload"] == harness.receiver.webhooks(of: "text").first?.body)
        }
    }

    @Test func `a choice with what was chosen`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            _ = try await harness.post(Messages.quickReply(to: device.customer))
            _ = try await harness.simulator.tap(["race"], from: device.id)
            let choice = try await harness.simulator.messages(of: device.id, withSent: true)[1].json(withPayload: false)
            #expect(choice["kind"] == "choice")
            #expect(choice["request"] == "which-bike")
            #expect(choice["chosen"] == [["identifier": "race", "title": "Racing bike"]])
        }
    }
}
