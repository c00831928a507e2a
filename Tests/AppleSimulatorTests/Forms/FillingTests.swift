import Expressions
import JSON
import Testing

@testable import AppleSimulator

@Suite struct `Filling in forms` {
    private func withForm(
        zone: String = "UTC", _ body: (Harness, SimulatedDevice) async throws -> Void
    ) async throws {
        try await withSimulator { harness in
            let device = try harness.device { $0.zone = Zone(zone) }
            #expect(try await harness.post(Messages.form(to: device.customer)).status == 200)
            try await body(harness, device)
        }
    }

    @Test func `sends every page that was come by, as devices write them`() async throws {
        try await withForm(zone: "Europe/Berlin") { harness, device in
            let pages = JSONValue.object(
                JSONObject(Messages.filled.map { ($0.key, .array($0.value.map { .string($0) })) }))
            let answer = try await harness.ask("POST", "/devices/\(device.id)/form", ["pages": pages])
            #expect(answer.status == 200, "\(answer.reason)")
            let data = try #require(harness.receiver.webhooks[0].body["interactiveData"]?["data"])
            #expect(data["requestIdentifier"] == "repair")
            #expect(data["replyMessage"]?["title"] == "Thank you")
            #expect(data["images"]?.array?.count == 1)
            let dynamic = try #require(data["dynamic"])
            #expect(dynamic["template"] == "messageForms" && dynamic["version"] == "1.1" && dynamic["private"] == true)
            #expect(
                dynamic["selections"] == [
                    [
                        "pageIdentifier": "problem", "title": "The problem", "subtitle": "What is wrong?",
                        "items": [
                            ["identifier": "p1", "type": "select", "title": "Brake", "value": "brake"],
                            ["identifier": "p2", "type": "select", "title": "Gears", "value": "gears"],
                        ],
                    ],
                    [
                        "pageIdentifier": "urgent", "subtitle": "Is it urgent?",
                        "items": [["identifier": "u2", "type": "select", "title": "No", "value": "no"]],
                    ],
                    [
                        "pageIdentifier": "where",
                        "items": [["identifier": "w1", "type": "select", "title": "North", "value": "north"]],
                    ],
                    [
                        "pageIdentifier": "when", "title": "The day", "subtitle": "Which day?",
                        "items": [
                            [
                                "identifier": "when", "type": "datePicker", "title": "10/05/2026",
                                "value": "2026-10-04T22:00:00Z",
                            ]
                        ],
                    ],
                    [
                        "pageIdentifier": "price", "subtitle": "What may it cost?",
                        "items": [["identifier": "price", "type": "input", "title": "$50.00", "value": "50.00"]],
                    ],
                    [
                        "pageIdentifier": "words", "subtitle": "Anything else?",
                        "items": [
                            [
                                "identifier": "words", "type": "input", "title": "Thank you,\nAna",
                                "value": "Thank you,\nAna",
                            ]
                        ],
                    ],
                ])
            let entries = try await harness.simulator.messages(of: device.id, withSent: true)
            #expect(entries.map(\.kind) == ["form", "form"])
            #expect(entries[0].isAnswered && entries[1].isDelivered == true)
        }
    }

    @Test func `leaves pages as the device shows them first`() async throws {
        try await withForm { harness, device in
            _ = try await harness.simulator.fill(
                ["problem": ["p1"], "urgent": ["u2"], "price": ["5"]], from: device.id)
            let dynamic = harness.receiver.webhooks[0].body["interactiveData"]?["data"]?["dynamic"]
            let values = dynamic?["selections"]?.array?.map { $0["items"]?[0]?["value"] }
            #expect(values == ["brake", "no", "south", "2026-09-28T00:00:00Z", "5", ""])
        }
    }

    @Test func `skips the pages that a choice leads past`() async throws {
        try await withForm { harness, device in
            _ = try await harness.simulator.fill(
                ["problem": ["p1"], "urgent": ["u1"], "price": ["5"]], from: device.id)
            let dynamic = harness.receiver.webhooks[0].body["interactiveData"]?["data"]?["dynamic"]
            let pages = dynamic?["selections"]?.array?.compactMap { $0["pageIdentifier"]?.string }
            #expect(pages == ["problem", "urgent", "when", "price", "words"])
        }
    }

    @Test(
        arguments: [
            ("problem", [], "at least one item"),
            ("problem", ["bell"], "there is no item `bell`; there is `p1` (Brake)"),
            ("urgent", [], "one item is chosen here, not 0"),
            ("urgent", ["u1", "u2"], "one item is chosen here, not 2"),
            ("where", ["east"], "there is no item `east`"), ("where", ["w1", "w2"], "one item is chosen here"),
            ("when", ["soon"], "`soon` is not a day such as"),
            ("when", ["2026-09-21"], "is too early; the calendar begins"),
            ("when", ["01/01/2027"], "is too late; the calendar ends on 2026-12-31"),
            ("when", ["2026-10-01", "2026-10-02"], "one value is filled in here"),
            ("price", [""], "required and is empty"), ("price", ["5000.00"], "7 characters are too long; 6 are"),
            ("price", ["cheap"], "`cheap` does not match"), ("price", ["5\n"], "one line"),
            ("color", ["red"], "the form has no such page"),
        ] as [(String, [String], String)])
    func `lets nothing through that a device would not`(_ row: (String, [String], String)) async throws {
        try await withForm { harness, device in
            let entries = Messages.filled.merging([row.0: row.1]) { $1 }
            await expectRefusal("pages.\(row.0): ") { try await harness.simulator.fill(entries, from: device.id) }
            await expectRefusal(row.2) { try await harness.simulator.fill(entries, from: device.id) }
            #expect(harness.receiver.webhooks.isEmpty)
            let form = try await harness.simulator.messages(of: device.id).first
            #expect(form?.isAnswered == false)
        }
    }

    @Test func `a page that is not come by cannot be filled in`() async throws {
        try await withForm { harness, device in
            let entries = Messages.filled.merging(["urgent": ["u1"]]) { $1 }
            await expectRefusal("the customer does not reach this page") {
                try await harness.simulator.fill(entries, from: device.id)
            }
        }
    }

    @Test func `a calendar without an end ends today`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let page = "interactiveData.data.dynamic.data.pages[3].options"
            let message = Messages.form(to: device.customer).setting(page, to: [:])
            #expect(try await harness.post(message).status == 200)
            let entries = Messages.filled.merging(["when": ["2026-10-05"]]) { $1 }
            await expectRefusal("too late; the calendar ends on 2026-09-21") {
                try await harness.simulator.fill(entries, from: device.id)
            }
        }
    }

    @Test func `a form that leads in a circle never ends`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let page = "interactiveData.data.dynamic.data.pages[2].nextPageIdentifier"
            let message = Messages.form(to: device.customer).setting(page, to: "problem")
            #expect(try await harness.post(message).status == 200)
            await expectRefusal("loops back to this page") {
                try await harness.simulator.fill(["problem": ["p1"], "urgent": ["u2"]], from: device.id)
            }
        }
    }

    @Test func `tells which page waits without sending anything`() async throws {
        try await withForm { harness, device in
            let path = "/devices/\(device.id)/form"
            let first = try await harness.ask("POST", path, ["send": false])
            #expect(first.json["page"] == "problem")
            let third = try await harness.ask(
                "POST", path, ["send": false, "pages": ["problem": "p1", "urgent": "u2"]])
            #expect(third.json["page"] == "where")
            #expect(third.json["selections"]?.array?.count == 2)
            let pages = JSONValue.object(
                JSONObject(Messages.filled.map { ($0.key, .array($0.value.map { .string($0) })) }))
            let last = try await harness.ask("POST", path, ["send": false, "pages": pages])
            #expect(last.json["page"] == .null)
            #expect(harness.receiver.webhooks.isEmpty)
        }
    }

    @Test func `a form that is put away tells nobody`() async throws {
        try await withForm { harness, device in
            let answer = try await harness.ask("POST", "/devices/\(device.id)/form", ["cancel": true])
            #expect(answer.json == ["cancelled": true, "posts": []])
            #expect(harness.receiver.webhooks.isEmpty)
            let wrong = try await harness.ask(
                "POST", "/devices/\(device.id)/form", ["cancel": true, "pages": ["problem": "p1"]])
            #expect(wrong.status == 400)
        }
    }

    @Test func `a form is not tapped, and a list is not filled in`() async throws {
        try await withForm { harness, device in
            await expectRefusal("no bubble of that kind") {
                try await harness.simulator.tap(["p1"], from: device.id)
            }
            await expectRefusal("that bubble is a form") {
                try await harness.simulator.tap(["p1"], on: .request("repair"), from: device.id)
            }
        }
    }

    @Test func `the transcript shows its pages`() async throws {
        try await withForm { harness, device in
            let entry = try #require(try await harness.simulator.messages(of: device.id).first).json(withPayload: false)
            #expect(entry["start"] == "problem" && entry["summary"] == true && entry["private"] == true)
            #expect(entry["splash"]?["button"] == "Continue")
            #expect(
                entry["pages"]?.array?.compactMap { $0["type"]?.string } == [
                    "select", "select", "picker", "datePicker", "input", "input",
                ])
            #expect(entry["pages"]?[3]?["last"] == "2026-12-31")
            #expect(entry["pages"]?[4]?["prefix"] == "$")
        }
    }
}
