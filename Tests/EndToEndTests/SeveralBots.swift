import AppleSimulator
import CurlClient
import Expressions
import Foundation
import JSON
import Testing

/// A second bot, `barber`, in a folder beside a world's shop: another business, at another host, with secrets of its own.
struct SeveralBots: Sendable {
    static let business = BusinessID("9c1e44f0-6a1b-4c0e-8f0d-2b7d5d0c4a77")
    static let token = "only for the barber"
    private static let mspID = "barber-provider"

    let world: World
    private let secret = key()
    private let storageKey = key()

    /// The host of the barber. The shop has that of the world, `127.0.0.1`.
    var barber: String { "http://localhost:\(world.serverPort)" }
    var shop: String { "http://127.0.0.1:\(world.serverPort)" }

    var folder: URL { world.folder.appending(path: "bots/barber") }
    /// The settings of the barber, for commands.
    let config = "bots/barber/Config/usher.yaml"

    init(_ world: World) { self.world = world }

    private static func key() -> String {
        Data((0..<32).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
    }

    /// The settings of both beside those of the world.
    var settings: [String: String] {
        [
            "USHER_WEB_CHAT_ENABLED": "true", "USHER_BOT_BARBER_APPLE_SECRET": secret,
            "USHER_BOT_BARBER_STORAGE_KEY": storageKey, "USHER_BOT_BARBER_ADMIN_TOKEN": Self.token,
        ]
    }

    /// Writes the barber's project, and the server's settings, which name its folder.
    ///
    /// - Parameter more: lines of the barber's settings.
    func write(_ more: String = "") throws {
        try Self.write(Self.bot, "Flows/bot.yaml", in: folder)
        try Self.write(Self.flow, "Flows/chair.yaml", in: folder)
        let settings = """
            apple:
              msp_id: \(Self.mspID)
              business_ids: \(Self.business)
            server:
              public_url: \(barber)
            web_chat:
              enabled: true
            content:
              max_size: 2 KB
              quota: 2 KB
            \(more)
            """
        try Self.write(settings, "Config/usher.yaml", in: folder)
        try Self.write("bots:\n  path: bots\n", "Config/usher.yaml", in: world.folder)
    }

    static func write(_ text: String, _ file: String, in folder: URL) throws {
        let place = folder.appending(path: file)
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: place, atomically: true, encoding: .utf8)
    }

    /// Registers the business of the barber with the simulated Apple.
    func register() async throws {
        try await world.simulator.register(
            try Business(
                id: Self.business, mspID: Self.mspID, secret: secret, webhook: shop,
                redelivery: Business.Redelivery(attempts: 100, wait: .milliseconds(200))))
    }

    func startServer() async throws -> RunningProgram { try await world.startServer(with: settings) }

    /// Runs a command with the settings of the barber.
    func run(_ arguments: String..., with more: [String: String] = [:]) async throws -> Program.Result {
        let environment = ["USHER_STORAGE_PATH": world.database].merging(settings) { $1 }.merging(more) { $1 }
        return try await Program.run(
            arguments + ["--config", config], environment: environment, in: world.folder)
    }

    static let bot = """
        bot: Harbour Barbers
        zone: Europe/Dublin
        start: chair
        if_silent: never
        if_other:
          say: Sorry?
          tries: 3
          then: chair/person
        if_failed: chair/person
        anywhere:
          agent, help, support: chair/person
        people:
          front desk:

        """

    static let flow = """
        flow: chair
        start: service
        steps:
          service:
            ask: Cut or shave?
            answers: [Cut, Shave]
            then: when
          when:
            ask: Today or later?
            answers: [Today, Later]
            then: done
          done:
            say: {service} it is.
            then: end
          person:
            hand_over: front desk
            then: end

        """
}

// Requests.
extension SeveralBots {
    struct Answer: Sendable {
        let status: Int
        let text: String
        let json: JSONValue

        var reason: String { json["error"]?["reason"]?.string ?? text }
    }

    /// Sends a request to this server.
    static func send(
        _ method: String, _ url: String, _ body: JSONValue? = nil, token: String? = nil
    ) async throws -> Answer {
        let client = CurlClient(patience: .seconds(300))
        var request = HTTPRequest(method, url)
        if let token { request.headers.append(HTTPHeader(name: "Authorization", value: "Bearer \(token)")) }
        if let body { request.body = .bytes(body.bytes) }
        let response = try await client.send(request)
        await client.shutdown()
        return Answer(
            status: response.status, text: String(decoding: response.body, as: UTF8.self),
            json: (try? JSONValue(parsing: response.body)) ?? .null)
    }

    func admin(_ path: String, token: String, at base: String? = nil) async throws -> Answer {
        try await Self.send("GET", "\(base ?? shop)\(path)", token: token)
    }

    /// The samples of a metric on a page of metrics.
    static func samples(of bot: String, in page: String) -> [String] {
        page.split(separator: "\n").map(String.init).filter { $0.contains("{bot=\"\(bot)\"") }
    }
}

/// A visitor of the web chat of one of the bots.
struct ChatVisitor: Sendable {
    private let base: String
    private let token: String
    private let conversation: String

    init(at host: String) async throws {
        base = "\(host)/chat/api"
        let session = try await SeveralBots.send("POST", "\(base)/session", ["widget": true])
        token = session.json["token"]?.string ?? ""
        let begun = try await SeveralBots.send("POST", "\(base)/conversations", [:], token: token)
        guard let id = begun.json["id"]?.string else { throw ProgramFailure("no chat begins: \(session) \(begun)") }
        conversation = id
    }

    /// Says something, and waits until the bot asks.
    func says(_ text: String, hears words: String) async throws {
        let body = JSONValue.object(["text": .string(text)]).text
        let part: JSONValue = [
            "mime_type": "application/vnd.layer.text+json;role=root", "body": .string(body),
        ]
        _ = try await call("POST", "messages", ["id": .string(UUID().uuidString), "parts": [part]])
        for _ in 0..<2_000 {
            if try await call("GET", "messages").text.contains(words) { return }
        }
        throw ProgramFailure("`\(words)` was not said")
    }

    /// Announces a file of this size. Returns the status of the response.
    func announces(_ size: Int) async throws -> Int {
        try await call("POST", "content", ["mime_type": "image/png", "size": .int(size)]).status
    }

    func call(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> SeveralBots.Answer {
        try await SeveralBots.send(method, "\(base)/conversations/\(conversation)/\(path)", body, token: token)
    }
}
