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
    @Test func `a file is kept whole, under a name of ours, and read as it was`() async throws {
        try await ContentFixture.run { store, folder in
            let kept = try await store.keep(.new("m-1", name: "../../etc/passwd"), from: folder.file(200_001))
            #expect(kept.size == 200_001 && kept.checksum.count == 64)
            #expect(try await store.content("m-1") == kept)
            #expect(try await store.bytes(of: kept) == ContentFixture.bytes(200_001))
            #expect(folder.kept == [kept.file] && !kept.file.contains("passwd") && folder.underWay.isEmpty)
            let mode = try FileManager.default.attributesOfItem(atPath: folder.place(kept.file))[.posixPermissions]
            #expect(mode as? Int == 0o600)
        }
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 131_072]) func `files of any length come back, sealed or not`(
        _ size: Int
    ) async throws {
        try await ContentFixture.run { store, folder in
            for isPrivate in [false, true] {
                let id = "m-\(isPrivate)"
                let kept = try await store.keep(.new(id, isPrivate: isPrivate), from: folder.file(size))
                #expect(kept.size == size)
                #expect(try await store.bytes(of: kept) == ContentFixture.bytes(size))
            }
        }
    }

    @Test func `a file that is here stays as it is when it comes again`() async throws {
        try await ContentFixture.run { store, folder in
            let first = try await store.keep(.new("m-1"), from: folder.file(10))
            let second = try await store.keep(.new("m-1", name: "other"), from: folder.file(20))
            #expect(first == second && folder.kept == [first.file] && folder.underWay.isEmpty)
        }
    }

    @Test func `nobody takes the file of another conversation`() async throws {
        try await ContentFixture.run { store, folder in
            try await store.database.sessions.keep(record(.ben))
            _ = try await store.keep(.new("m-1"), from: folder.file(10))
            var other = NewContent.new("m-1")
            other.conversation = .ben
            await #expect(throws: ContentError.taken) { try await store.keep(other, from: folder.file(10)) }
            #expect(folder.kept.count == 1 && folder.underWay.isEmpty)
            #expect(try await store.contents(of: .ben, limit: 9).isEmpty)
        }
    }

    @Test func `a customer who was erased meanwhile does not come back with a file`() async throws {
        try await ContentFixture.run { store, folder in
            _ = try await store.database.operators.erase(customer: "ana")
            await #expect(throws: ContentError.noConversation) {
                try await store.keep(.new("m-1"), from: folder.file(10))
            }
            #expect(folder.kept.isEmpty && folder.underWay.isEmpty)
            #expect(try await store.content("m-1") == nil)
        }
    }

    @Test func `erasing a customer takes their files, and leaves those of others`() async throws {
        try await ContentFixture.run { store, folder in
            try await store.database.sessions.keep(record(.ben))
            for id in ["m-1", "m-2"] { _ = try await store.keep(.new(id), from: folder.file(10)) }
            var bens = NewContent.new("m-3")
            bens.conversation = .ben
            let left = try await store.keep(bens, from: folder.file(10))
            #expect(try await store.database.operators.erase(customer: "ana").files == 2)
            #expect(folder.kept == [left.file])
            #expect(try await store.contents(of: .ana, limit: 9).isEmpty)
        }
    }

    @Test func `files are forgotten when their time is over, and not before`() async throws {
        try await ContentFixture.run { store, folder in
            let early = try await store.keep(.new("m-1", days: 1), from: folder.file(10))
            let late = try await store.keep(.new("m-2", days: 2), from: folder.file(10))
            #expect(try await store.contents(of: .ana, limit: 9) == [early, late])
            #expect(try await store.forgetContent(at: tenOClock + .hours(23), limit: 9) == 0)
            #expect(try await store.forgetContent(at: tenOClock + .days(1), limit: 9) == 1)
            #expect(try await store.contents(of: .ana, limit: 9) == [late] && folder.kept == [late.file])
        }
    }

    @Test func `a file outlives the conversation that it came in`() async throws {
        try await ContentFixture.run { store, folder in
            let kept = try await store.keep(.new("m-1"), from: folder.file(10))
            _ = try await store.database.sessions.forgetSessions(quietSince: tenOClock + .days(1), limit: 9)
            #expect(try await store.database.sessions.session(of: .ana) == nil)
            #expect(try await store.bytes(of: kept).count == 10)
        }
    }

    @Test(arguments: [false, true]) func `what lies damaged on the disk is not passed off as the file`(
        isPrivate: Bool
    ) async throws {
        try await ContentFixture.run { store, folder in
            for (index, damage) in ContentFixture.damages.enumerated() {
                let kept = try await store.keep(.new("m-\(index)", isPrivate: isPrivate), from: folder.file(150_000))
                let place = URL(filePath: folder.place(kept.file))
                var bytes = try Data(contentsOf: place)
                damage(&bytes)
                try bytes.write(to: place)
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

    static func run(_ body: (SQLContent, TemporaryFolder) async throws -> Void) async throws {
        try await TemporaryFolder.run { folder in
            let database = try SQLiteDatabase(path: folder.database, key: key)
            try await database.sessions.keep(record())
            try await body(database.content, folder)
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

extension TemporaryFolder {
    private var content: String { url.appending(path: "data/content/usher.sqlite").path }

    /// Returns a file in transfer, with this size.
    func file(_ size: Int) throws -> String {
        let path = "\(content)/work/\(UUID().uuidString)"
        try ContentFixture.bytes(size).write(to: URL(filePath: path))
        return path
    }

    func place(_ name: String) -> String { "\(content)/\(name)" }

    var kept: [String] { names(content).filter { $0 != "work" } }
    var underWay: [String] { names("\(content)/work") }

    private func names(_ folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }
}
