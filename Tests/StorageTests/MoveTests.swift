import Channels
import ConversationRuntime
import Databases
import Expressions
import Foundation
import SQLiteStorage
import Storage
import Testing

@testable import SQLStorage

/// Everything that a bot keeps is carried from one database to another.
@Suite(.enabled(if: MoveWorld.address != nil, "there is no PostgreSQL server"))
struct MoveTests {
    /// A file with rows in every table.
    private func fill(_ world: MoveWorld) async throws {
        try await world.open(world.file).perform { try MovedRows.fill($0) }
    }

    @Test func `every row of every table arrives, and comes back`() async throws {
        try await MoveWorld.run { world in
            try await fill(world)
            let before = try await world.dump(world.file)
            #expect(before.values.allSatisfy { !$0.isEmpty }, "a table is not tried")
            let report = try await world.move(world.file, world.server)
            #expect(report.counts.contains(MoveReport.Count("conversations", MovedRows.count)))
            #expect(!report.wasInterrupted)
            #expect(try await world.dump(world.server) == before)
            try await world.move(world.server, world.back)
            #expect(try await world.dump(world.back) == before)
            #expect(try await world.value(world.back, "SELECT bytes FROM content_total") > 0)
        }
    }

    /// A table that is added to a layout must be moved, or be named among those that are left.
    @Test func `the tables of both databases are known`() async throws {
        try await MoveWorld.run { world in
            for place in [world.file, world.server] {
                let tables = try await world.open(place).read { Set(try TableShape.all($0).keys) }
                #expect(tables.subtracting(MovedTable.left) == Set(MovedTable.all.map(\.name)))
            }
            let shapes = try await [world.file, world.server].asyncMap { place in
                try await world.open(place, isServer: false).read { try TableShape.all($0) }
            }
            for table in MovedTable.all { #expect(shapes[0][table.name] == shapes[1][table.name], "\(table.name)") }
        }
    }

    @Test func `a table that is not known is refused, and nothing is moved`() async throws {
        try await MoveWorld.run { world in
            try await fill(world)
            try await world.change(world.file, "CREATE TABLE novelties (id INTEGER PRIMARY KEY) STRICT")
            let error = await world.refusal(world.file, world.server)
            #expect(error?.description.contains("novelties") == true)
            #expect(try await world.isEmpty(world.server))
        }
    }

    @Test func `numbers continue above the largest that was ever given`() async throws {
        try await MoveWorld.run { world in
            try await fill(world)
            try await world.change(world.file, "INSERT INTO notices (id, at) VALUES (70, 1)")
            try await world.change(world.file, "DELETE FROM notices WHERE id = 70")
            try await world.move(world.file, world.server)
            try await world.change(world.server, "INSERT INTO notices (at) VALUES (2)")
            #expect(try await world.value(world.server, "SELECT MAX(id) FROM notices") == 71)
            try await world.change(world.server, "INSERT INTO history (\(Self.turn)")
            #expect(try await world.value(world.server, "SELECT MAX(id) FROM history") == MovedRows.count + 1)
            try await world.change(world.server, "DELETE FROM notices WHERE id = 71")
            try await world.move(world.server, world.back)
            try await world.change(world.back, "INSERT INTO notices (at) VALUES (3)")
            #expect(try await world.value(world.back, "SELECT MAX(id) FROM notices") == 72)
        }
    }

    private static let turn =
        "session_id, turn, at, version, event, effects) VALUES (1, 9, 1, '1', '{}', '[]')"

    @Test func `what servers have claimed is free, and messages may be tried when the first of them may`() async throws
    {
        try await MoveWorld.run { world in
            try await fill(world)
            try await world.move(world.file, world.server)
            try await world.change(
                world.server, "UPDATE lanes SET owner = 'web-1', epoch = 7, due = 999999999999999 WHERE session_id < 3")
            // Everything of the third has been sent.
            try await world.change(world.server, "UPDATE lanes SET sent = 2, due = NULL WHERE session_id = 3")
            for table in ["timers", "calls"] {
                try await world.change(
                    world.server, "UPDATE \(table) SET claimed_by = 'web-1', claimed_until = 999999999999999")
            }
            try await world.move(world.server, world.back)
            let data = try world.open(world.back)
            let lanes = try await data.read {
                try Row.fetchAll($0, sql: "SELECT owner, epoch, due FROM lanes ORDER BY session_id")
            }
            #expect(lanes.map(\.values)[..<2] == [[nil, 7, 1_000], [nil, 7, 2_000]])
            #expect(lanes[2].values[2] == nil)
            for table in ["timers", "calls"] {
                #expect(
                    try await world.value(
                        world.back,
                        "SELECT COUNT(*) FROM \(table) WHERE claimed_by IS NULL AND claimed_until IS NULL")
                        == MovedRows.count)
            }
        }
    }

    @Test func `a file of an earlier layout is migrated first`() async throws {
        try await MoveWorld.run { world in
            let sql = try String(
                contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                    .appending(path: "ConversationRuntimeTests/Layouts/019.sql"), encoding: .utf8)
            try EarlierFile.make(world.file, sql)
            let report = try await world.move(world.file, world.server)
            #expect(report.counts.contains(MoveReport.Count("messages waiting", 2)))
            let lanes = try await world.open(world.server, isServer: false).read {
                try Row.fetchAll($0, sql: "SELECT next, sent, owner FROM lanes")
            }
            #expect(lanes == [Row([3, 0, nil])])
        }
    }

    @Test func `files come along, sealed ones with their keys`() async throws {
        try await MoveWorld.run { world in
            let words = ["a picture", "a secret"]
            do {
                let data = try world.open(world.file)
                try await data.perform { try $0.execute(sql: MoveWorld.session) }
                for (number, text) in words.enumerated() {
                    let path = "\(data.content.workFolder)/\(number)"
                    try Data(text.utf8).write(to: URL(filePath: path))
                    var content = NewContent(
                        id: "f-\(number)",
                        conversation: ConversationKey(channel: "apple", customer: "ana", business: "b"),
                        name: "photo.jpg", kind: "image/jpeg", storedAt: tenOClock, expiresAt: tenOClock + .days(30))
                    content.isPrivate = number == 1
                    _ = try await data.content.keep(content, from: path)
                }
            }
            let report = try await world.move(world.file, world.server)
            #expect(report.files == 2 && report.missing == 0)
            #expect(world.files(of: world.server).count == 2)
            try await world.move(world.server, world.back)
            for place in [world.server, world.back] {
                let data = try world.open(place, isServer: false)
                for (number, text) in words.enumerated() {
                    let content = try #require(try await data.content.content("f-\(number)"))
                    var found = Data()
                    try await data.content.read(content) { found += $0 }
                    #expect(found == Data(text.utf8))
                }
            }
        }
    }
}

extension Array {
    /// The results of work on each element, one after another.
    fileprivate func asyncMap<Result>(_ work: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await work(element)) }
        return results
    }
}
