import ConversationRuntime
import Expressions
import Foundation
import TestSupport
import Testing

@testable import SQLStorage
@testable import SQLiteStorage

/// A file being uploaded has one writer, and a finished one has none.
@Suite struct UploadWriterTests {
    private static let others = Data(repeating: 0xFF, count: 1_000)

    @Test(arguments: FileKind.allCases) func `a slow second request does not write into a file that is finished`(
        kind: FileKind
    ) async throws {
        try await UploadFixture.run(kind) { store, folder in
            let bytes = ContentFixture.bytes(1_000)
            let upload = try await store.announce(.new("a", size: 1_000), quota: .max)
            let slow = Interrupted(Self.others, after: 0) {
                _ = try await store.append(Pieces(bytes), to: upload, at: 0)
                _ = try await store.complete(upload, at: tenOClock, until: tenOClock + .days(1))
            }
            await #expect(throws: ContentError.superseded) { try await store.append(slow, to: upload, at: 0) }
            let kept = try #require(try await store.content("a"))
            #expect(try await store.bytes(of: kept) == bytes)
            #expect(try await folder.kept == [kept.file], "nothing is left of what it grew in")
        }
    }

    @Test(arguments: FileKind.allCases) func `the newest writer takes over, and the one before writes nothing more`(
        kind: FileKind
    ) async throws {
        try await UploadFixture.run(kind) { store, _ in
            let bytes = ContentFixture.bytes(1_000)
            let upload = try await store.announce(.new("a", size: 1_000), quota: .max)
            let slow = Interrupted(bytes[0..<300] + Self.others.prefix(700), after: 300) {
                // In a database, what the first has sent is not stored yet.
                let held = try #require(try await store.upload("a")).received
                let received = try await store.append(Pieces(bytes[held..<600]), to: upload, at: held)
                #expect(received == 600)
            }
            await #expect(throws: ContentError.superseded) { try await store.append(slow, to: upload, at: 0) }
            #expect(try await store.append(Pieces(bytes[600...]), to: upload, at: 600) == 1_000)
            let kept = try await store.complete(upload, at: tenOClock, until: tenOClock + .days(1))
            #expect(try await store.bytes(of: kept) == bytes)
        }
    }

    @Test(arguments: FileKind.allCases) func `bytes that are sent again have to be those of before`(kind: FileKind)
        async throws
    {
        try await UploadFixture.run(kind) { store, _ in
            // More than a row of the database holds.
            let bytes = ContentFixture.bytes(300_000)
            let upload = try await store.announce(.new("a", size: 300_000), quota: .max)
            _ = try await store.append(Pieces(bytes[..<280_000]), to: upload, at: 0)
            for place in [0, 262_143, 262_144, 279_999] {
                var others = bytes
                others[place] ^= 1
                await #expect(throws: ContentError.differs) {
                    try await store.append(Pieces(others), to: upload, at: 0)
                }
            }
            #expect(try await store.upload("a")?.received == 280_000)
            #expect(try await store.append(Pieces(bytes[200_000...]), to: upload, at: 200_000) == 300_000)
            let kept = try await store.complete(upload, at: tenOClock, until: tenOClock + .days(1))
            #expect(try await store.bytes(of: kept) == bytes)
        }
    }

    @Test(arguments: FileKind.allCases) func `who comes when it is finished changes nothing`(kind: FileKind)
        async throws
    {
        try await UploadFixture.run(kind) { store, folder in
            let bytes = ContentFixture.bytes(1_000)
            let upload = try await store.announce(.new("a", size: 1_000), quota: .max)
            _ = try await store.append(Pieces(bytes), to: upload, at: 0)
            let kept = try await store.complete(upload, at: tenOClock, until: tenOClock + .days(1))
            #expect(try await store.append(Pieces(Self.others), to: upload, at: 0) == 1_000)
            #expect(try await store.complete(upload, at: tenOClock, until: tenOClock + .days(9)) == kept)
            try await store.giveUp(upload)
            #expect(try await store.bytes(of: kept) == bytes)
            #expect(try await folder.kept == [kept.file])
        }
    }

    @Test(arguments: FileKind.allCases) func `what is written for somebody who is erased meanwhile does not stay`(
        kind: FileKind
    ) async throws {
        try await UploadFixture.run(kind) { store, folder in
            let upload = try await store.announce(.new("a", size: 1_000), quota: .max)
            let slow = Interrupted(Self.others, after: 500) {
                _ = try await store.database.operators.erase(customer: "ana")
            }
            await #expect(throws: ContentError.noConversation) { try await store.append(slow, to: upload, at: 0) }
            #expect(try await folder.kept.isEmpty)
        }
    }

    @Test func `a server that is killed while it finishes a file finishes it after its next start`() async throws {
        try await TemporaryFolder.run { folder in
            let bytes = ContentFixture.bytes(1_000)
            do {
                let store = try SQLiteDatabase(path: folder.database).content
                try await store.database.sessions.keep(record())
                let upload = try await store.announce(.new("a", size: 1_000), quota: .max)
                _ = try await store.append(Pieces(bytes), to: upload, at: 0)
                // The file has its final name, but the database has no record of it. Unfinished files of older versions
                // are there as well.
                try store.files.finish(upload.file)
            }
            let store = try SQLiteDatabase(path: folder.database).content
            let upload = try #require(try await store.upload("a"))
            #expect(upload.isWhole)
            let kept = try await store.complete(upload, at: tenOClock, until: tenOClock + .days(1))
            #expect(try await store.bytes(of: kept) == bytes)
        }
    }
}
