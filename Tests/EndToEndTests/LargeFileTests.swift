import CurlClient
import Foundation
import JSON
import Synchronization
import Testing

/// The memory that the simulated Apple uses while it transfers large files, in a process of its own.
@Suite struct LargeFileTests {
    private static let size = 90 << 20

    /// The peak memory of a process, sampled during a transfer.
    private final class Peak: Sendable {
        private let process: pid_t
        private let most = Mutex(0)

        init(of process: pid_t) { self.process = process }

        var bytes: Int { most.withLock { $0 } }

        /// Resident memory in bytes (proc_pid_statm(5): the second number, in pages).
        func look() -> Int {
            let text = (try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)) ?? ""
            let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            let bytes = pages * Int(sysconf(Int32(_SC_PAGESIZE)))
            most.withLock { $0 = max($0, bytes) }
            return bytes
        }
    }

    @Test func `90 MB go in and out of the store with little memory`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "usher-large-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (film, back) = (folder.appending(path: "film.mov"), folder.appending(path: "back.mov"))
        try Data("beginning".utf8).write(to: film)
        let file = try FileHandle(forWritingTo: film)
        // Unwritten parts read as zeros and take no space.
        try file.truncate(atOffset: UInt64(Self.size))
        try file.close()

        let program = try RunningProgram(["simulator", "--port", "0"])
        #expect(await program.output.wait(for: "GET /simulator lists"))
        let base = try #require(program.output.text.firstMatch(of: /http:\/\/[0-9.:]+/)).output
        let client = CurlClient(patience: .seconds(300))
        let business: JSONValue = [
            "id": "shop", "msp_id": "msp", "secret": .string(Data(repeating: 7, count: 32).base64EncodedString()),
            "webhook": "http://127.0.0.1:9",
        ]
        for (path, body) in [("businesses", business), ("devices", ["business": "shop"])] {
            var request = HTTPRequest("POST", "\(base)/simulator/\(path)")
            request.body = .bytes(body.bytes)
            #expect(try await client.send(request).status == 200)
        }

        let peak = Peak(of: program.id)
        let before = peak.look()
        let watch: @Sendable (HTTPRequest.Progress) -> Bool = { _ in peak.look() > 0 }
        var sending = HTTPRequest("POST", "\(base)/simulator/devices/d1/files?name=film.mov")
        (sending.body, sending.timeout, sending.onProgress) = (.file(path: film.path), .seconds(120), watch)
        #expect(try await client.send(sending).status == 200)
        let grownIn = peak.bytes - before
        var reading = HTTPRequest("GET", "\(base)/simulator/devices/d1/messages/1/files/1")
        (reading.saveTo, reading.timeout, reading.responseLimit) = (back.path, .seconds(120), Self.size)
        reading.onProgress = watch
        #expect(try await client.send(reading).status == 200)
        let grown = peak.bytes - before
        print("90 MB: the simulated Apple grew by \(grownIn >> 20) MB in, by \(grown >> 20) MB in and out")
        // Alone it is a sixth of that; while other tests run, pieces wait longer for the disk.
        #expect(grown < Self.size * 9 / 10)
        let kept = try FileHandle(forReadingFrom: back)
        #expect(try kept.read(upToCount: 9) == Data("beginning".utf8))
        #expect(try kept.seekToEnd() == UInt64(Self.size))

        program.stop()
        await program.expectEnd(with: 0)
        await client.shutdown()
    }
}
