import AppleMessages
import Channels
import Concurrency
import ConversationRuntime
import CurlClient
import Foundation
import Logging
import SQLStorage
import SQLiteStorage
import ServerMetrics
import TestSupport

@testable import Server

/// A server with two bots, each with a provider at Apple of its own: the server's own, which lists no business, and
/// `barber`, which lists one.
struct TwoBots: Sendable {
    static let business = "b7c1d1a0-barber"
    static let mspID = "barber-msp"
    static let secret = Data((0..<32).map { UInt8(100 + $0) })
    static let token = "the token of the barber"

    let url: String
    let client: CurlClient
    let log: LogRecorder
    let own: SQLiteDatabase
    let barber: SQLiteDatabase

    /// Runs the server while `work` runs.
    static func run(_ work: @Sendable (TwoBots) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let log = LogRecorder()
        let client = CurlClient(patience: .seconds(300))
        let registry = MetricsRegistry()
        let context = ServerContext(
            client: client, clock: TurnableClock(standingAt: Account.now), logger: log.logger, registry: registry)
        let own = try SQLiteDatabase(path: folder.file("usher.sqlite"))
        let barber = try SQLiteDatabase(path: folder.file("barber.sqlite"))
        let bots = try [
            hosted(settings(.main, Account.mspID, Account.secret, nil, Account.operatorToken), own, context),
            hosted(
                settings(BotName("barber") ?? .main, mspID, secret, [business], token), barber, context),
        ]
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let server = UsherServer(bots, in: context) { listening.yield($0) }
        try await TestServer.whileRunning(server.services, logger: log.logger) { _ in
            let url = "http://127.0.0.1:\(await ports.first { _ in true } ?? 0)"
            try await work(TwoBots(url: url, client: client, log: log, own: own, barber: barber))
        }
        await client.shutdown()
    }

    private static func settings(
        _ name: BotName, _ mspID: String, _ secret: Data, _ ids: Set<String>?, _ token: String
    ) -> ServerSettings {
        var settings = ServerSettings()
        settings.bot = name
        settings.port = 0
        settings.adminToken = token
        settings.publicURL = "https://\(name).example.com"
        settings.apple = AppleSettings(
            gateway: "http://127.0.0.1:9", mspID: mspID, secret: secret, businessIDs: ids)
        return settings
    }

    private static func hosted(
        _ settings: ServerSettings, _ database: SQLiteDatabase, _ context: ServerContext
    ) throws -> HostedBot {
        var context = context
        context.registry = context.registry.part("bot", settings.bot.text)
        return HostedBot(
            settings: settings, bot: try Fixtures.bot(), pictures: [:], stores: database.stores, in: context)
    }

    func post(_ webhook: Webhook) async throws -> Webhook.Answer {
        Webhook.Answer(try await client.send(webhook.request(to: url + "/message")))
    }

    /// Requests a page as a browser does that has found the server under this host.
    func get(_ path: String, host: String? = nil, token: String? = nil) async throws -> Webhook.Answer {
        var request = HTTPRequest.patient("GET", url + path)
        if let host { request.headers.append(HTTPHeader(name: "Host", value: host)) }
        if let token { request.headers.append(HTTPHeader(name: "Authorization", value: "Bearer \(token)")) }
        return Webhook.Answer(try await client.send(request))
    }

    /// The number of sessions of each bot.
    var sessions: [Int] {
        get async throws {
            var counts: [Int] = []
            for database in [own, barber] {
                counts.append(try await database.operators.sessions(SessionFilter(), skipping: 0, limit: 9).count)
            }
            return counts
        }
    }
}
