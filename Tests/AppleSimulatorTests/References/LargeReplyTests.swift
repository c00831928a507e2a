import Concurrency
import CurlClient
import Expressions
import Foundation
import Gzip
import JSON
import Testing

@testable import AppleSimulator

@Suite struct `Large replies` {
    /// Runs a conversation in which a form with long texts has been returned.
    private func withReply(
        words: Int = 150_000, wire: WireHabits? = nil, fault: FaultRule? = nil,
        _ body: (Harness, _ reference: JSONValue) async throws -> Void
    ) async throws {
        try await withSimulator { harness in
            let device = try harness.device { $0.wire = wire }
            #expect(try await harness.post(Messages.form(to: device.customer)).status == 200)
            if let fault { harness.simulator.add(fault) }
            let entries = Messages.filled.merging(["words": [String(repeating: "word ", count: words / 5)]]) { $1 }
            try await harness.simulator.fill(entries, from: device.id)
            let message = harness.receiver.webhooks[0].body
            #expect(message["interactiveData"] == nil)
            try await body(harness, try #require(message["interactiveDataRef"]))
        }
    }

    private func decode(
        _ bytes: [UInt8], _ harness: Harness, _ headers: [String: String?] = ["bid": Messages.bid]
    ) async throws -> HTTPResponse {
        try await harness.send(
            "POST", "/v1/decodePayload", headers.merging(["Content-Type": "application/octet-stream"]) { $1 },
            body: .bytes(bytes))
    }

    @Test func `of more than 10 KB come as a reference, which leads to the answer`() async throws {
        try await withReply { harness, reference in
            #expect(
                Set(reference.object?.keys ?? []) == [
                    "url", "bid", "key", "signature", "signature-base64", "owner", "size",
                ])
            let bytes = try await harness.fetch(reference)
            #expect(Gzip.isCompressed(bytes))
            let decoded = try await decode(bytes, harness).json
            let data = try #require(decoded["interactiveData"]?["data"])
            #expect(data["requestIdentifier"] == "repair")
            let words = data["dynamic"]?["selections"]?.array?.last?["items"]?[0]?["value"]?.string
            #expect(words?.count == 150_000)
            let plain = try Gzip.decompress(bytes, limit: 1 << 20)
            #expect(try await decode(plain, harness).json == decoded, "some programs unpack first")
        }
    }

    @Test func `of less travel in the message`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            _ = try await harness.post(Messages.form(to: device.customer))
            try await harness.simulator.fill(Messages.filled, from: device.id)
            #expect(harness.receiver.webhooks[0].body["interactiveData"] != nil)
            #expect(harness.simulator.store.count == 0)
        }
    }

    @Test func `with pictures are large too`() async throws {
        try await withSimulator { harness in
            let device = try harness.device(.mac)
            let message = Messages.listPicker(to: device.customer)
                .setting("interactiveData.data.images[0].data", to: .string(picture(of: 9_000)))
            #expect(try await harness.post(message).status == 200)
            _ = try await harness.simulator.tap(["m1"], from: device.id)
            let reference = try #require(harness.receiver.webhooks[0].body["interactiveDataRef"])
            #expect(reference["key"] == nil && reference["dataRefSig"] != nil)
            let decoded = try await decode(try await harness.fetch(reference), harness).json
            #expect(decoded["data"]?["images"]?.array?.count == 1, "bare, as Macs have it here")
        }
    }

    @Test func `go after a few minutes, and the decoding with them`() async throws {
        try await withReply { harness, reference in
            let bytes = try await harness.fetch(reference)
            harness.clock.turn(by: .minutes(5))
            #expect(try await harness.preDownload(reference).status == 410)
            let late = try await decode(bytes, harness)
            #expect(late.status == 403)
            #expect(late.code == "expired-payload")
        }
    }

    @Test(
        arguments: [
            (["bid": nil], 400, "bad-header"), (["bid": "com.example"], 400, "bad-header"),
            (["Authorization": nil], 401, "no-token"), (["source-id": "other"], 403, "unknown-business"),
        ] as [([String: String?], Int, String)])
    func `are decoded for who asks rightly`(_ row: ([String: String?], Int, String)) async throws {
        try await withReply { harness, reference in
            let bytes = try await harness.fetch(reference)
            let headers = (["bid": Messages.bid] as [String: String?]).merging(row.0) { $1 }
            let answer = try await decode(bytes, harness, headers)
            #expect(answer.status == row.1)
            #expect(answer.code == row.2)
            let wrong = try await decode(bytes.dropLast(), harness)
            #expect(wrong.status == 400)
            #expect(wrong.code == "bad-payload")
        }
    }

    @Test(arguments: [403, 500]) func `are not decoded while a fault is on`(_ status: Int) async throws {
        try await withReply { harness, reference in
            harness.simulator.add(try FaultRule(on: .decodePayload, .status(status), count: 1))
            let bytes = try await harness.fetch(reference)
            #expect(try await decode(bytes, harness).status == status)
            #expect(try await decode(bytes, harness).status == 200)
            #expect(harness.simulator.log().filter { $0.side == .decodePayload }.map(\.status) == [status, 200])
        }
    }

    @Test func `are decoded late under a fault`() async throws {
        try await withReply { harness, reference in
            let bytes = try await harness.fetch(reference)
            harness.simulator.add(try FaultRule(on: .decodePayload, .lateAnswer(.seconds(25)), count: 1))
            async let late = decode(bytes, harness)
            let until = harness.clock.now + .seconds(25)
            try await harness.clock.untilAsleep(until: until)
            harness.clock.turn(by: .seconds(25))
            #expect(try await late.status == 200)
        }
    }

    @Test func `are named wrongly under a fault`() async throws {
        try await withReply(fault: try FaultRule(on: .webhook, .wrongKey, count: 1)) { harness, reference in
            let bytes = try await harness.fetch(reference)
            #expect(!Gzip.isCompressed(bytes))
        }
    }

    @Test func `can be keyed archives, whose texts are to be found`() async throws {
        var wire = WireHabits()
        wire.largeReplies = .archive
        try await withReply(wire: wire) { harness, reference in
            let bytes = try await harness.fetch(reference)
            let archive = try Gzip.decompress(bytes, limit: 1 << 20)
            #expect(archive.starts(with: Array("bplist00".utf8)))
            let list = try #require(
                try PropertyListSerialization.propertyList(from: Data(archive), format: nil) as? [String: Any])
            #expect(list["$archiver"] as? String == "NSKeyedArchiver")
            let strings = (list["$objects"] as? [Any] ?? []).compactMap { $0 as? String }
            #expect(strings.contains("Thank you"), "the title that was chosen, in ldtext")
            let url = try #require(strings.first { $0.hasPrefix("?receivedMessage=") })
            let query = url.dropFirst().split(separator: "&").map {
                $0.split(separator: "=", maxSplits: 1).map(String.init)
            }
            let reply = try #require(query.first { $0[0] == "replyMessage" }?[1].removingPercentEncoding)
            let json = try JSONValue(parsing: try #require(Data(base64Encoded: reply)))
            #expect(json["title"] == "Thank you")
            #expect(try await decode(bytes, harness).json["interactiveData"]?["data"]?["dynamic"] != nil)
        }
    }
}
