import AppleMessages
import AppleSimulator
import Channels
import Concurrency
import ConversationRuntime
import CurlClient
import Diagnostics
import Expressions
import FlowCompiler
import FlowModel
import Foundation
import GRDB
import SQLStorage
import SQLiteStorage
import ServerDoctor
import TestSupport
import Testing

@testable import Server

/// The results of `usher doctor`, for a real server with a simulated Apple.
@Suite struct DoctorTests {
    @Test func `a server that runs well is found to`() async throws {
        try await TestServer.run { server in
            let found = await doctor(server).examine(try Fixtures.compilation())
            // The shop has a flow with a warning, and no backup has been made.
            #expect(
                found.map(\.subject) == [
                    "settings", "flows", "database", "backup", "disk", "open files", "Apple", "clock", "server",
                ], "\(found)")
            #expect(
                found.map(\.verdict) == [.good, .warning, .good, .warning, .good, .good, .good, .good, .good],
                "\(found)")
        }
    }

    @Test func `a clock that is off is told`() async throws {
        try await TestServer.run { server in
            let found = await doctor(server, ahead: 600).examine(try Fixtures.compilation())
            let clock = try #require(found.first { $0.subject == "clock" })
            #expect(clock.verdict == .bad)
            #expect(clock.finding.contains("seconds ahead of that of Apple"))
        }
    }

    @Test func `what is missing is told, each with what to do`() async throws {
        let folder = try TemporaryFolder()
        var settings = ServerSettings()
        settings.port = 9
        settings.storagePath = folder.path + "/usher.sqlite"
        settings.apple = AppleSettings(
            gateway: "http://127.0.0.1:9/v1", mspID: Account.mspID, secret: Account.secret)
        settings.warnings = ["Config/usher.yaml:3: `apple.secret` holds a secret"]
        let found = await machine(settings).examine(nil)
        #expect(
            found.map(\.subject) == ["settings", "flows", "database", "disk", "open files", "Apple", "server"])
        #expect(found.map(\.verdict) == [.warning, .bad, .good, .good, .good, .bad, .good])
        #expect(found.filter { $0.verdict == .bad }.allSatisfy { $0.advice != nil })
    }

    @Test func `published flows that cannot be read are not taken for missing ones`() async throws {
        var settings = ServerSettings()
        settings.port = 9
        let found = await Doctor(settings: settings, environment: [:]).examine(nil, published: "9f3a12c4d5e6")
        let flows = try #require(found.first { $0.subject == "flows" })
        #expect(flows.verdict == .bad)
        #expect(flows.finding == "files of the published version 9f3a12c4d5e6 cannot be read")
    }

    @Test func `a database that is none is told`() async throws {
        let folder = try TemporaryFolder()
        var settings = ServerSettings()
        settings.port = 9
        settings.storagePath = folder.path + "/usher.sqlite"
        try Data("this is no database, however long one looks at it".utf8).write(
            to: URL(filePath: settings.storagePath))
        let found = await Doctor(settings: settings, environment: [:]).examine(nil)
        let database = try #require(found.first { $0.subject == "database" })
        #expect(database.verdict == .bad)
        #expect(database.finding.contains("cannot be used as a database"))
    }

    @Test func `a database that has gone and a full disk are told`() async throws {
        let folder = try TemporaryFolder()
        var settings = ServerSettings()
        settings.port = 9
        settings.storagePath = folder.path + "/usher.sqlite"
        do { _ = try SQLiteDatabase(path: settings.storagePath) }
        try FileManager.default.moveItem(atPath: settings.storagePath, toPath: settings.storagePath + ".away")
        let found = await Doctor(settings: settings, environment: [:], freeSpace: { _ in 1_000 }).examine(nil)
        let database = try #require(found.first { $0.subject == "database" })
        #expect(database.verdict == .bad && database.finding.contains("is missing or empty"))
        #expect(database.advice?.contains("usher serve --new-database") == true)
        let disk = try #require(found.first { $0.subject == "disk" })
        #expect(disk.verdict == .bad && disk.finding.contains("the disk is full: 1 KB are free"))
        #expect(!FileManager.default.fileExists(atPath: settings.storagePath))
    }

    @Test func `the number of the layout is told, and that an older one will be brought up to date`() async throws {
        let folder = try TemporaryFolder()
        var settings = ServerSettings()
        settings.port = 9
        settings.storagePath = folder.path + "/usher.sqlite"
        do { _ = try SQLiteDatabase(path: settings.storagePath) }
        let doctor = Doctor(settings: settings, environment: [:])
        let new = try #require(await doctor.examine(nil).first { $0.subject == "database" })
        #expect(new.finding.contains(/with layout \d\d\d/))
        let queue = try DatabaseQueue(path: settings.storagePath)
        try await queue.write { db in
            try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier > '003'")
        }
        try queue.close()
        let old = try #require(await doctor.examine(nil).first { $0.subject == "database" })
        #expect(old.verdict == .good)
        #expect(old.finding.contains("has the layout 003; the first start of this version migrates it to"))
    }

    @Test func `a key that is missing, or another one, is told`() async throws {
        let folder = try TemporaryFolder()
        var settings = ServerSettings()
        settings.port = 9
        settings.storagePath = folder.path + "/usher.sqlite"
        #expect(settings.lacksKey(for: []) == nil)
        #expect(settings.lacksKey(for: ["shop/plate"])?.contains("USHER_STORAGE_KEY") == true)
        _ = try SQLiteDatabase(path: settings.storagePath, key: .random())
        settings.storageKey = .random()
        #expect(settings.lacksKey(for: ["shop/plate"]) == nil)
        let found = await Doctor(settings: settings, environment: [:]).examine(nil)
        let database = try #require(found.first { $0.subject == "database" })
        #expect(database.verdict == .bad && database.finding.contains("another `storage.key`"))
    }

    @Test func `a secret that an action needs is asked for by its variable`() async throws {
        let actions = """
            hosts: [api.example.com]
            actions:
              ping:
                get: https://api.example.com/ping
                headers:
                  Authorization: Bearer {secret.shop_token}
                examples:
                  ok:
            """
        let compilation = try Fixtures.compilation(actions: actions)
        var settings = ServerSettings()
        settings.port = 9
        let without = await Doctor(settings: settings, environment: [:]).examine(compilation)
        let calls = try #require(without.first { $0.subject == "calls" })
        #expect(calls.verdict == .bad)
        #expect(calls.finding.contains("USHER_SECRET_SHOP_TOKEN"))
        let with = await Doctor(settings: settings, environment: ["USHER_SECRET_SHOP_TOKEN": "x"]).examine(compilation)
        #expect(with.first { $0.subject == "calls" }?.verdict == .good)
    }

    @Test func `a webhook of our own goes the way of Apple's, and begins no conversation`() async throws {
        try await TestServer.run { server in
            let found = await doctor(server, publicURL: server.url).examine(try Fixtures.compilation())
            let webhook = try #require(found.last)
            #expect(webhook.subject == "webhook" && webhook.verdict == .good, "\(webhook)")
            let accepted = "a signed test webhook was accepted at \(server.url)/message"
            #expect(webhook.finding == "\(accepted): a typing indicator, for which nothing is stored")
            let database = try SQLiteDatabase(path: server.databasePath, isOwner: false)
            #expect(try await database.operators.sessions(SessionFilter(), skipping: 0, limit: 1).isEmpty)
        }
    }

    @Test func `a webhook that does not come through is told, with the reason`() async throws {
        try await TestServer.run { server in
            let compilation = try Fixtures.compilation()
            let other = Data("another secret, as long as Apple's are".utf8)
            let refused = try #require(
                await doctor(server, publicURL: server.url, secret: other).examine(compilation).last)
            #expect(refused.verdict == .bad)
            #expect(refused.finding.contains("403 (the token is not signed with our secret)"))
            let lost = try #require(
                await doctor(server, publicURL: server.url + "/elsewhere").examine(compilation).last)
            #expect(lost.verdict == .bad && lost.finding.contains("/elsewhere/message responds 404"))
            let away = try #require(await doctor(server, publicURL: "http://127.0.0.1:9").examine(compilation).last)
            #expect(away.verdict == .warning && away.finding.contains("cannot be reached from this machine"))
        }
    }

    private func doctor(
        _ server: TestServer, ahead: TimeInterval = 0, publicURL: String? = nil, secret: Data = Account.secret
    ) async -> Doctor {
        var settings = ServerSettings()
        settings.port = URL(string: server.url)?.port ?? 0
        settings.storagePath = server.databasePath
        settings.apple = AppleSettings(
            gateway: (try? await server.simulator.gatewayURL) ?? "", mspID: Account.mspID, secret: secret)
        settings.publicURL = publicURL
        // The test's server has its own clock, by which it checks webhooks.
        let now = publicURL == nil ? Date() : Date(timeIntervalSince1970: Double(server.clock.now.seconds))
        return machine(settings) { now.addingTimeInterval(ahead) }
    }

    /// A doctor on a machine with room, and without a unit.
    private func machine(_ settings: ServerSettings, now: @escaping @Sendable () -> Date = { Date() }) -> Doctor {
        var doctor = Doctor(settings: settings, environment: [:], now: now, freeSpace: { _ in 9_000_000_000 })
        doctor.unitFolders = []
        doctor.openFiles = 65_536
        return doctor
    }
}
