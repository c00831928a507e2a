import ConversationRuntime
import Expressions
import Files
import Foundation
import GRDB
import ServerMetrics
import Synchronization
import TestSupport
import Testing

@testable import SQLStorage
@testable import SQLiteStorage

/// The disk space that customers' files may take, on a simulated disk.
@Suite struct ContentRoomTests {
    /// A disk whose free space the test sets.
    private final class Disk: Sendable {
        let free: Mutex<Int>

        init(free: Int) { self.free = Mutex(free) }

        var limits: ContentLimits {
            ContentLimits { _ in DiskSpace(free: self.free.withLock(\.self), size: 1_000_000) }
        }
    }

    private static func run(
        _ kind: FileKind, _ limits: ContentLimits,
        _ body: (SQLContent, TestFiles, MetricsRegistry) async throws -> Void
    ) async throws {
        try await kind.place { folder in
            let registry = MetricsRegistry()
            let store = try await folder.open(key: .random(), limits: limits, measuredIn: registry)
            try await store.database.sessions.keep(record())
            try await store.database.sessions.keep(record(.ben))
            try await body(store, folder, registry)
        }
    }

    private static func unlimited() -> ContentLimits { ContentLimits { _ in nil } }

    @Test(
        arguments: [
            (1_000_000, 100_010, 10, true), (1_000_000, 100_010, 11, false), (1_000_000, 99_999, 0, false),
            (100_000_000_000, 1_000_000_010, 10, true), (100_000_000_000, 1_000_000_010, 11, false),
        ])
    func `a tenth of the disk stays free, or 1 GB where that is less`(
        _ size: Int, _ free: Int, _ bytes: Int, _ fits: Bool
    ) {
        let limits = ContentLimits { _ in DiskSpace(free: free, size: size) }
        #expect(((try? limits.check(bytes, in: "")) != nil) == fits)
    }

    @Test func `a setting says how much stays free, whatever the disk holds`() {
        var limits = ContentLimits { _ in DiskSpace(free: 700, size: 1_000) }
        limits.freeSpace = 600
        #expect(throws: Never.self) { try limits.check(100, in: "") }
        #expect(throws: ContentError.noDiskSpace) { try limits.check(101, in: "") }
    }

