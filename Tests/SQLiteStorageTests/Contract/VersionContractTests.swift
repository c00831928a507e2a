import Channels
import ConversationRuntime
import Expressions
import Foundation
import TestSupport
import Testing

@testable import SQLStorage
@testable import SQLiteStorage

/// The promises of a store about versions of the flows.
@Suite struct VersionContractTests {
    private static func version(_ hash: String, _ text: String = "flow: main\n", picture: String? = nil) -> FlowVersion
    {
        var files = [
            FlowVersion.File(role: .bot, path: "Flows/bot.yaml", checksum: "b", size: 4, content: Array("bot\n".utf8)),
            FlowVersion.File(
                role: .flow, path: "Flows/main.yaml", checksum: "m-\(hash)", size: text.utf8.count,
                content: Array(text.utf8)),
        ]
        if let picture {
            files.append(
                FlowVersion.File(role: .picture, path: "Flows/images/logo.png", checksum: picture, size: 5))
        }
        return FlowVersion(hash: hash, files: files)
    }

    private static func run(
        _ kind: DatabaseKind = .sqlite, _ body: (SQLVersions, TestDatabase) async throws -> Void
    ) async throws {
        try await kind.place { try await body($0.open().versions, $0) }
    }

    private static func publish(
        _ version: FlowVersion, in store: any VersionStore, at moment: Moment = tenOClock
    ) async throws -> Publication {
        try await store.publish(version, pictures: [:], at: moment, by: "ana", note: "a note")
    }

