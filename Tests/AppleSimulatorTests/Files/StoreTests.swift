import Concurrency
import CurlClient
import Expressions
import Foundation
import JSON
import Synchronization
import Testing

@testable import AppleSimulator

@Suite struct `The attachment store` {
    private static let plain = Array("A photo of a bike".utf8)

    @Test func `keeps what is uploaded and gives it back`() async throws {
        try await withSimulator { harness in
            let file = try await harness.upload(Self.plain)
            let message = file.attachment(name: "bike.txt", mimeType: "text/plain")
            #expect(try await harness.fetch(message) == Self.plain)
            #expect(file.owner.hasPrefix("M") && file.owner.hasSuffix(".C01USN00"))
            #expect(Data(base64Encoded: file.signature)?.count == 21)
            #expect(Data(base64Encoded: file.signature)?.first == 0x81)
            let sides = harness.simulator.log().map(\.side)
            #expect(sides == [.preUpload, .upload, .preDownload, .download])
        }
    }

    @Test func `takes both spellings of the headers`() async throws {
        try await withSimulator { harness in
            let place = try await harness.send("GET", "/v1/preUpload", ["size": "3"])
            #expect(place.status == 200)
            let file = try await harness.upload(Self.plain).attachment(name: "a", mimeType: "a/b")
            let old = try await harness.preDownload(
                file,
                [
                    "MMCS-Url": nil, "MMCS-Owner": nil, "MMCS-Signature": nil, "url": file["url"]?.string,
                    "owner": file["owner"]?.string, "signature": file["signature-base64"]?.string,
                ])
            #expect(old.status == 200)
        }
    }

    @Test(
        arguments: [
            (["Authorization": nil], 401, "no-token"), (["Authorization": "Bearer x"], 403, "bad-token"),
            (["source-id": nil], 400, "bad-header"), (["source-id": "other"], 403, "unknown-business"),
            (["MMCS-Size": nil], 400, "bad-header"), (["MMCS-Size": "many"], 400, "bad-header"),
            (["MMCS-Size": "0"], 400, "wrong-size"), (["MMCS-Size": "104857601"], 413, "file-too-large"),
        ] as [([String: String?], Int, String)])
    func `gives no room for what is wrong`(_ row: ([String: String?], Int, String)) async throws {
        try await withSimulator { harness in
            let headers = ["MMCS-Size": "5"].merging(row.0) { $1 }
            let answer = try await harness.send("GET", "/v1/preUpload", headers)
            #expect(answer.status == row.1)
            #expect(answer.code == row.2)
        }
    }

    @Test(
        arguments: [
            (["MMCS-Url": nil], 400, "bad-header"),
            (["MMCS-Url": "https://content.apple.example/M"], 404, "unknown-file"),
            (["MMCS-Owner": "M1"], 403, "wrong-owner"), (["MMCS-Signature": "AAAA"], 403, "wrong-signature"),
            (["MMCS-Signature": "?"], 400, "bad-header"), (["Authorization": nil], 401, "no-token"),
        ] as [([String: String?], Int, String)])
    func `shows nobody where a file is who does not name it rightly`(_ row: ([String: String?], Int, String))
        async throws
    {
        try await withSimulator { harness in
            let file = try await harness.upload(Self.plain).attachment(name: "a", mimeType: "a/b")
            let answer = try await harness.preDownload(file, row.0)
            #expect(answer.status == row.1)
            #expect(answer.code == row.2)
        }
    }

    @Test func `shows a file to its own business only`() async throws {
        try await withSimulator { harness in
            try await harness.simulator.register(
                Business(id: "b", mspID: Harness.mspID, secret: Harness.secret, webhook: "http://127.0.0.1:1"))
            let file = try await harness.upload(Self.plain).attachment(name: "a", mimeType: "a/b")
            let answer = try await harness.preDownload(file, ["source-id": "b"])
            #expect(answer.status == 404)
        }
    }

