import AppleSimulator
import Channels
import Concurrency
import ConversationRuntime
import Expressions
import FlowCompiler
import FlowEngine
import FlowPublishing
import Foundation
import GRDB
import JSON
import MessageModel
import SQLStorage
import SQLiteStorage
import TestSupport
import Testing

@testable import Server

/// A running server activates versions that are published by another process.
@Suite struct TakeoverTests {
    @Test func `published flows answer from the next look on, and no event is answered by two versions`() async throws {
        let folder = try TemporaryFolder()
        let shops = try (0..<4).map { try NumberedShop(number: 1_000 + $0).sources(in: folder) }
        var setup = TestServer.Setup(project: shops[0])
        setup.operatorToken = nil
        try await TestServer.run(setup) { server in
            let phones = try (0..<8).map { _ in try Phone(on: server) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for phone in phones {
                    group.addTask {
                        for _ in 0..<12 { _ = try await server.simulator.send(text: "On", from: phone.device.id) }
                    }
                }
                for number in [1, 2, 3, 1, 2] {
                    let version = try shops[number].version()
                    let publication = try await server.database.versions.publish(
                        version, pictures: [:], at: server.clock.now, by: "ana", note: "")
                    try await poll(
                        after: { server.clock.turn(by: .milliseconds(100)) },
                        until: {
                            try await server.database.versions.running()?.publication == publication.number
                        })
                    #expect(server.conversations.version == version.hash)
                }
                try await group.waitForAll()
            }
            await server.untilQuiet()
            let sessions = try await server.database.operators.sessions(SessionFilter(), skipping: 0, limit: 99)
            #expect(sessions.count == phones.count)
            let numbers = Dictionary(
                uniqueKeysWithValues: shops.enumerated().map { ($0.element.files.version, 1_000 + $0.offset) })
            var seen: Set<Int> = []
            for session in sessions {
                let history = try await server.database.sessions.history(of: session.id)
                #expect(history.count == 12, "every event was answered")
                for entry in history {
                    let number = try #require(numbers[entry.version])
                    seen.insert(number)
                    let words = try (entry.effects.array ?? []).map { try Effect(json: $0) }.compactMap(\.text)
                    #expect(words.allSatisfy { $0 == "\(number)" }, "\(words)")
                }
            }
            #expect(seen.count > 1)
            #expect(
                try await server.database.versions.version(shops[0].files.version) != nil,
                "what ran first was kept, too")
        }
    }

    @Test func `what could not be told of a takeover is told at the next look`() async throws {
        let folder = try TemporaryFolder()
        let shops = try (1...2).map { try NumberedShop(number: $0).sources(in: folder) }
        try await TestServer.run(.init(project: shops[0])) { server in
            var configuration = Configuration()
            configuration.busyMode = .timeout(30)
            let database = try DatabaseQueue(path: server.databasePath, configuration: configuration)
            try await database.write { db in
                try db.execute(
                    sql: """
                        CREATE TRIGGER mute BEFORE INSERT ON running_flows BEGIN SELECT RAISE(ABORT, 'not now'); END
                        """)
            }
            let publication = try await server.database.versions.publish(
                shops[1].version(), pictures: [:], at: server.clock.now, by: "ana", note: "")
            await poll(
                after: { server.clock.turn(by: .milliseconds(100)) },
                until: {
                    server.log.lines.contains(where: { $0.contains("could not read the published version") })
                })
            try await database.write { try $0.execute(sql: "DROP TRIGGER mute") }
            try database.close()
            try await poll(
                after: { server.clock.turn(by: .milliseconds(100)) },
                until: {
                    try await server.database.versions.running()?.publication == publication.number
                })
            #expect(server.conversations.version == shops[1].files.version)
        }
    }

    @Test func `what could not be told at the start is told at the next look, with what can be gone back to`()
        async throws
    {
        let folder = try TemporaryFolder()
        let shop = try NumberedShop(number: 1).sources(in: folder)
        let path = folder.path + "/usher.sqlite"
        _ = try SQLiteDatabase(path: path)
        var configuration = Configuration()
        configuration.busyMode = .timeout(30)
        let database = try DatabaseQueue(path: path, configuration: configuration)
        try await database.write { db in
            try db.execute(
                sql: """
                    CREATE TRIGGER mute BEFORE INSERT ON running_flows BEGIN SELECT RAISE(ABORT, 'not now'); END;
                    CREATE TRIGGER lose BEFORE INSERT ON flow_versions BEGIN SELECT RAISE(ABORT, 'not now'); END
                    """)
        }
        var setup = TestServer.Setup(project: shop)
        setup.folder = folder
        try await TestServer.run(setup) { server in
            await poll(
                after: { server.clock.turn(by: .milliseconds(100)) },
                until: {
                    server.log.lines.count(where: { $0.contains("could not record the running version") }) >= 2
                })
            #expect(try await server.database.versions.running() == nil)
            try await database.write { try $0.execute(sql: "DROP TRIGGER mute; DROP TRIGGER lose") }
            try database.close()
            try await poll(
                after: { server.clock.turn(by: .milliseconds(100)) },
                until: {
                    try await server.database.versions.running() != nil
                })
            #expect(try await server.database.versions.running()?.version == shop.files.version)
            #expect(try await server.database.versions.version(shop.files.version) != nil)
        }
    }

    @Test func `a first publication that another server rejects is taken back here, too`() async throws {
        let folder = try TemporaryFolder()
        let shops = try (1...2).map { try NumberedShop(number: $0).sources(in: folder) }
        try await TestServer.run(.init(project: shops[0])) { server in
            let publication = try await server.database.versions.publish(
                try shops[1].version(), pictures: [:], at: server.clock.now, by: "ana", note: "")
            try await poll(
                after: { server.clock.turn(by: .milliseconds(100)) },
                until: { try await server.database.versions.running()?.publication == publication.number })
            try await server.database.versions.refuse(publication.number, because: "no secret")
            try await poll(
                after: { server.clock.turn(by: .milliseconds(100)) },
                until: { try await server.database.versions.running()?.publication == nil })
            #expect(server.conversations.version == shops[0].files.version)
            #expect(server.log.lines.contains { $0.contains("previous version active again") })
        }
    }

    @Test func `what cannot run here is refused, and those before go on`() async throws {
        let folder = try TemporaryFolder()
        let shop = try NumberedShop(number: 1).sources(in: folder)
        try await TestServer.run(.init(project: shop)) { server in
            let phone = try Phone(on: server)
            var broken = try NumberedShop(number: 2).sources(in: folder).version()
            for place in broken.files.indices where broken.files[place].path == "Flows/shop.yaml" {
                broken.files[place].content = Array("flow: shop\nsteps:\n".utf8)
            }
            let publication = try await server.database.versions.publish(
                broken, pictures: [:], at: server.clock.now, by: "ana", note: "")
            try await poll(
                after: { server.clock.turn(by: .milliseconds(100)) },
                until: {
                    try await server.database.versions.refusal(of: publication.number) != nil
                })
            #expect(server.log.lines.contains { $0.contains("publication rejected") })
            #expect(try await server.database.versions.publication() == nil)
            #expect(server.conversations.version == shop.files.version)
            try await phone.says("hello", shows: ["1", "1", "1", "quick-reply: On, Off"])
        }
    }
}

extension Effect {
    /// The content of a text message.
    fileprivate var text: String? {
        if case .send(let outgoing) = self, case .text(let text) = outgoing.message { text } else { nil }
    }
}
