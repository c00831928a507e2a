import Concurrency
import CurlClient
import Expressions
import Foundation
import JSON
import Testing

@testable import AppleSimulator

@Suite struct `Files of customers` {
    private static let photo: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array("a bike".utf8)

    @Test func `are encrypted and posted with a mark in the text`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let answer = try await harness.send(
                "POST", "/simulator/devices/\(device.id)/files?name=my%20bike.jpg&text=The%20brake%20squeaks",
                body: .bytes(Self.photo), signed: false)
            #expect(answer.status == 200, "\(answer.reason)")
            #expect(answer.json["delivered"] == true)
            let message = harness.receiver.webhooks[0].body
            #expect(message["type"] == "text")
            #expect(message["body"] == "\u{FFFC}The brake squeaks")
            let file = try #require(message["attachments"]?[0])
            #expect(file["name"] == "my bike.jpg")
            #expect(file["mimeType"] == "image/jpeg")
            #expect(file["size"] == .int(Self.photo.count))
            #expect(file["key"]?.string?.hasPrefix("00") == true)
            #expect(try await harness.fetch(file) == Self.photo)
            #expect(try await harness.download(file).body != Self.photo)

            let shown = try await harness.simulator.messages(of: device.id, withSent: true)
            let entry = try #require(shown.last).json(withPayload: false)
            #expect(entry["text"] == "The brake squeaks")
            #expect(entry["files"]?[0]?["size"] == .int(Self.photo.count))
            #expect(entry["files"]?[0]?["beginning"] == .string(Hexadecimal.text(Self.photo)))
        }
    }

    @Test func `are held until the message goes`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let path = "/simulator/devices/\(device.id)/files"
            for name in ["front.jpg", "back.png"] {
                let held = try await harness.send(
                    "POST", path + "?name=\(name)&hold=true", body: .bytes(Self.photo), signed: false)
                #expect(held.status == 200)
            }
            #expect(harness.receiver.webhooks.isEmpty)
            try await harness.simulator.send(text: "Both sides", from: device.id)
            let message = try #require(harness.receiver.webhooks(of: "text").first).body
            #expect(message["body"] == "\u{FFFC}\u{FFFC}Both sides")
            #expect(message["attachments"]?.array?.compactMap { $0["name"]?.string } == ["front.jpg", "back.png"])
            try await harness.simulator.send(text: "And that is all", from: device.id)
            #expect(harness.receiver.webhooks(of: "text")[1].body["attachments"] == nil)
        }
    }

    @Test func `can have a checksum of a form that no program knows`() async throws {
        try await withSimulator { harness in
            var signatures: [String?] = []
            for checksum in WireHabits.Checksum.allCases {
                var wire = WireHabits()
                wire.checksum = checksum
                let device = try harness.device { $0.wire = wire }
                try await harness.simulator.send(file: Self.photo, named: "a.jpg", from: device.id)
                let file = try #require(harness.receiver.webhooks.last?.body["attachments"]?[0])
                #expect(try await harness.fetch(file) == Self.photo, "the store knows the file by it")
                let encrypted = try await harness.download(file).body
                var usual = FileSignature()
                usual.add(Data(encrypted))
                let isUsual = file["signature"]?.string == Hexadecimal.text(usual.finish())
                #expect(isUsual == (checksum == .common))
                signatures.append(file["signature-base64"]?.string)
            }
            #expect(signatures.allSatisfy { $0?.count == 28 })
        }
    }

    @Test(arguments: DeviceKind.allCases) func `are described in the habits of the device`(_ kind: DeviceKind)
        async throws
    {
        try await withSimulator { harness in
            let device = try harness.device(kind)
            try await harness.simulator.send(file: Self.photo, named: "a.jpg", from: device.id)
            let file = try #require(harness.receiver.webhooks[0].body["attachments"]?[0])
            let key = try #require(file["key"]?.string)
            switch kind {
            case .iphone:
                #expect(key == key.uppercased() && file["size"]?.int != nil)
                #expect(file["signature"] != nil && file["signature-base64"] != nil)
            case .oldIPhone: #expect(file["signature-base64"] == nil && file["signature"] != nil)
            case .mac:
                #expect(key == key.lowercased() && file["size"]?.string == String(Self.photo.count))
                #expect(file["signature"] == nil)
            }
            #expect(try await harness.fetch(file) == Self.photo)
        }
    }

    @Test func `say what they are in their name, or in the header`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let path = "/simulator/devices/\(device.id)/files?name="
            let rows: [(String, [String: String?], String)] = [
                ("a.PDF", [:], "application/pdf"), ("a", [:], "application/octet-stream"),
                ("a.bin", ["Content-Type": "image/heic"], "image/heic"),
                ("a.mov", ["Content-Type": "application/x-www-form-urlencoded"], "video/quicktime"),
                ("x.loc.vcf", [:], "text/x-vlocation"),
            ]
            for (name, headers, kind) in rows {
                let answer = try await harness.send("POST", path + name, headers, body: .bytes([1]), signed: false)
                #expect(answer.status == 200)
                #expect(harness.receiver.webhooks.last?.body["attachments"]?[0]?["mimeType"] == .string(kind))
            }
        }
    }

    @Test(arguments: [
        ("", 400, "name: this is required"), ("?name=", 400, "a file's name of 1 to 255"),
        ("?name=a%2Fb", 400, "without `/`"), ("?name=a&hold=true&text=x", 400, "the text belongs to"),
        ("?name=a&colour=red", 400, "there is no parameter `colour`"),
    ]) func `are refused with a reason`(_ row: (String, Int, String)) async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let answer = try await harness.send(
                "POST", "/simulator/devices/\(device.id)/files\(row.0)", body: .bytes([1]), signed: false)
            #expect(answer.status == row.1)
            #expect(answer.reason.contains(row.2), "\(answer.reason)")
            #expect(harness.simulator.store.count == 0)
        }
    }

    @Test func `have bytes, and not too many of them`() async throws {
        try await withSimulator(.with { $0.storage.fileSize = 10 }) { harness in
            let device = try harness.device()
            let path = "/simulator/devices/\(device.id)/files?name=a"
            let large = try await harness.send(
                "POST", path, body: .bytes(.init(repeating: 1, count: 11)), signed: false)
            #expect(large.status == 400)
            #expect(large.reason.contains("at most 10 bytes"), "\(large.reason)")
            let empty = try await harness.send("POST", path, body: .bytes([]), signed: false)
            #expect(empty.reason.contains("at least one byte"), "\(empty.reason)")
            #expect(harness.simulator.store.used == 0)
        }
    }

    @Test func `can be read again by their numbers while the store has them`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            try await harness.simulator.send(file: Self.photo, named: "my bike.jpg", from: device.id)
            let path = "/simulator/devices/\(device.id)/messages/1/files/"
            let answer = try await harness.send("GET", path + "1", signed: false)
            #expect(answer.body == Self.photo)
            #expect(answer.header("content-disposition")?.contains("my%20bike%2Ejpg") == true)
            #expect(try await harness.send("GET", path + "2", signed: false).status == 404)
            #expect(try await harness.send("GET", path + "x", signed: false).status == 400)
            harness.clock.turn(by: .days(31))
            let late = try await harness.send("GET", path + "1", signed: false)
            #expect(late.status == 404)
            #expect(late.reason.contains("no longer has this file"))
        }
    }
}
