import CurlClient
import Foundation
import JSON
import Synchronization
import Testing

@testable import AppleSimulator

@Suite(.serialized) struct `Large files` {
    private static let size = 90 << 20

    /// Bytes of the process that lie in memory (proc_pid_statm(5), the second number, in pages).
    fileprivate static var memory: Int {
        get throws {
            let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
            return (Int(text.split(separator: " ")[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
        }
    }

    /// The most memory that was seen while bytes moved.
    private final class Peak: Sendable {
        private let most = Mutex(0)

        var bytes: Int { most.withLock { $0 } }

        func look(_ progress: HTTPRequest.Progress) -> Bool {
            let now = (try? `Large files`.memory) ?? 0
            most.withLock { $0 = max($0, now) }
            return true
        }
    }

    @Test func `of 90 MB go through piece by piece`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "usher-large-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let original = folder.appending(path: "film.mov").path
        // A file with a hole reads as zeros and takes no room.
        try Data("beginning".utf8).write(to: URL(filePath: original))
        let handle = try #require(FileHandle(forWritingAtPath: original))
        try handle.truncate(atOffset: UInt64(Self.size))
        try handle.close()

        try await withSimulator { harness in
            let device = try harness.device()
            _ = try await harness.send("GET", "/simulator/health", signed: false)
            let before = try Self.memory
            var sending = HTTPRequest(
                "POST", harness.base + "/simulator/devices/\(device.id)/files?name=film.mov")
            sending.body = .file(path: original)
            sending.timeout = .seconds(120)
            let peak = Peak()
            sending.onProgress = peak.look
            let sent = try await harness.client.send(sending)
            #expect(sent.status == 200)
            let sentPeak = peak.bytes

            let file = try #require(harness.receiver.webhooks[0].body["attachments"]?[0])
            #expect(file["size"] == .int(Self.size))
            let place = try await harness.preDownload(file).json
            var fetching = HTTPRequest("GET", place["download-url"]?.string ?? "")
            fetching.saveTo = folder.appending(path: "encrypted").path
            fetching.timeout = .seconds(120)
            fetching.onProgress = peak.look
            fetching.responseLimit = Self.size
            #expect(try await harness.client.send(fetching).status == 200)
            let message = Messages.text("\u{FFFC}", to: device.customer).setting("attachments", to: [file])
            #expect(try await harness.post(message).status == 200)
            var reading = HTTPRequest("GET", harness.base + "/simulator/devices/\(device.id)/messages/2/files/1")
            reading.saveTo = folder.appending(path: "decrypted").path
            reading.timeout = .seconds(120)
            reading.onProgress = peak.look
            reading.responseLimit = Self.size
            #expect(try await harness.client.send(reading).status == 200)
            let (grownIn, grownOut) = ((sentPeak - before) >> 20, (peak.bytes - before) >> 20)
            print("90 MB: memory grew by \(grownIn) MB while they came in, by \(grownOut) MB in and out")
            // Other tests run beside this one.
            #expect(grownOut < 60)

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