    @Test(arguments: [4, 6]) func `keeps nothing of an upload of another size`(_ count: Int) async throws {
        try await withSimulator { harness in
            let place = try await harness.send("GET", "/v1/preUpload", ["MMCS-Size": "5"]).json
            let url = try #require(place["upload-url"]?.string)
            let bytes = HTTPRequest.Body.bytes([UInt8](repeating: 1, count: count))
            let answer = try await harness.send("POST", url, body: bytes, signed: false)
            #expect(answer.status == 400)
            #expect(answer.reason.contains("5 bytes were announced"), "\(answer.reason)")
            #expect(harness.simulator.store.count == 0)
            #expect(harness.simulator.store.used == 0)
            #expect(try await harness.send("POST", url, body: .bytes([1, 2, 3, 4, 5]), signed: false).status == 404)
            #expect(harness.filesOnDisk.isEmpty)
        }
    }

    @Test func `addresses work once, for a while, and with the right verb`() async throws {
        try await withSimulator { harness in
            let place = try await harness.send("GET", "/v1/preUpload", ["MMCS-Size": "5"]).json
            let url = try #require(place["upload-url"]?.string)
            #expect(try await harness.send("GET", url, signed: false).status == 405)
            harness.clock.turn(by: .minutes(11))
            #expect(try await harness.send("POST", url, body: .bytes([1, 2, 3, 4, 5]), signed: false).status == 404)

            let file = try await harness.upload(Self.plain).attachment(name: "a", mimeType: "a/b")
            let download = try #require(try await harness.preDownload(file).json["download-url"]?.string)
            #expect(try await harness.send("GET", download, signed: false).status == 200)
            harness.clock.turn(by: .minutes(11))
            #expect(try await harness.send("GET", download, signed: false).status == 404)
            #expect(try await harness.send("GET", "/content/download/x/y", signed: false).status == 404)
        }
    }

    @Test func `lets files go after 30 days`() async throws {
        try await withSimulator { harness in
            let file = try await harness.upload(Self.plain).attachment(name: "a", mimeType: "a/b")
            #expect(harness.filesOnDisk.count == 1)
            harness.clock.turn(by: .seconds(30 * 86_400 - 1))
            #expect(try await harness.preDownload(file).status == 200)
            harness.clock.turn(by: .seconds(1))
            let late = try await harness.preDownload(file)
            #expect(late.status == 410)
            #expect(late.code == "expired-file")
            #expect(harness.filesOnDisk.isEmpty)
            #expect(harness.simulator.store.used == 0)
        }
    }

    @Test func `takes files off the disk as their time comes, unasked`() async throws {
        try await withSimulator { harness in
            _ = try await harness.upload(Self.plain)
            try await harness.clock.untilAsleep()
            harness.clock.turn(by: .days(30))
            let store = harness.simulator.store
            _ = try await store.state.first { $0.files.isEmpty ? true : nil }
            #expect(harness.filesOnDisk.isEmpty)
        }
    }

    @Test func `is empty after a reset, and its folder goes with the simulator`() async throws {
        let kept = Mutex("")
        try await withSimulator { harness in
            let file = try await harness.upload(Self.plain).attachment(name: "a", mimeType: "a/b")
            let folder = harness.simulator.store.folder
            kept.withLock { $0 = folder }
            #expect(FileManager.default.fileExists(atPath: folder))
            #expect(try await harness.ask("POST", "/reset", [:]).status == 200)
            #expect(harness.filesOnDisk.isEmpty)
            #expect(try await harness.preDownload(file).status == 404)
            _ = try await harness.upload(Self.plain)
        }
        #expect(!FileManager.default.fileExists(atPath: kept.withLock { $0 }))
    }

    @Test func `refuses what the disk may not hold`() async throws {
        try await withSimulator(.with { $0.storage.total = 10_000 }) { harness in
            _ = try await harness.upload([UInt8](repeating: 1, count: 5000))
            let place = try await harness.send("GET", "/v1/preUpload", ["MMCS-Size": "6000"])
            #expect(place.status == 507)
            #expect(place.code == "storage-full")
            let device = try harness.device()
            await expectRefusal("the store has no space") {
                try await harness.simulator.send(
                    file: [UInt8](repeating: 1, count: 6000), named: "a.bin", from: device.id)
            }
            #expect(harness.simulator.store.used == 5000)
            #expect(harness.receiver.webhooks.isEmpty)
            #expect(harness.filesOnDisk.count == 1)
        }
    }
}

extension Harness {
    fileprivate var filesOnDisk: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: simulator.store.folder)) ?? []
    }
}
