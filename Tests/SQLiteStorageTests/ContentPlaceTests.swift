import ConversationRuntime
import Databases
import Expressions
import Foundation
import TestSupport
import Testing

@testable import SQLStorage
@testable import SQLiteStorage

/// Customers' files in the database, which several machines share, and the change between folder and database.
@Suite struct ContentPlaceTests {
    @Test(arguments: DatabaseKind.allCases) func `after a change of the setting every file is still found`(
        kind: DatabaseKind
    ) async throws {
        for (before, after) in [(ContentPlace.folder, ContentPlace.database), (.database, .folder)] {
            try await kind.place { place in
                let bytes = ContentFixture.bytes(300_000)
                let kept: [StoredContent]
                do {
                    let store = try await place.open(key: ContentFixture.key, in: before).content
                    try await store.database.sessions.keep(record())
                    let files = TestFiles(database: place, place: before)
                    let plain = try await store.keep(.new("m-1"), from: files.file(bytes.count))
                    let sealed = try await store.keep(.new("m-2", isPrivate: true), from: files.file(bytes.count))
                    kept = [plain, sealed]
                    let upload = try await store.announce(.new("u", size: bytes.count), quota: .max)
                    _ = try await store.append(Pieces(bytes[0..<100]), to: upload, at: 0)
                }
                let store = try await place.open(key: ContentFixture.key, in: after).content
                for content in kept { #expect(try await store.bytes(of: content) == bytes) }
                // An upload begins anew.
                let upload = try #require(try await store.upload("u"))
                #expect(upload.received == 0)
                _ = try await store.append(Pieces(bytes), to: upload, at: 0)
                let whole = try await store.complete(upload, at: tenOClock, until: tenOClock + .days(1))
                #expect(try await store.bytes(of: whole) == bytes)
                let sealed = try await store.seal(kept[0])
                #expect(try await store.bytes(of: sealed) == bytes)
                #expect(try await store.database.operators.erase(customer: "ana").files == 3)
                #expect(try await TestFiles(database: place, place: after).kept.isEmpty)
            }
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `a key change seals files in the database anew`(
        kind: DatabaseKind
    ) async throws {
        try await kind.place { place in
            let (old, new) = (StorageKey.random(), StorageKey.random())
            let files = TestFiles(database: place, place: .database)
            do {
                let store = try await place.open(key: old, in: .database).content
                try await store.database.sessions.keep(record())
                _ = try await store.keep(.new("m-1", isPrivate: true), from: files.file(300_000))
            }
            do {
                let database = try await place.open(key: new.replacing([old]), in: .database)
                #expect(try #require(try await database.sealing.sealEverythingAnew()) > 0)
            }
            let store = try await place.open(key: new, in: .database).content
            let kept = try #require(try await store.content("m-1"))
            #expect(try await store.bytes(of: kept) == ContentFixture.bytes(300_000))
            #expect(try await files.kept == [kept.file])
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `of two servers that write an upload only the newer one goes on`(
        kind: DatabaseKind
    ) async throws {
        try await kind.place { place in
            let first = try await place.open(in: .database).content
            let second = try await place.open(in: .database, isOwner: false).content
            let bytes = ContentFixture.bytes(600_000)
            let others = Data(repeating: 0xFF, count: bytes.count)
            let upload = try await first.announce(.new("a", size: bytes.count), quota: .max)
            let slow = Interrupted(bytes.prefix(300_000) + others.dropFirst(300_000), after: 300_000) {
                let held = try #require(try await second.upload("a")).received
                #expect(held == ContentPieces.length)
                #expect(try await second.append(Pieces(bytes[held..<400_000]), to: upload, at: held) == 400_000)
            }
            await #expect(throws: ContentError.superseded) { try await first.append(slow, to: upload, at: 0) }
            #expect(try await second.append(Pieces(bytes[400_000...]), to: upload, at: 400_000) == bytes.count)
            let kept = try await first.complete(upload, at: tenOClock, until: tenOClock + .days(1))
            #expect(try await second.bytes(of: kept) == bytes)
            #expect(try await second.complete(upload, at: tenOClock, until: tenOClock + .days(1)) == kept)
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `what a crash has left in the database is removed after a day`(
        kind: DatabaseKind
    ) async throws {
        try await kind.place { place in
            let files = TestFiles(database: place, place: .database)
            let store = try await files.open()
            try await store.database.sessions.keep(record())
            let kept = try await store.keep(.new("m-1"), from: files.file(10))
            for name in ["old", "young"] {
                try await store.files.pieces.begin(name)
                try await store.files.pieces.append(Data("left".utf8), to: name, after: 0)
            }
            try await store.database.perform { db in
                try db.execute(sql: "UPDATE content_drafts SET at = 0 WHERE file = 'old'")
            }
            #expect(try await store.forgetContent(at: tenOClock, limit: 9) == 0)
            #expect(try await files.kept == [kept.file, "young"].sorted())
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `a machine fetches the pictures of a version from the database`(
        kind: DatabaseKind
    ) async throws {
        try await kind.place { place in
            let source = place.folder.url.appending(path: "logo.png")
            try Data("hello".utf8).write(to: source)
            let picture = FlowVersion.File(
                role: .picture, path: "Flows/images/logo.png",
                checksum: "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824", size: 5)
            let version = FlowVersion(hash: "aa11", files: [picture])
            let versions = try await place.open(in: .database).versions
            for moment in [tenOClock, tenOClock + .days(1)] {
                try await versions.keep(version, pictures: [picture.path: source.path], at: moment)
            }
            // Another machine has a folder of its own, or has lost it.
            let local = versions.place(ofPicture: picture)
            try FileManager.default.removeItem(atPath: local)
            #expect(try await versions.version("aa11") == version)
            #expect(try Data(contentsOf: URL(filePath: local)) == Data("hello".utf8))
            // The picture stays as long as a version shows it.
            try await versions.database.perform { try $0.execute(sql: "UPDATE content_drafts SET at = 0") }
            #expect(try await versions.forgetVersions(before: tenOClock) == 0)
            #expect(try await TestFiles(database: place, place: .database).kept.count == 1)
            #expect(try await versions.forgetVersions(before: tenOClock + .days(2)) == 1)
            #expect(try await TestFiles(database: place, place: .database).kept.isEmpty)
        }
    }

    @Test func `a backup has the files that are in the database`() async throws {
        try await TemporaryFolder.run { folder in
            let place = TestDatabase(.sqlite, in: folder)
            let files = TestFiles(database: place, place: .database)
            let database = try SQLiteDatabase(path: folder.database, contentPlace: .database)
            try await database.sessions.keep(record())
            let kept = try await database.content.keep(.new("m-1"), from: files.file(300_000))
            let backup = try await database.backUp(to: folder.url.appending(path: "backup").path)
            #expect(backup.missing == 0)
            let copy = try SQLiteDatabase(path: backup.database, contentPlace: .database)
            #expect(try await copy.content.bytes(of: kept) == ContentFixture.bytes(300_000))
        }
    }
}
