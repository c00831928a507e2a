import AppleMessages
import Channels
import ConversationRuntime
import CurlClient
import Expressions
import FakeStore
import FlowEngine
import Foundation
import JSON
import MessageModel
import SQLStorage
import SQLiteStorage

/// Measures the memory used for an attachment of 90 MB when it is uploaded, downloaded, written to our disk and read
/// again. The program and its store are one process, so the figure is an upper bound.
@main
struct AttachmentMemory {
    private static let size = 90_000_000
    private static let business = "shop"

    static func main() async throws {
        let folder = NSTemporaryDirectory() + "usher-memory-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await FakeStore.run { _, gateway in
            let key = StorageKey(Data(repeating: 7, count: 32))
            let database = try SQLiteDatabase(path: folder + "/usher.sqlite", key: key)
            let content = database.content
            _ = try await database.sessions.commit(try record())
            let settings = AppleSettings(gateway: gateway, mspID: "msp", secret: Data(repeating: 1, count: 32))
            let client = CurlClient()
            let store = AppleStore(settings: settings, client: client, clock: SystemClock(), folder: content.workFolder)
            let way = Way(store: store, content: content, folder: folder)
            try await way.pass(1_000_000, id: "warm-up")
            let before = memory()
            try await way.pass(size, id: "large")
            let after = memory()
            print("resident before \(before.now) KB, after \(after.now) KB, at most \(after.peak) KB")
            print("grew by at most \((after.peak - before.now) / 1_000) MB for \(size / 1_000_000) MB out and in")
            await client.shutdown()
            guard after.peak - before.now < 20_000 else { throw TooMuch() }
        }
    }

    struct TooMuch: Error {}

    /// Uploads a file to Apple's store, downloads it, keeps it sealed and reads it.
    private struct Way {
        let store: AppleStore
        let content: SQLContent
        let folder: String

        func pass(_ size: Int, id: String) async throws {
            let path = "\(folder)/\(id)"
            guard FileManager.default.createFile(atPath: path, contents: Data()) else { throw TooMuch() }
            let file = try FileHandle(forWritingTo: URL(filePath: path))
            let piece = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
            for _ in 0..<(size / piece.count) { try file.write(contentsOf: piece) }
            try file.close()
            let uploaded = try await store.upload(
                StoredBytes(path: path, name: "film.mov", kind: "application/octet-stream"), for: business)
            guard let source = FileSource(uploaded.json) else { throw TooMuch() }
            let target = "\(content.workFolder)/\(id)"
            try await store.download(source, for: business, to: target, limit: 100_000_000)
            let kept = try await content.keep(
                NewContent(
                    id: id, conversation: AttachmentMemory.conversation, name: "film.mov", kind: "video/quicktime",
                    storedAt: SystemClock().now, expiresAt: SystemClock().now + .days(1), isPrivate: true),
                from: target)
            var read = 0
            try await content.read(kept) { read += $0.count }
            guard read == size else { throw TooMuch() }
        }
    }

    private static let conversation = ConversationKey(channel: "apple", customer: "ana", business: business)

    private static func record() throws -> TurnRecord {
        let session = try Session(
            json: [
                "status": "ended", "flow": "main", "step": "first", "answers": Fields().json, "customer": "ana",
                "device": Device(channel: .apple, capabilities: .quick).json, "language": "en", "turn": 1,
            ])
        var record = TurnRecord(
            conversation: conversation, replaces: nil, version: "1", at: SystemClock().now)
        record.turn = Turn(session: session, effects: [])
        return record
    }

    /// Resident memory in KB, current and peak.
    private static func memory() -> (now: Int, peak: Int) {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        func figure(_ name: String) -> Int {
            let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
            return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
        }
        return (figure("VmRSS"), figure("VmHWM"))
    }
}