    @Test(arguments: FileKind.measured) func `on a full disk nobody keeps a file, and nothing of it stays`(
        kind: FileKind
    ) async throws {
        let disk = Disk(free: 100_100)
        try await Self.run(kind, disk.limits) { store, folder, registry in
            let kept = try await store.keep(.new("m-1"), from: folder.file(100))
            let upload = try await store.announce(.new("a", size: 100), quota: .max)
            #expect(try await store.append(Pieces(ContentFixture.bytes(60)), to: upload, at: 0) == 60)
            disk.free.withLock { $0 = 100_010 }
            await #expect(throws: ContentError.noDiskSpace) {
                try await store.keep(.new("m-2"), from: folder.file(11))
            }
            await #expect(throws: ContentError.noDiskSpace) {
                try await store.announce(.new("b", size: 11), quota: .max)
            }
            await #expect(throws: ContentError.noDiskSpace) {
                try await store.append(Pieces(ContentFixture.bytes(40)), to: upload, at: 60)
            }
            await #expect(throws: ContentError.noDiskSpace) {
                try await store.checkRoom(for: 5, largest: 11, in: .ana)
            }
            await #expect(throws: ContentError.noDiskSpace) { try await store.seal(kept) }
            #expect(try await folder.kept.count == 2)
            #expect(folder.underWay.isEmpty)
            #expect(try await store.upload("a")?.received == 60, "what has come stays")
            #expect(await registry.page.contains("usher_content_refused_total{limit=\"disk\"} 5"))

            disk.free.withLock { $0 = 200_000 }
            #expect(try await store.append(Pieces(ContentFixture.bytes(100)), to: upload, at: 0) == 100)
        }
    }

    @Test(arguments: FileKind.measured) func `the disk is asked again while a file comes`(kind: FileKind) async throws {
        let disk = Disk(free: 200_000)
        try await Self.run(kind, disk.limits) { store, _, _ in
            let upload = try await store.announce(.new("a", size: 20_000), quota: .max)
            let pieces = Interrupted(ContentFixture.bytes(20_000), after: 5_000) { disk.free.withLock { $0 = 100_000 } }
            await #expect(throws: ContentError.noDiskSpace) { try await store.append(pieces, to: upload, at: 0) }
            #expect(try await store.upload("a")?.received == 5_000)
        }
    }

    @Test(arguments: FileKind.allCases)
    func `the files of a conversation have so many bytes together, whoever brings them`(kind: FileKind) async throws {
        var limits = Self.unlimited()
        limits.conversation = 100
        try await Self.run(kind, limits) { store, folder, registry in
            _ = try await store.keep(.new("m-1"), from: folder.file(60))
            await #expect(throws: ContentError.conversationFull(limit: 100)) {
                try await store.keep(.new("m-2"), from: folder.file(41))
            }
            await #expect(throws: ContentError.conversationFull(limit: 100)) {
                try await store.checkRoom(for: 41, largest: 41, in: .ana)
            }
            try await store.checkRoom(for: 40, largest: 41, in: .ana)
            // Files of a conversation of the chat count separately, including those of the bot.
            _ = try await store.announce(.new("a", size: 30), quota: .max)
            _ = try await store.announce(.new("b", size: 70, sender: "bot"), quota: .max)
            await #expect(throws: ContentError.conversationFull(limit: 100)) {
                try await store.announce(.new("c", size: 1, sender: "bot"), quota: .max)
            }
            #expect(try await folder.kept.count == 1)
            #expect(folder.underWay.isEmpty)
            #expect(await registry.page.contains("usher_content_refused_total{limit=\"conversation\"} 3"))
        }
    }

    @Test(arguments: FileKind.allCases) func `all files have so many bytes together, and what goes makes room`(
        kind: FileKind
    ) async throws {
        var limits = Self.unlimited()
        limits.total = 100
        try await Self.run(kind, limits) { store, folder, _ in
            _ = try await store.keep(.new("m-1", days: 1), from: folder.file(60))
            let upload = try await store.announce(.new("a", size: 40), quota: .max)
            var bens = NewContent.new("m-2")
            bens.conversation = .ben
            let other = bens
            await #expect(throws: ContentError.totalReached(limit: 100)) {
                try await store.keep(other, from: folder.file(1))
            }
            try await store.giveUp(upload)
            _ = try await store.keep(other, from: folder.file(40))
            #expect(try await store.forgetContent(at: tenOClock + .days(1), limit: 9) == 1)
            let next = try await store.announce(.new("b", size: 60), quota: .max)
            _ = try await store.append(Pieces(ContentFixture.bytes(60)), to: next, at: 0)
            _ = try await store.complete(next, at: tenOClock, until: tenOClock + .days(1))
            await #expect(throws: ContentError.totalReached(limit: 100)) {
                try await store.announce(.new("c", size: 1), quota: .max)
            }
            _ = try await store.database.operators.erase(customer: "ana")
            _ = try await store.announce(.new("c", size: 60), quota: .max)
        }
    }

    @Test func `files of an earlier version count as well`() async throws {
        try await TemporaryFolder.run { folder in
            let files = TestFiles(database: TestDatabase(.sqlite, in: folder), place: .folder)
            do {
                let database = try SQLiteDatabase(path: folder.database)
                try await database.sessions.keep(record())
                _ = try await database.content.keep(.new("m-1"), from: files.file(60))
                try await database.pool.write { db in
                    try db.execute(
                        sql: """
                            DROP TRIGGER content_kept; DROP TRIGGER content_gone;
                            DROP TRIGGER uploads_kept; DROP TRIGGER uploads_gone;
                            DROP TABLE content_total; DROP TABLE chat_owners;
                            DELETE FROM grdb_migrations WHERE identifier = '017'
                            """)
                }
            }
            var limits = Self.unlimited()
            limits.total = 100
            let store = try SQLiteDatabase(path: folder.database, contentLimits: limits).content
            await #expect(throws: ContentError.totalReached(limit: 100)) {
                try await store.keep(.new("m-2"), from: files.file(41))
            }
        }
    }
}

/// Bytes in two pieces, with an action in between.
struct Interrupted: AsyncSequence, Sendable {
    private let bytes: Data
    private let first: Int
    private let meanwhile: @Sendable () async throws -> Void

    init(_ bytes: Data, after first: Int, _ meanwhile: @escaping @Sendable () async throws -> Void) {
        self.bytes = bytes
        self.first = first
        self.meanwhile = meanwhile
    }

    struct Iterator: AsyncIteratorProtocol {
        let pieces: Interrupted
        var given = 0

        mutating func next() async throws -> Data? {
            defer { given += 1 }
            switch given {
            case 0: return pieces.bytes.prefix(pieces.first)
            case 1:
                try await pieces.meanwhile()
                return pieces.bytes.dropFirst(pieces.first)
            default: return nil
            }
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(pieces: self) }
}