    @Test(arguments: DatabaseKind.allCases) func `what was published last counts, also in a store that is opened again`(
        kind: DatabaseKind
    ) async throws {
        try await Self.run(kind) { store, folder in
            #expect(try await store.publication() == nil)
            #expect(try await store.versions().isEmpty)
            let first = try await Self.publish(Self.version("aa11"), in: store)
            let second = try await Self.publish(Self.version("bb22"), in: store, at: tenOClock + .minutes(1))
            #expect(second.number > first.number)
            #expect(try await store.publication() == second)
            #expect(try await store.version("aa11") == Self.version("aa11"))
            #expect(try await store.versions().map(\.hash) == ["bb22", "aa11"])
            #expect(try await store.versions().map(\.isCurrent) == [true, false])

            let back = try #require(
                try await store.publish("aa11", at: tenOClock + .minutes(2), by: "ben", note: ""))
            #expect(try await store.publication() == back && back.version == "aa11")
            #expect(try await store.versions().map(\.hash) == ["aa11", "bb22"])
            #expect(try await store.versions()[0].flows == 1)
            let other = try await folder.open(isOwner: false).versions
            #expect(try await other.publication() == back)
            if kind == .sqlite {
                let published = try SQLiteDatabase.published(at: folder.folder.database)
                #expect(published?.version == Self.version("aa11"))
            }
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `a version that is not kept is not published, and nothing changes`(
        kind: DatabaseKind
    ) async throws {
        try await Self.run(kind) { store, _ in
            let first = try await Self.publish(Self.version("aa11"), in: store)
            #expect(try await store.publish("cc33", at: tenOClock, by: "ana", note: "") == nil)
            #expect(try await store.publication() == first)
            await #expect(throws: (any Error).self) {
                try await store.publish(
                    Self.version("dd44", picture: "p1"), pictures: ["Flows/images/logo.png": "/nowhere"], at: tenOClock,
                    by: "ana", note: "")
            }
            #expect(try await store.publication() == first)
            #expect(try await store.version("dd44") == nil)
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `what a server refuses does not count: the one before does`(
        kind: DatabaseKind
    ) async throws {
        try await Self.run(kind) { store, _ in
            let first = try await Self.publish(Self.version("aa11"), in: store)
            let second = try await Self.publish(Self.version("bb22"), in: store)
            try await store.refuse(second.number, because: "a secret is missing")
            #expect(try await store.publication() == first)
            #expect(try await store.refusal(of: second.number) == "a secret is missing")
            #expect(try await store.refusal(of: first.number) == nil)
            let summary = try #require(try await store.versions().first { $0.hash == "bb22" })
            #expect(summary.refusal == "a secret is missing" && !summary.isCurrent)
        }
    }

    @Test(arguments: DatabaseKind.allCases)
    func `a version is found by the beginning of its hash, and never by a pattern`(kind: DatabaseKind) async throws {
        try await Self.run(kind) { store, _ in
            for hash in ["aa11", "aa12", "bb22"] {
                try await store.keep(Self.version(hash), pictures: [:], at: tenOClock)
            }
            #expect(try await store.hashes(beginningWith: "aa") == ["aa11", "aa12"])
            #expect(try await store.hashes(beginningWith: "bb") == ["bb22"])
            #expect(try await store.hashes(beginningWith: "%") == [])
            #expect(try await store.hashes(beginningWith: "b_") == [])
            #expect(try await store.publication() == nil)
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `what a server runs is told once for all`(kind: DatabaseKind)
        async throws
    {
        try await Self.run(kind) { store, _ in
            #expect(try await store.running() == nil)
            try await store.tell(RunningFlows(version: "aa11", publication: nil, since: tenOClock))
            let later = RunningFlows(version: "bb22", publication: 7, since: tenOClock + .minutes(1))
            try await store.tell(later)
            #expect(try await store.running() == later)
        }
    }

    @Test(arguments: DatabaseKind.allCases)
    func `sessions are counted on the version that answered them last, unless they are over`(kind: DatabaseKind)
        async throws
    {
        try await Self.run(kind) { store, _ in
            try await store.keep(Self.version("1"), pictures: [:], at: tenOClock)
            try await SQLSessions(database: store.database).keep(record(.ana, Doing(asks: "q")))
            try await SQLSessions(database: store.database).keep(record(.ben))
            #expect(try await store.versions().map(\.sessions) == [1])
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `old versions are forgotten unless somebody needs them`(
        kind: DatabaseKind
    ) async throws {
        try await Self.run(kind) { store, _ in
            let old = tenOClock - .days(100)
            for number in 10..<25 {
                _ = try await Self.publish(Self.version("v\(number)"), in: store, at: old + .minutes(number))
            }
            for hash in ["1", "runs", "unused"] { try await store.keep(Self.version(hash), pictures: [:], at: old) }
            try await store.keep(Self.version("young"), pictures: [:], at: tenOClock)
            try await SQLSessions(database: store.database).keep(record(.ana, Doing(asks: "q")))
            try await store.tell(RunningFlows(version: "runs", publication: nil, since: old))
            // One that was published long ago, and again today.
            _ = try await store.publish("v10", at: tenOClock, by: "ana", note: "")

            #expect(try await store.forgetVersions(before: tenOClock - .days(90)) == 6)
            let left = Set(try await store.versions().map(\.hash))
            let published = Set((16..<25).map { "v\($0)" } + ["v10"])
            #expect(left == published.union(["1", "runs", "young"]))
            #expect(try await store.version("v11") == nil)
            #expect(try await store.forgetVersions(before: tenOClock - .days(90)) == 0)
        }
    }

    @Test(arguments: DatabaseKind.allCases)
    func `pictures are kept whole under their checksum, and go with the last version that shows them`(
        kind: DatabaseKind
    )
        async throws
    {
        try await Self.run(kind) { store, folder in
            let source = folder.folder.url.appending(path: "logo.png")
            try Data("hello".utf8).write(to: source)
            // SHA-256 of `hello`.
            let checksum = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
            let version = Self.version("aa11", picture: checksum)
            let picture = try #require(version.files.first { $0.role == .picture })
            let old = tenOClock - .days(100)
            try await store.keep(version, pictures: ["Flows/images/logo.png": source.path], at: old)
            let place = store.place(ofPicture: picture)
            #expect(try Data(contentsOf: URL(filePath: place)) == Data("hello".utf8))

            try Data("other".utf8).write(to: source)
            await #expect(throws: (any Error).self, "the file is another by now") {
                try await store.keep(
                    Self.version("bb22", picture: String(repeating: "0", count: 64)),
                    pictures: ["Flows/images/logo.png": source.path], at: tenOClock)
            }
            if kind == .sqlite {
                let backup = try await SQLiteDatabase(path: folder.folder.database, isOwner: false).backUp(
                    to: folder.folder.url.appending(path: "backup").path)
                let copy = try SQLiteDatabase(path: backup.database, isOwner: false)
                let copied = try Data(contentsOf: URL(filePath: copy.versions.place(ofPicture: picture)))
                #expect(copied == Data("hello".utf8))
            }

            #expect(try await store.forgetVersions(before: tenOClock) == 1)
            #expect(FileManager.default.fileExists(atPath: place), "somebody may be about to publish it once more")
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: place)
            #expect(try await store.forgetVersions(before: tenOClock) == 0)
            #expect(!FileManager.default.fileExists(atPath: place))
        }
    }
}
