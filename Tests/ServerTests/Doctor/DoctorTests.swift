import AppleMessages
import AppleSimulator
import CurlClient
import Diagnostics
import Expressions
import FlowCompiler
import FlowModel
import Foundation
import SQLiteStorage
import Testing

@testable import Server

/// What `usher doctor` finds, on a real server beside a simulated Apple.
@Suite struct DoctorTests {
    @Test func `a server that runs well is found to`() async throws {
        try await TestServer.run { server in
            let found = await doctor(server).examine(try Fixtures.compilation())
            // The shop has a flow with a warning.
            #expect(found.map(\.verdict) == [.good, .warning, .good, .good, .good, .good], "\(found)")
            #expect(
                found.map(\.subject) == ["settings", "flows", "database", "Apple", "clock", "server"], "\(found)")
        }
    }

    @Test func `a clock that is off is told`() async throws {
        try await TestServer.run { server in
            let found = await doctor(server, ahead: 600).examine(try Fixtures.compilation())
            let clock = try #require(found.first { $0.subject == "clock" })
            #expect(clock.verdict == .bad)
            #expect(clock.finding.contains("seconds ahead of Apple's"))
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
        let found = await Doctor(settings: settings, environment: [:]).examine(nil)
        #expect(found.map(\.subject) == ["settings", "flows", "database", "Apple", "server"])
        #expect(found.map(\.verdict) == [.warning, .bad, .good, .bad, .good])
        #expect(found.filter { $0.verdict == .bad }.allSatisfy { $0.advice != nil })
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

    @Test func `a key that is missing, or another one, is told`() async throws {
        let folder = try TemporaryFolder()
        var settings = ServerSettings()
        settings.port = 9
        settings.storagePath = folder.path + "/usher.sqlite"
        #expect(settings.lacksKey(for: []) == nil)
        #expect(settings.lacksKey(for: ["shop/plate"])?.contains("USHER_STORAGE_KEY") == true)
        _ = try SQLiteSessionStore(path: settings.storagePath, key: .random())
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

    private func doctor(_ server: TestServer, ahead: TimeInterval = 0) async -> Doctor {
        var settings = ServerSettings()
        settings.port = URL(string: server.url)?.port ?? 0
        settings.storagePath = server.database
        settings.apple = AppleSettings(
            gateway: (try? await server.simulator.gatewayURL) ?? "", mspID: Account.mspID, secret: Account.secret)
        return Doctor(settings: settings, environment: [:]) { Date(timeIntervalSinceNow: ahead) }
    }
}
