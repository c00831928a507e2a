import Channels
import ConversationRuntime
import Databases
import Expressions
import Foundation
import SQLiteStorage
import Storage
import Synchronization
import Testing

@testable import SQLStorage

/// Moves that are refused or interrupted change nothing, and what was moved is served from one place.
@Suite(.enabled(if: MoveWorld.address != nil, "there is no PostgreSQL server"))
struct MoveRefusalTests {
    private func fill(_ world: MoveWorld) async throws {
        try await world.open(world.file).perform { try MovedRows.fill($0) }
    }

    /// Requires that a move is refused with these words, and that nothing has changed.
    private func expectRefusal(
        _ world: MoveWorld, _ words: String..., isTemporary: Bool = false, key: StorageKey? = nil, hasKey: Bool = true,
        whileServed: Bool = false
    ) async throws {
        let before = try await world.dump(world.file)
        let error = try #require(await world.refusal(world.file, world.server, key: key, hasKey: hasKey))
        for word in words { #expect(error.description.contains(word), "\(error)") }
        #expect(error.isTemporary == isTemporary)
        #expect(try await world.dump(world.file) == before)
        if !whileServed { _ = try world.open(world.file) }
    }

    @Test func `a file that is not there`() async throws {
        try await MoveWorld.run { world in
            let error = try #require(await world.refusal(world.file, world.server))
            #expect(error.description.contains("there is no database at") && error.description.contains("storage.path"))
            guard case .file(let path) = world.file else { return }
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test func `a database without a bot`() async throws {
        try await MoveWorld.run { world in
            let error = try #require(await world.refusal(world.server, world.back))
            #expect(error.description.contains("has no data of a bot") && error.description.contains("storage.url"))
        }
    }

    @Test func `a file that a server uses`() async throws {
        try await MoveWorld.run { world in
            try await fill(world)
            let served = try world.open(world.file)
            try await expectRefusal(
                world, "is in use by a server", "stop the server first", isTemporary: true, whileServed: true)
            withExtendedLifetime(served) {}
        }
    }

    @Test func `a database that a server uses, on both sides`() async throws {
        try await MoveWorld.run { world in
            try await fill(world)
            let node = Node(name: "web-1", start: "a", version: "1")
            let data = try world.open(world.server)
            _ = try await data.nodes.register(node, for: .minutes(5), at: tenOClock)
            try await expectRefusal(world, "in use by the server web-1", "stop it first", isTemporary: true)
            let back = try #require(await world.refusal(world.server, world.back))
            #expect(back.description.contains("in use by the server web-1") && back.isTemporary)
            try await data.nodes.leave(node, at: tenOClock)
            try await world.move(world.file, world.server)
        }
    }

    @Test func `a target that is not empty`() async throws {
        try await MoveWorld.run { world in
            try await fill(world)
            _ = try world.open(world.server)
            try await world.change(
                world.server, "INSERT INTO chat_owners (name, customer) VALUES ('chat', 'ana')")
            try await expectRefusal(world, "is not empty", "`chat_owners`", "createdb")
            #expect(try await world.value(world.server, "SELECT COUNT(*) FROM chat_owners") == 1)
        }
    }

    @Test func `a target with a table of another program, beside which none is created`() async throws {
        try await MoveWorld.run { world in
            try await fill(world)
            try await world.runOnServer("CREATE TABLE foo (id integer)")
            try await expectRefusal(world, "is not empty", "not Usher's, such as `foo`", "createdb")
            #expect(try await world.tablesOnServer() == ["foo"])
        }
    }

    @Test func `a target with the tables of a bot and one of another program`() async throws {
        try await MoveWorld.run { world in
            try await fill(world)
            _ = try world.open(world.server)
            try await world.runOnServer("CREATE TABLE foo (id integer)")
            try await expectRefusal(world, "is not empty", "not Usher's, such as `foo`", "createdb")
        }
    }

    @Test func `a server that was started on the empty database before does not matter`() async throws {
        try await MoveWorld.run { world in
            try await fill(world)
            let before = try await world.dump(world.file)
            _ = try world.open(world.server)
            try await world.change(world.server, "INSERT INTO flow_versions (hash, kept_at) VALUES ('abc', 1)")
            try await world.change(world.server, "INSERT INTO running_flows (id, version, since) VALUES (1, 'abc', 1)")
            try await world.move(world.file, world.server)
            #expect(try await world.dump(world.server) == before)
        }
    }

    @Test func `another key, and none`() async throws {
        try await MoveWorld.run { world in
            try await fill(world)
            try await expectRefusal(world, "`storage.key` does not open", key: .random())
            try await expectRefusal(world, "`storage.key` is not set", hasKey: false)
            let next = StorageKey.random()
            try await world.move(world.file, world.server, key: next.replacing([world.key]))
            #expect(throws: StorageError.self) { try world.server.open(StorageUse(isServer: false, key: next)) }
            _ = try world.open(world.server)
        }
    }

    @Test func `a text that PostgreSQL cannot hold, by table and row`() async throws {
        try await MoveWorld.run { world in
            try await fill(world)
            try await world.change(
                world.file, "UPDATE chat_customers SET name = 'A' || char(0) || 'na' WHERE id = ?",
                ["chat_customers.id 3"])
            try await expectRefusal(world, "`name`", "`chat_customers`", "id `chat_customers.id 3`", "U+0000")
            #expect(try await world.isEmpty(world.server))
        }
    }

    @Test func `data that were moved already, and the file that they would come back to`() async throws {
        try await MoveWorld.run { world in
            try await fill(world)
            try await world.move(world.file, world.server)
            let again = try #require(await world.refusal(world.file, world.server))
            #expect(
                again.description.contains("was moved to postgresql://") && again.description.contains("storage.url"))
            let back = try #require(await world.refusal(world.server, world.file))
            #expect(back.description.contains("is not empty") && back.description.contains("storage.path"), "\(back)")
            try await world.move(world.server, world.back)
            let third = try #require(await world.refusal(world.back, world.server))
            #expect(third.description.contains("is not empty") && third.description.contains("it was moved to"))
        }
    }

    @Test func `servers refuse what was moved, and commands read it`() async throws {
        try await MoveWorld.run { world in
            try await fill(world)
            try await world.move(world.file, world.server)
            let error = #expect(throws: StorageError.self) { try world.open(world.file) }
            #expect(error?.description.contains("usher move postgresql-to-sqlite") == true)
            #expect(error?.isTemporary == false)
            let old = try world.open(world.file, isServer: false)
            #expect(old.moved?.at == tenOClock)
            #expect(
                try await old.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM sessions") } == MovedRows.count)

            let data = try world.open(world.server)
            #expect(data.moved == nil)
            try await world.move(world.server, world.back)
            let other = #expect(throws: StorageError.self) { try world.open(world.server) }
            #expect(
                other?.description.contains("usher move sqlite-to-postgresql") == true, "\(other?.description ?? "")")
            // One that was opened before the move does not begin to work, either.
            await #expect(throws: StoreTrouble.self) {
                try await data.nodes.register(
                    Node(name: "late", start: "a", version: "1"), for: .seconds(9), at: tenOClock)
            }
            #expect(try world.open(world.back).moved == nil)
        }
    }

