import CurlClient
import Foundation
import JSON
import TestSupport
import Testing

@testable import AppleSimulator

@Suite struct `Large files` {
    private static let size = 90 << 20

    @Test func `of 90 MB go through piece by piece`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "usher-large-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let original = folder.appending(path: "film.mov").path
        // A sparse file reads as zeros and takes no space.
        try Data("beginning".utf8).write(to: URL(filePath: original))
        let handle = try #require(FileHandle(forWritingAtPath: original))
        try handle.truncate(atOffset: UInt64(Self.size))
        try handle.close()

        try await withSimulator { harness in
            let device = try harness.device()
            var sending = HTTPRequest(
                "POST", harness.base + "/simulator/devices/\(device.id)/files?name=film.mov")
            sending.body = .file(path: original)
            sending.timeout = .seconds(120)
            let sent = try await harness.client.send(sending)
            #expect(sent.status == 200)
            let file = try #require(harness.receiver.webhooks[0].body["attachments"]?[0])
            #expect(file["size"] == .int(Self.size))
            let place = try await harness.preDownload(file).json
            var fetching = HTTPRequest("GET", place["download-url"]?.string ?? "")
            fetching.saveTo = folder.appending(path: "encrypted").path
            fetching.timeout = .seconds(120)
            fetching.responseLimit = Self.size
            #expect(try await harness.client.send(fetching).status == 200)
            let message = Messages.text("\u{FFFC}", to: device.customer).setting("attachments", to: [file])
            #expect(try await harness.post(message).status == 200)
            var reading = HTTPRequest("GET", harness.base + "/simulator/devices/\(device.id)/messages/2/files/1")
            reading.saveTo = folder.appending(path: "decrypted").path
            reading.timeout = .seconds(120)
            reading.responseLimit = Self.size
            #expect(try await harness.client.send(reading).status == 200)
            let shown = try await harness.simulator.messages(of: device.id, withSent: true).flatMap(\.files)
            #expect(shown.map(\.size) == [Self.size, Self.size])
            #expect(shown[0].sha256 == shown[1].sha256)
            #expect(shown[1].beginning.starts(with: Array("beginning".utf8)))
            let decrypted = try FileHandle(forReadingFrom: folder.appending(path: "decrypted"))
            #expect(try decrypted.read(upToCount: 9) == Data("beginning".utf8))
            #expect(try decrypted.seekToEnd() == UInt64(Self.size))
        }
    }
}
