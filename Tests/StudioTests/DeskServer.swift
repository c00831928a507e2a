import Channels
import Concurrency
import ConversationRuntime
import CurlClient
import Diagnostics
import FlowCompiler
import Foundation
import JSON
import Logging
import Projects
import SQLStorage
import SQLiteStorage
import Server
import ServiceLifecycle
import TestSupport

@testable import Studio

/// A server with the desk of a studio, and customers of its web chat: everything but Apple.
struct DeskServer: Sendable {
    let port: Int
    let site: StudioSite
    let client: CurlClient
    let folder: TemporaryFolder

    static let flow = """
        flow: shop
        start: welcome

        results:
          bookings:
            fields:
              service: text
              wish: text
            private: [wish]

        steps:
          welcome:
            ask: What needs fixing?
            save: service
            answers:
              Puncture: wish
              Brakes: wish

          wish:
            ask: Anything else?
            text: one line
            then: booked

          booked:
            keep: bookings
            if_failed: person
            then: thanks

          thanks:
            say: See you soon!
            then: end

          person:
            say: One moment, please.
            hand_over: counter
            note: The bell rings.
            then: thanks

        """

    /// Runs a server while `work` runs.
    static func run(_ work: @escaping @Sendable (DeskServer) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        try folder.write(Site.bot, to: "Flows/bot.yaml")
        try folder.write(flow, to: "Flows/shop.yaml")
        let project = try ProjectFolder(at: folder.path)
        let clock = TurnableClock()
        let compilation = Compiler.compile(try project.files(), options: CompilerOptions(now: SystemClock().now))
        guard let bot = compilation.bot else { throw Trouble(compilation.report.text()) }
        let site = try StudioSite(of: project, version: "test", isStrict: false, published: { _ in [] })
        let database = try SQLiteDatabase(path: folder.file("usher.sqlite"), key: .random())
        var settings = ServerSettings()
        settings.port = 0
        settings.webChat.isEnabled = true
        settings.storageKey = nil
        let log = LogRecorder()
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        try await CurlClient.whileNeeded { client in
            let server = UsherServer(
                settings: settings, bot: bot, pictures: [:], stores: database.stores, pages: site.pages,
                in: ServerContext(client: client, clock: clock, logger: log.logger)
            ) { listening.yield($0) }
            let group = ServiceGroup(services: server.services, gracefulShutdownSignals: [], logger: log.logger)
            let running = Task { try await group.run() }
            let port = await ports.first { _ in true } ?? 0
            site.listens(on: port)
            let result: Result<Void, any Error>
            do {
                try await work(DeskServer(port: port, site: site, client: client, folder: folder))
                result = .success(())
            } catch {
                result = .failure(error)
            }
            await group.triggerGracefulShutdown()
            _ = await running.result
            try result.get()
        }
    }

    struct Trouble: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }

    var origin: String { "http://127.0.0.1:\(port)" }
    /// The key of the link that `usher dev` prints.
    var key: StudioKey { site.gate?.key ?? StudioKey() }
    var cookie: String { "usher_studio_\(port)=\(key.cookie)" }

    /// A request of the desk's own page; `change` makes it another one.
    func send(
        _ method: String, _ path: String, _ body: JSONValue? = nil,
        _ change: (inout [String: String]) -> Void = { _ in }
    ) async throws -> HTTPResponse {
        try await send(method, path, bytes: body?.bytes, change)
    }

    func send(
        _ method: String, _ path: String, bytes: [UInt8]?, _ change: (inout [String: String]) -> Void = { _ in }
    ) async throws -> HTTPResponse {
        var headers = ["Origin": origin, "Cookie": cookie, "Sec-Fetch-Site": "same-origin"]
        if method != "GET" { headers["Content-Type"] = "application/json" }
        change(&headers)
        var request = HTTPRequest(method, origin + path)
        request.timeout = .seconds(300)
        request.headers = headers.sorted { $0.key < $1.key }.map { HTTPHeader(name: $0.key, value: $0.value) }
        if let bytes { request.body = .bytes(bytes) }
        return try await client.send(request)
    }

    func json(_ response: HTTPResponse) throws -> JSONValue { try JSONValue(parsing: response.body) }

    func get(_ path: String) async throws -> JSONValue { try json(try await send("GET", path)) }

    /// A customer in the web chat.
    struct Customer: Sendable {
        let server: DeskServer
        let cookie: String
        let conversation: String

        init(of server: DeskServer) async throws {
            self.server = server
            let session = try await server.send("POST", "/chat/api/session", [:]) { $0["Cookie"] = nil }
            let cookie = String((session.header("Set-Cookie") ?? "").prefix { $0 != ";" })
            self.cookie = cookie
            let begun = try await server.send("POST", "/chat/api/conversations", [:]) { $0["Cookie"] = cookie }
            conversation = try server.json(begun)["id"]?.string ?? ""
        }

        func says(_ text: String) async throws {
            let body = JSONValue.object(["text": .string(text)]).text
            _ = try await server.send(
                "POST", "/chat/api/conversations/\(conversation)/messages",
                [
                    "id": .string(UUID().uuidString),
                    "parts": [["mime_type": "application/vnd.layer.text+json;role=root", "body": .string(body)]],
                ]
            ) { $0["Cookie"] = cookie }
        }

        /// The texts of all messages, once one of them says `words`.
        func hears(_ words: String) async throws -> [String] {
            var texts: [String] = []
            try await poll(until: {
                let answer = try await server.send(
                    "GET", "/chat/api/conversations/\(conversation)/messages?limit=100"
                ) { $0["Cookie"] = cookie }
                texts = try server.json(answer)["messages"]?.array?.compactMap { $0["text"]?.string } ?? []
                return texts.contains { $0.contains(words) }
            })
            return texts
        }
    }

    /// The conversation that waits for people, once there is one.
    func handover() async throws -> JSONValue {
        var found: JSONValue?
        try await poll(until: {
            found = try await get("/desk/api/handovers")["handovers"]?[0]
            return found != nil
        })
        return found ?? .null
    }
}