    @Test func `a move that is refused or fails leaves no file that was not there`() async throws {
        try await MoveWorld.run { world in
            try await fill(world)
            try await world.move(world.file, world.server)
            let created = { () throws -> [String] in
                try FileManager.default.subpathsOfDirectory(atPath: world.folder.path).filter { $0.contains("back") }
            }
            let node = Node(name: "web-1", start: "a", version: "1")
            let data = try world.open(world.server)
            _ = try await data.nodes.register(node, for: .minutes(5), at: tenOClock)
            let back = try #require(await world.refusal(world.server, world.back))
            #expect(back.description.contains("in use by the server web-1"))
            #expect(try created() == [])
            try await data.nodes.leave(node, at: tenOClock)
            for step in [1, MovedTable.all.count + 1] {
                #expect(await interrupt(world, world.server, world.back, at: step))
                #expect(try created() == [])
            }
            #expect(await interrupt(world, world.server, world.back, at: MovedTable.all.count + 2))
            #expect(try created().contains("back.sqlite"), "it has the data")
            #expect(try await world.move(world.server, world.back).wasInterrupted)
        }
    }

    @Test func `an empty file that was there before a refused move stays`() async throws {
        try await MoveWorld.run { world in
            try await fill(world)
            try await world.move(world.file, world.server)
            _ = try world.open(world.back)
            #expect(await interrupt(world, world.server, world.back, at: 1))
            guard case .file(let path) = world.back else { return }
            #expect(FileManager.default.fileExists(atPath: path))
        }
    }

