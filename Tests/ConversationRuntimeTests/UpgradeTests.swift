import Channels
import ConversationRuntime
import Expressions
import FlowEngine
import Foundation
import GRDB
import MessageModel
import Testing

@testable import SQLStorage
@testable import SQLiteStorage

/// A database of every earlier layout is migrated, and its conversation continues.
///
/// `Layouts/` contains one of each as SQL, in which Ana has been asked for a colour and no message has been sent yet.
/// Those of new layouts are written with `UPDATE_GOLDEN=1`, and never again.
@Suite struct UpgradeTests {
    private static let layouts = Migrations.migrator.migrations

    @Test(.enabled(if: ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil))
    func `databases of new layouts are written`() async throws {
        let source = EarlierDatabase.place()
        let world = World(try engine(colours), store: try SQLiteDatabase(path: source).sessions)
        try await world.say("hello", id: "m0")
        for layout in Self.layouts where !FileManager.default.fileExists(atPath: EarlierDatabase.file(of: layout).path)
        {
            try DatabaseDump(ofLayout: layout, filledFrom: source).text.write(
                to: EarlierDatabase.file(of: layout), atomically: true, encoding: .utf8)
        }
    }

    @Test(arguments: layouts) func `an old database is brought up to date, and its customer goes on`(
        _ layout: String
    ) async throws {
        let path = try EarlierDatabase.make(layout)
        let database = try SQLiteDatabase(path: path)
        let world = World(try engine(colours), store: database.sessions)
        let before = try #require(try await world.store.session(of: .customer("ana")))
        #expect(before.session.open?.asked.prompt == "Which?")
        try await world.run {
            #expect(try await world.say("hello", id: "m0") == .repeated, "what was received is remembered")
            try await world.say("Red")
            await world.conversations.untilSent()
            #expect(world.channel.device(of: "ana") == ["Which?", "[Red, Blue]", "Red it is."])
        }
        let history = try await world.store.history(of: before.id)
        #expect(history.map(\.turn) == [1, 2])
        #expect(try await world.store.customer(of: .customer("ana"))?.language == "en")
        let asked = try #require(before.session.open?.ids.last)
        #expect(try await world.store.origin(of: asked, in: .customer("ana"))?.step == "first")
        let later = Moment(milliseconds: Int(Date.now.timeIntervalSince1970 * 1_000))
        #expect(try await database.retention.forgetBubbles(before: later, limit: 9) > 0, "bubbles have got a time")
        #expect(try await database.layout() == Layout.newest)
    }

    @Test(arguments: layouts.dropLast()) func `before that a copy is made, which only an erasure takes away`(
        _ layout: String
    ) async throws {
        let path = try EarlierDatabase.make(layout)
        let copy = path + ".before-" + Layout.newest
        let operators = try SQLiteDatabase(path: path).operators
        let attributes = try FileManager.default.attributesOfItem(atPath: copy)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let queue = try DatabaseQueue(path: copy)
        #expect(try await queue.read { try Layout(of: $0).current } == layout)
        #expect(try await queue.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM sessions") } == 1)
        try queue.close()
        let erasure = try await operators.erase(customer: "ana")
        #expect(erasure.traces[.copies] != nil)
        #expect(!FileManager.default.fileExists(atPath: copy))
    }

    @Test func `an upgrade that was cut off halfway leaves the copy of the layout that it began with`() throws {
        let path = try EarlierDatabase.make("012")
        let pool = try DatabasePool(path: path)
        try LayoutCopy.make(of: pool, before: Layout.newest)
        try Migrations.migrator.migrate(pool, upTo: "013")
        try pool.close()
        _ = try SQLiteDatabase(path: path)
        let queue = try DatabaseQueue(path: path + ".before-" + Layout.newest)
        #expect(try queue.read { try Layout(of: $0).current } == "012", "the version that was there before can read it")
    }

    @Test func `a copy of the same layout is replaced by the newer one`() throws {
        let path = try EarlierDatabase.make("012")
        let pool = try DatabasePool(path: path)
        try LayoutCopy.make(of: pool, before: Layout.newest)
        try pool.write { try $0.execute(sql: "DELETE FROM history") }
        try LayoutCopy.make(of: pool, before: Layout.newest)
        let queue = try DatabaseQueue(path: path + ".before-" + Layout.newest)
        #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM history") } == 0)
    }

    @Test func `a command beside a server of an older version changes nothing, and says what to do`() throws {
        let path = try EarlierDatabase.make("003")
        let before = try Data(contentsOf: URL(filePath: path))
        #expect(throws: StorageError.tooOld(path, layout: "003", wanted: Layout.newest)) {
            try SQLiteDatabase(path: path, isOwner: false)
        }
        #expect(throws: StorageError.tooOld(path, layout: "003", wanted: Layout.newest)) {
            try SQLiteDatabase(path: path, isOwner: false)
        }
        let queue = try DatabaseQueue(path: path)
        #expect(try queue.read { try Layout(of: $0).current } == "003")
        #expect(!FileManager.default.fileExists(atPath: path + ".before-" + Layout.newest))
        #expect(before.count <= (try Data(contentsOf: URL(filePath: path)).count))
    }

    @Test func `a database that is new has no copy`() throws {
        let path = EarlierDatabase.place()
        _ = try SQLiteDatabase(path: path)
        let names = try FileManager.default.contentsOfDirectory(
            atPath: URL(filePath: path).deletingLastPathComponent().path)
        #expect(names.allSatisfy { !$0.contains(".before-") })
    }
}
