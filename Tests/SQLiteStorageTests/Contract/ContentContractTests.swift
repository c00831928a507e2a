import Channels
import ConversationRuntime
import Expressions
import Foundation
import TestSupport
import Testing

@testable import SQLStorage
@testable import SQLiteStorage

/// The promises of every store of files.
@Suite struct ContentContractTests {
    @Test(arguments: FileKind.allCases) func `a file is kept whole, under a name of ours, and read as it was`(
        kind: FileKind
    ) async throws {
        try await ContentFixture.run(kind) { store, folder in
            let kept = try await store.keep(.new("m-1", name: "../../etc/passwd"), from: folder.file(200_001))
            #expect(kept.size == 200_001 && kept.checksum.count == 64)
            #expect(try await store.content("m-1") == kept)
            #expect(try await store.bytes(of: kept) == ContentFixture.bytes(200_001))
            #expect(try await folder.kept == [kept.file])
            #expect(!kept.file.contains("passwd"))
            #expect(folder.underWay.isEmpty)
            #expect(try folder.isPrivate(kept.file))
        }
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 131_072, 600_000], FileKind.allCases)
    func `files of any length come back, sealed or not`(
        _ size: Int, kind: FileKind
    ) async throws {
        try await ContentFixture.run(kind) { store, folder in
            for isPrivate in [false, true] {
                let id = "m-\(isPrivate)"
                let kept = try await store.keep(.new(id, isPrivate: isPrivate), from: folder.file(size))
                #expect(kept.size == size)
                #expect(try await store.bytes(of: kept) == ContentFixture.bytes(size))
            }
        }
    }

    @Test(arguments: FileKind.allCases) func `a file that is here stays as it is when it comes again`(kind: FileKind)
        async throws
    {
        try await ContentFixture.run(kind) { store, folder in
            let first = try await store.keep(.new("m-1"), from: folder.file(10))
            let second = try await store.keep(.new("m-1", name: "other"), from: folder.file(20))
            #expect(first == second)
            #expect(try await folder.kept == [first.file])
            #expect(folder.underWay.isEmpty)
        }
    }

    @Test(arguments: FileKind.allCases) func `nobody takes the file of another conversation`(kind: FileKind)
        async throws
    {
        try await ContentFixture.run(kind) { store, folder in
            try await store.database.sessions.keep(record(.ben))
            _ = try await store.keep(.new("m-1"), from: folder.file(10))
            var other = NewContent.new("m-1")
            other.conversation = .ben
            await #expect(throws: ContentError.taken) { try await store.keep(other, from: folder.file(10)) }
            #expect(try await folder.kept.count == 1)
            #expect(folder.underWay.isEmpty)
            #expect(try await store.contents(of: .ben, limit: 9).isEmpty)
        }
    }

    @Test(arguments: FileKind.allCases) func `a customer who was erased meanwhile does not come back with a file`(
        kind: FileKind
    ) async throws {
        try await ContentFixture.run(kind) { store, folder in
            _ = try await store.database.operators.erase(customer: "ana")
            await #expect(throws: ContentError.noConversation) {
                try await store.keep(.new("m-1"), from: folder.file(10))
            }
            #expect(try await folder.kept.isEmpty)
            #expect(folder.underWay.isEmpty)
            #expect(try await store.content("m-1") == nil)
        }
    }

    @Test(arguments: FileKind.allCases) func `erasing a customer takes their files, and leaves those of others`(
        kind: FileKind
    ) async throws {
        try await ContentFixture.run(kind) { store, folder in
            try await store.database.sessions.keep(record(.ben))
            for id in ["m-1", "m-2"] { _ = try await store.keep(.new(id), from: folder.file(10)) }
            var bens = NewContent.new("m-3")
            bens.conversation = .ben
            let left = try await store.keep(bens, from: folder.file(10))
            #expect(try await store.database.operators.erase(customer: "ana").files == 2)
            #expect(try await folder.kept == [left.file])
            #expect(try await store.contents(of: .ana, limit: 9).isEmpty)
        }
    }

    @Test(arguments: FileKind.allCases) func `files are forgotten when their time is over, and not before`(
        kind: FileKind
    ) async throws {
        try await ContentFixture.run(kind) { store, folder in
            let early = try await store.keep(.new("m-1", days: 1), from: folder.file(10))
            let late = try await store.keep(.new("m-2", days: 2), from: folder.file(10))
            #expect(try await store.contents(of: .ana, limit: 9) == [early, late])
            #expect(try await store.forgetContent(at: tenOClock + .hours(23), limit: 9) == 0)
            #expect(try await store.forgetContent(at: tenOClock + .days(1), limit: 9) == 1)
            #expect(try await store.contents(of: .ana, limit: 9) == [late])
            #expect(try await folder.kept == [late.file])
        }
    }

    @Test(arguments: FileKind.allCases) func `a file outlives the conversation that it came in`(kind: FileKind)
        async throws
    {
        try await ContentFixture.run(kind) { store, folder in
            let kept = try await store.keep(.new("m-1"), from: folder.file(10))
            _ = try await store.database.sessions.forgetSessions(quietSince: tenOClock + .days(1), limit: 9)
            #expect(try await store.database.sessions.session(of: .ana) == nil)
            #expect(try await store.bytes(of: kept).count == 10)
        }
    }

    @Test(arguments: [false, true], FileKind.allCases)
    func `what lies damaged on the disk is not passed off as the file`(
        isPrivate: Bool, kind: FileKind
    ) async throws {
        try await ContentFixture.run(kind) { store, folder in
            for (index, damage) in ContentFixture.damages.enumerated() {
                let kept = try await store.keep(.new("m-\(index)", isPrivate: isPrivate), from: folder.file(150_000))
                var bytes = try await folder.stored(kept.file)
                damage(&bytes)
                try await folder.store(bytes, as: kept.file)
                await #expect(throws: ContentError.damaged) { try await store.bytes(of: kept) }
            }
        }
    }
}

/// A store of files with Ana's conversation in it.
enum ContentFixture {
    static let key = StorageKey(Data(repeating: 7, count: 32))

    /// Changes, cuts, and pieces that were moved or removed.
    static let damages: [@Sendable (inout Data) -> Void] = [
        { $0[70_000] ^= 1 }, { $0.removeLast() }, { $0.append(0) },
        { $0 = $0.prefix(65_536 + 16) }, { $0.replaceSubrange(0..<65_552, with: $0[65_552..<131_104]) },
    ]

    static func run(_ kind: FileKind, _ body: (SQLContent, TestFiles) async throws -> Void) async throws {
        try await kind.place { files in
            let store = try await files.open(key: key)
            try await store.database.sessions.keep(record())
            try await body(store, files)
        }
    }

    static func bytes(_ count: Int) -> Data { Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }) }
}

extension NewContent {
    static func new(
        _ id: String, name: String = "bike.jpg", days: Int = 30, isPrivate: Bool = false
    ) -> NewContent {
        NewContent(
            id: id, conversation: .ana, name: name, kind: "image/jpeg", storedAt: tenOClock,
            expiresAt: tenOClock + .days(days), isPrivate: isPrivate)
    }
}

extension ContentStore {
    func bytes(of content: StoredContent) async throws -> Data {
        var all = Data()
        try await read(content) { all.append($0) }
        return all
    }
}
