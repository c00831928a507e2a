import JSON
import Testing

@testable import AppleSimulator

@Suite struct `Places that customers share` {
    @Test func `are cards with a link of the map on an iPhone`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let answer = try await harness.ask(
                "POST", "/devices/\(device.id)/place",
                ["latitude": .number(JSONNumber(52)), "longitude": .number(JSONNumber(13)), "name": "Workshop; North"])
            #expect(answer.json["delivered"] == true)
            let message = harness.receiver.webhooks[0].body
            #expect(message["body"] == "\u{FFFC}")
            let file = try #require(message["attachments"]?[0])
            #expect(file["name"] == "CL.loc.vcf" && file["mimeType"] == "text/x-vlocation")
            let card = String(decoding: try await harness.fetch(file), as: UTF8.self)
            #expect(card.hasPrefix("BEGIN:VCARD\r\nVERSION:3.0\r\n") && card.hasSuffix("END:VCARD\r\n"))
            #expect(card.contains("FN:Workshop\\; North\r\n"))
            #expect(
                card.contains("URL;type=pref:https://maps.apple.com/?ll=52.000000\\,13.000000&q=Workshop%3B%20North"))
        }
    }

    @Test func `are links on a Mac`() async throws {
        try await withSimulator { harness in
            let device = try harness.device(.mac)
            try await harness.simulator.share(try SharedPlace(latitude: -33.9, longitude: 18.4), from: device.id)
            let message = try #require(harness.receiver.webhooks(of: "text").first).body
            #expect(message["body"] == "https://maps.apple.com/?ll=-33.900000,18.400000&q=Current%20Location")
            #expect(message["attachments"] == nil)
        }
    }

    @Test(
        arguments: [
            ([:], "latitude: this is required"), (["latitude": 91, "longitude": 0], "degrees from -90 to 90"),
            (["latitude": "52", "longitude": 0], "latitude: expected a number"),
        ] as [(JSONValue, String)])
    func `need degrees that exist`(_ row: (JSONValue, String)) async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let answer = try await harness.ask("POST", "/devices/\(device.id)/place", row.0)
            #expect(answer.status == 400)
            #expect(answer.reason.contains(row.1), "\(answer.reason)")
        }
    }
}
