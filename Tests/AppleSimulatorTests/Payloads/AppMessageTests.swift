import JSON
import Testing

@testable import AppleSimulator

@Suite struct `iMessage apps` {
    @Test(arguments: [
        Complaining("interactiveData.data", [:], "Third party interactive data disallows use of 'data'"),
        Complaining("interactiveData.appId", nil, missing),
        Complaining("interactiveData.appId", "1234567890", "expected a whole number, found a string"),
        Complaining("interactiveData.appId", 0, "is above 0"),
        Complaining("interactiveData.appID", 1, "it is called `appId`"),
        Complaining("interactiveData.appName", nil, missing),
        Complaining("interactiveData.appIcon", "?", "this is not base64"),
        Complaining("interactiveData.appIcon", .string(picture(of: 15 * 1024)), "15360 bytes are too many"),
        Complaining("interactiveData.URL", nil, missing),
        Complaining(
            "interactiveData.URL", .string("?" + String(repeating: "x", count: 65_536)), "65537 bytes are too many"),
        Complaining("interactiveData.url", "?a=b", "it is called `URL`"),
        Complaining("interactiveData.sessionIdentifier", 7, "expected a string"),
        Complaining("interactiveData.useLiveLayout", "yes", "expected true or false"),
        Complaining("interactiveData.receivedMessage", nil, missing),
        Complaining("interactiveData.receivedMessage.title", nil, missing),
        Complaining("interactiveData.receivedMessage.imageTitle", long, "201 characters are too long"),
        Complaining(
            "interactiveData.bid", "com.apple.messages.MSMessageExtensionBalloonPlugin:ABC",
            "the id of the team, a colon"),
    ]) func `every mistake is refused with its place`(_ row: Complaining) async throws {
        try await row.check { Messages.app(to: $0) }
    }

    @Test func `answer with what they have to say and nothing of Apple's`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            #expect(try await harness.post(Messages.app(to: device.customer)).status == 200)
            let shown = try #require(try await harness.simulator.messages(of: device.id).first).json(withPayload: false)
            #expect(shown["kind"] == "app" && shown["app"] == "Seats" && shown["answered"] == false)
            let answer = try await harness.ask(
                "POST", "/devices/\(device.id)/app", ["fields": ["seat": "12A", "note": "by the window & aisle"]])
            #expect(answer.json["delivered"] == true)
            #expect(
                harness.receiver.webhooks[0].body["interactiveData"] == [
                    "bid": "com.apple.messages.MSMessageExtensionBalloonPlugin:ABCDE12345:com.example.seats.messages",
                    "sessionIdentifier": "which-seat", "URL": "?seat=12A&note=by%20the%20window%20%26%20aisle",
                ])
            #expect(try await harness.simulator.messages(of: device.id).first?.isAnswered == true)
        }
    }

    @Test func `are named by their message or their session`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let message = Messages.app(to: device.customer)
            _ = try await harness.post(message)
            for choice in ["message": message["id"] ?? "", "request": "which-seat"] as JSONObject {
                var body: JSONObject = ["url": "?a=b"]
                body[choice.key] = choice.value
                let answer = try await harness.ask("POST", "/devices/\(device.id)/app", .object(body))
                #expect(answer.status == 200, "\(answer.reason)")
            }
            #expect(
                harness.receiver.webhooks.map { $0.body["interactiveData"]?["sessionIdentifier"] } == [
                    "which-seat", "which-seat",
                ])
        }
    }

    @Test func `can be opened unasked`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let bid = "com.apple.messages.MSMessageExtensionBalloonPlugin:ABCDE12345:com.example.seats.messages"
            let answer = try await harness.ask(
                "POST", "/devices/\(device.id)/app", ["bid": .string(bid), "fields": ["a": "b"]])
            #expect(answer.status == 200)
            let data = harness.receiver.webhooks[0].body["interactiveData"]
            #expect(data?["bid"] == .string(bid))
            #expect(data?["sessionIdentifier"]?.string?.isEmpty == false)
        }
    }

    @Test func `are lost on a Mac, which opens none`() async throws {
        try await withSimulator { harness in
            let device = try harness.device(.mac)
            _ = try await harness.post(Messages.app(to: device.customer))
            #expect(
                try await harness.simulator.messages(of: device.id).first?.lost == "a Mac does not open iMessage apps")
            await expectRefusal("no bubble of that kind") {
                try await harness.simulator.answer(app: "?a=b", from: device.id)
            }
            await expectRefusal("a Mac does not open") {
                try await harness.simulator.start(
                    app: "com.apple.messages.MSMessageExtensionBalloonPlugin:A:b", url: "?a=b", from: device.id)
            }
        }
    }

    @Test(
        arguments: [
            ([:], "fields: this is required"), (["fields": [], "x": 1], "there is no key `x`"),
            (["fields": []], "fields: expected an object"),
            (["fields": ["a": 1]], "fields.a: expected a string"),
            (["fields": [:], "url": "?a"], "either `fields` or `url`"),
            (["url": "?a", "bid": "seats"], "does not name an iMessage app"),
            (["url": "?a", "bid": "x", "message": "m"], "answers no message"),
        ] as [(JSONValue, String)])
    func `are told what is wrong`(_ row: (JSONValue, String)) async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let answer = try await harness.ask("POST", "/devices/\(device.id)/app", row.0)
            #expect(answer.status == 400)
            #expect(answer.reason.contains(row.1), "\(answer.reason)")
        }
    }
}
