import CurlClient
import Foundation
import JSON
import Testing

@testable import AppleSimulator

@Suite struct `Files of businesses` {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47] + Array("a map".utf8)

    private static func message(
        _ files: [JSONValue], body: String, to device: SimulatedDevice, id: Int = 1
    ) -> JSONValue {
        Messages.text(body, to: device.customer, id: id).setting("attachments", to: .array(files))
    }

    @Test func `are fetched, decrypted and shown by their facts`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let map = try await harness.upload(Self.png).attachment(name: "map.png", mimeType: "image/png")
            let note = try await harness.upload(Array("Bring a lock".utf8))
                .attachment(name: "note.txt", mimeType: "text/plain")
            let message = Self.message([map, note], body: "The way: \u{FFFC}\u{FFFC}", to: device)
            let answer = try await harness.post(message)
            #expect(answer.status == 200, "\(answer.reason)")
            let entry = try #require(try await harness.simulator.messages(of: device.id).first)
            let json = entry.json(withPayload: false)
            #expect(json["text"] == "The way:")
            #expect(json["files"]?.array?.count == 2)
            let file = try #require(json["files"]?[0])
            #expect(file["name"] == "map.png" && file["mime_type"] == "image/png")
            #expect(file["size"] == .int(Self.png.count))
            #expect(file["beginning"] == .string(Hexadecimal.text(Self.png)))
            #expect(file["sha256"]?.string?.count == 64)
            #expect(file["problem"] == nil)
            let bytes = try await harness.send(
                "GET", "/simulator/devices/\(device.id)/messages/1/files/2", signed: false)
            #expect(bytes.body == Array("Bring a lock".utf8))
        }
    }

    @Test(
        arguments: [
            ("attachments[0].name", nil, missing), ("attachments[0].mimeType", nil, missing),
            ("attachments[0].mimeType", "png", "is not a MIME type"), ("attachments[0].size", nil, missing),
            ("attachments[0].size", "many", "the bytes of the encrypted file"),
            ("attachments[0].size", 7, "the file has 9 bytes"),
            ("attachments[0].key", nil, missing), ("attachments[0].key", "abc", "66 hexadecimal digits"),
            ("attachments[0].url", nil, missing), ("attachments[0].url", "https://x.example", "no such file"),
            ("attachments[0].owner", nil, missing), ("attachments[0].owner", "M1", "not the owner"),
            ("attachments[0].signature-base64", nil, missing), ("attachments[0].signature-base64", "?", "not base64"),
            ("attachments[0].mime-type", "image/png", "it is called `mimeType`"),
            ("attachments[0].fileChecksum", "x", "it is called `signature-base64`"),
            ("attachments[0].colour", "red", "there is no key `colour`"),
            ("attachments", [:], "expected a list"),
            ("body", nil, "0 times for 1 files"), ("body", "Hello", "0 times for 1 files"),
            ("body", "\u{FFFC}\u{FFFC}", "2 times for 1 files"),
        ] as [(String, JSONValue?, String)])
    func `are refused when something is wrong about them`(_ row: (String, JSONValue?, String)) async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let file = try await harness.upload(Self.png).attachment(name: "map.png", mimeType: "image/png")
            let message = Self.message([file], body: "\u{FFFC}", to: device).setting(row.0, to: row.1)
            let answer = try await harness.post(message)
            #expect(answer.status == 400)
            #expect(answer.path == row.0)
            #expect(answer.reason.contains(row.2), "\(answer.reason)")
            #expect(try await harness.simulator.messages(of: device.id).isEmpty)
        }
    }

    @Test(arguments: [("key", "the key may be wrong"), ("signature-base64", "the signature is not that of the file")])
    func `show what devices find wrong about them`(_ row: (String, String)) async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let wrong = row.0 == "key" ? FileKey().wire() : Data(count: 21).base64EncodedString()
            let file = try await harness.upload(Self.png).attachment(name: "map.png", mimeType: "image/png")
                .setting(row.0, to: .string(wrong))
            #expect(try await harness.post(Self.message([file], body: "\u{FFFC}", to: device)).status == 200)
            let shown = try #require(try await harness.simulator.messages(of: device.id).first?.files.first)
            #expect(shown.problem?.contains(row.1) == true)
        }
    }

    @Test func `go with texts and iMessage apps only`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let file = try await harness.upload(Self.png).attachment(name: "map.png", mimeType: "image/png")
            for message in [Messages.listPicker(to: device.customer), Messages.richLink(to: device.customer)] {
                let answer = try await harness.post(message.setting("attachments", to: [file]))
                #expect(answer.status == 400)
                #expect(answer.path == "attachments")
            }
            let app = Messages.app(to: device.customer).setting("attachments", to: [file])
            #expect(try await harness.post(app).status == 200)
            #expect(try await harness.simulator.messages(of: device.id).first?.files.count == 1)
        }
    }

    @Test func `of customers can be sent back to them`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            try await harness.simulator.send(file: Self.png, named: "a.png", from: device.id)
            let file = try #require(harness.receiver.webhooks[0].body["attachments"]?[0])
            #expect(try await harness.post(Self.message([file], body: "\u{FFFC}", to: device)).status == 200)
        }
    }
}
