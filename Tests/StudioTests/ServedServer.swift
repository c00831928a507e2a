import Accounts
import Channels
import Concurrency
import ConversationRuntime
import CurlClient
import Diagnostics
import FlowCompiler
import FlowModel
import FlowPublishing
import Foundation
import JSON
import Logging
import Projects
import SQLStorage
import SQLiteStorage
import ServiceLifecycle
import TestSupport

@testable import Server
@testable import Studio

/// A server with the studio and the desk, and an account of each role.
struct ServedServer: Sendable {
    let port: Int
    let client: CurlClient
    let database: SQLiteDatabase
    let folder: TemporaryFolder
    let clock: TurnableClock
    /// The routes of the studio and of the desk, such as `GET /desk/api/about`.
    let routes: [String]
    let studio: ServedStudio
    /// The secrets of the sessions, by role.
    let sessions: [Role: String]

    static let password = "correct horse battery"
    /// The names of the accounts.
    static let names: [Role: String] = [.author: "ana", .agent: "ben", .operator: "cleo", .admin: "dora"]

    private struct Needs: BotRequirements {
        func lacks(of bot: Bot) -> [String] { [] }
        func warnings(about bot: Bot) -> [String] { [] }
    }

    /// Runs a server while `work` runs.
    ///
    /// - Parameter services: where the file of services is; `nil` when there is none.
    static func run(
        services: String? = nil, _ work: @escaping @Sendable (ServedServer) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        if let services { try folder.write("# Nothing outside.\n", to: services) }
        try folder.write(Site.bot, to: "Flows/bot.yaml")
        try folder.write(DeskServer.flow, to: "Flows/shop.yaml")
        try folder.write("test: hello\nyou: hello\nbot: What needs fixing?\n", to: "Flows/shop.transcript")
        let project = try ProjectFolder(at: folder.path)
        let sources = try FlowSources(in: project, services: services ?? ProjectFolder.services)
        let clock = TurnableClock()
        guard let bot = sources.compile(isStrict: false, now: clock.now).bot else {
            throw DeskServer.Trouble("the flows have errors")
        }
        let database = try SQLiteDatabase(path: folder.file("usher.sqlite"), key: .random())
        let sessions = try await signIn(database, clock)
        var settings = ServerSettings()
        settings.port = 0
        settings.hasStudio = true
        settings.webChat.isEnabled = true
        let log = LogRecorder()
        let studio = try ServedStudio(flows: project, version: "test", isStrict: false)
        defer { studio.remove() }
        let listed = ListedRoutes()
        let pages = listed.listing(studio.pages)
        let publishing = Publishing(
            Publisher(store: database.versions, validator: PublishValidator(needs: Needs(), isStrict: false)),
            sessions: database.copies, origin: .folder(sources))
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        try await CurlClient.whileNeeded { client in
            let server = UsherServer(
                settings: settings, bot: bot, pictures: [:], stores: database.stores, publishing: publishing,
                pages: pages, in: ServerContext(client: client, clock: clock, logger: log.logger)
            ) { listening.yield($0) }
            let group = ServiceGroup(services: server.services, gracefulShutdownSignals: [], logger: log.logger)
            let running = Task { try await group.run() }
            let port = await ports.first { _ in true } ?? 0
            let result: Result<Void, any Error>
            do {
                let served = ServedServer(
                    port: port, client: client, database: database, folder: folder, clock: clock,
                    routes: listed.routes, studio: studio, sessions: sessions)
                try await poll(until: { try await database.versions.running() != nil })
                try await work(served)
                result = .success(())
            } catch {
                result = .failure(error)
            }
            await group.triggerGracefulShutdown()
            _ = await running.result
            try result.get()
        }
    }

    /// Adds an account of each role, and signs it in.
    private static func signIn(_ database: SQLiteDatabase, _ clock: TurnableClock) async throws -> [Role: String] {
        let hasher = PasswordHasher(cost: PasswordHash.Cost(rounds: 4, blockSize: 1, parallelism: 1))
        let accounts = OperatorAccounts(
            store: database.accounts, audit: database.audit, hasher: hasher, clock: clock)
        let hash = try await hasher.hash(password).description
        var secrets: [Role: String] = [:]
        for (role, name) in names {
            let account = Account(name: name, role: role, password: hash, at: clock.now)
            _ = try await database.accounts.add(
                account, recording: AuditEntry(.addAccount, by: "test", at: clock.now))
            secrets[role] = try await accounts.signIn(name, password: password)?.text
        }
        return secrets
    }

    var origin: String { "http://127.0.0.1:\(port)" }

    /// A request of the server's own page in the browser of an operator; `change` makes it another one.
    func send(
        _ method: String, _ path: String, _ body: JSONValue? = nil, as role: Role?,
        _ change: (inout [String: String]) -> Void = { _ in }
    ) async throws -> HTTPResponse {
        var headers = ["Origin": origin, "Sec-Fetch-Site": "same-origin"]
        if let role, let secret = sessions[role] { headers["Cookie"] = "usher_operator=\(secret)" }
        if method != "GET" { headers["Content-Type"] = "application/json" }
        change(&headers)
        var request = HTTPRequest(method, origin + path)
        request.timeout = .seconds(300)
        request.headers = headers.sorted { $0.key < $1.key }.map { HTTPHeader(name: $0.key, value: $0.value) }
        if let body { request.body = .bytes(body.bytes) }
        return try await client.send(request)
    }

    func json(_ response: HTTPResponse) throws -> JSONValue { try JSONValue(parsing: response.body) }

    /// The text of a flow as an author sees it, with its hash.
    func text(_ path: String, as role: Role) async throws -> (text: String, hash: String) {
        let file = try json(try await send("GET", "/studio/api/files/\(path)", as: role))
        return (file["text"]?.string ?? "", file["hash"]?.string ?? "")
    }

    func save(
        _ text: String, as path: String, replacing hash: String, by role: Role
    ) async throws -> HTTPResponse {
        try await send("PUT", "/studio/api/files/\(path)", ["text": .string(text)], as: role) {
            $0["If-Match"] = "\"\(hash)\""
        }
    }

    /// The entries of the audit log about an act, oldest first.
    func entries(_ act: AuditAct) async throws -> [AuditEntry] {
        try await database.audit.entries(AuditFilter(act: act.rawValue), before: nil, limit: 500).map(\.entry)
            .reversed()
    }
}