    // MARK: Interruptions

    private struct Interrupted: Error {}

    /// Interrupts a move at its nth step.
    private func interrupt(_ world: MoveWorld, _ source: StoragePlace, _ target: StoragePlace, at step: Int) async
        -> Bool
    {
        let steps = Mutex(0)
        let error = await world.refusal(source, target) { _ in
            let number = steps.withLock { steps in
                steps += 1
                return steps
            }
            if number == step { throw Interrupted() }
        }
        return error != nil
    }

    @Test func `an interrupted move leaves the target empty and the source as it was, wherever it stops`() async throws
    {
        try await MoveWorld.run { world in
            try await fill(world)
            let before = try await world.dump(world.file)
            // Each table has one page here; the last steps are `target` and `source`.
            for step in [1, 2, 9, 20, MovedTable.all.count, MovedTable.all.count + 1] {
                #expect(await interrupt(world, world.file, world.server, at: step))
                #expect(try await world.dump(world.file) == before)
                #expect(try await world.isEmpty(world.server))
                #expect(try world.open(world.file).moved == nil)
            }
            try await world.move(world.file, world.server)
            for step in [1, 15, MovedTable.all.count + 1] {
                #expect(await interrupt(world, world.server, world.back, at: step))
                #expect(try await world.dump(world.server) == before)
                #expect(try await world.isEmpty(world.back))
                #expect(try world.open(world.server).moved == nil)
            }
            try await world.move(world.server, world.back)
            #expect(try await world.dump(world.back) == before)
        }
    }

    @Test func `a move that stops before the source is marked is completed by the next`() async throws {
        try await MoveWorld.run { world in
            try await fill(world)
            let before = try await world.dump(world.file)
            #expect(await interrupt(world, world.file, world.server, at: MovedTable.all.count + 2))
            #expect(try world.open(world.file).moved == nil)
            let report = try await world.move(world.file, world.server)
            #expect(report.wasInterrupted)
            #expect(try await world.dump(world.server) == before)
            #expect(throws: StorageError.self) { try world.open(world.file) }
        }
    }

    @Test func `if one of both was used in the meantime, the move is refused`() async throws {
        try await MoveWorld.run { world in
            try await fill(world)
            #expect(await interrupt(world, world.file, world.server, at: MovedTable.all.count + 2))
            try await world.change(world.file, "DELETE FROM tokens WHERE channel = 'tokens.channel 1'")
            try await expectRefusal(world, "they differ now", "one of the two has been in use")
        }
    }

    @Test func `files of an interrupted move are removed from the target`() async throws {
        try await MoveWorld.run { world in
            do {
                let data = try world.open(world.file)
                try await data.perform { try $0.execute(sql: MoveWorld.session) }
                let path = "\(data.content.workFolder)/one"
                try Data("a picture".utf8).write(to: URL(filePath: path))
                _ = try await data.content.keep(
                    NewContent(
                        id: "f", conversation: ConversationKey(channel: "apple", customer: "ana", business: "b"),
                        name: "photo.jpg", kind: "image/jpeg", storedAt: tenOClock, expiresAt: tenOClock + .days(30)),
                    from: path)
            }
            let seen = Mutex(0)
            let error = await world.refusal(world.file, world.server) { step in
                guard step == "target" else { return }
                seen.withLock { $0 = world.files(of: world.server).count }
                throw Interrupted()
            }
            #expect(error != nil && seen.withLock { $0 } == 1)
            #expect(world.files(of: world.server).isEmpty)
            #expect(world.files(of: world.file).count == 1)
        }
    }
}
