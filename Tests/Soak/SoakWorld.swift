import AppleSimulator
import Channels
import ChildProcess
import ConversationRuntime
import CurlClient
import Expressions
import Foundation
import Logging
import SQLStorage
import SQLiteStorage
import Synchronization

/// The environment of the server: a simulated Apple, the workshop's system, a disk, and the process itself.
final class SoakWorld: Sendable {
    static let business = BusinessID("6f0f8a52-7c52-4f0c-9d7e-0f6f2d0b7a22")
    private static let mspID = "soak"

    let simulator: AppleSimulator
    let client: CurlClient
    let desk: BookingDesk
    let drawer = Drawer()
    let port: Int
    private let program: String
    private let folder: URL
    private let secret = Data((0..<32).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
    private let key = Data((0..<32).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
    private let server = Mutex<ChildProcess?>(nil)

    var database: String { folder.appending(path: "usher.sqlite").path }
    var url: String { "http://127.0.0.1:\(port)" }

    private var log: String { folder.appending(path: "server.log").path }

    /// The end of the server's log.
    private var lastWords: String {
        ((try? String(contentsOfFile: log, encoding: .utf8)) ?? "").suffix(2_000).description
    }

    /// The process id of the server; `nil` while there is none.
    var process: pid_t? { server.withLock { $0.flatMap { $0.isRunning ? $0.id : nil } } }

    private init(_ simulator: AppleSimulator, _ desk: BookingDesk, program: String, folder: URL, port: Int) {
        self.simulator = simulator
        self.desk = desk
        self.program = program
        self.folder = folder
        self.port = port
        client = CurlClient(connectionsPerHost: 512)
    }

    /// Creates a world while `body` runs.
    static func with<Result: Sendable>(
        program: String, project: String, seed: UInt64, _ body: @Sendable (SoakWorld) async throws -> Result
    ) async throws -> Result {
        var settings = SimulatorSettings()
        settings.port = 0
        settings.typesBeforeText = false
        var logger = Logger(label: "simulator")
        logger.logLevel = .critical
        let simulator = AppleSimulator(settings: settings, clock: SystemClock(), seed: seed, logger: logger)
        let folder = FileManager.default.temporaryDirectory.appending(path: "usher-soak-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let desk = BookingDesk()
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await simulator.run() }
            group.addTask { try await desk.run { listening.yield($0) } }
            _ = try await simulator.port
            try copy(project, to: folder, bookings: await ports.first { _ in true } ?? 0)
            let world = SoakWorld(simulator, desk, program: program, folder: folder, port: try freePort())
            try await simulator.register(
                Business(
                    id: business, mspID: mspID, secret: world.secret, webhook: world.url,
                    redelivery: Business.Redelivery(attempts: 100, wait: .milliseconds(200))))
            defer { group.cancelAll() }
            do {
                let result = try await body(world)
                await world.client.shutdown()
                return result
            } catch {
                world.server.withLock { $0?.send(SIGKILL) }
                throw SoakFailure("\(error); the server's last words: \(world.lastWords)")
            }
        }
    }

    private static func copy(_ project: String, to folder: URL, bookings port: Int) throws {
        try FileManager.default.copyItem(at: URL(filePath: project), to: folder)
        let actions = folder.appending(path: "Config/actions.yaml")
        let text = try String(contentsOf: actions, encoding: .utf8)
        try Data(text.replacing("127.0.0.1:9/", with: "127.0.0.1:\(port)/").utf8).write(to: actions)
    }

    /// Adds faults on Apple's side: responses with 500, and connections lost before and after a message is accepted.
    func misbehave() {
        let faults: [(FaultRule.Side, FaultRule.Kind, Double)] = [
            (.gateway, .status(500), 0.02), (.gateway, .dropBefore, 0.01), (.gateway, .dropAfter, 0.02),
            (.webhook, .dropAfter, 0.03),
        ]
        for (side, kind, probability) in faults {
            guard let rule = try? FaultRule(on: side, kind, probability: probability) else { continue }
            _ = simulator.add(rule)
        }
    }

    // The server.

    /// Starts the server on its database, and returns when it answers.
    func start() async throws {
        if !FileManager.default.fileExists(atPath: log) { try Data().write(to: URL(filePath: log)) }
        guard let errors = FileHandle(forWritingAtPath: log), let nothing = FileHandle(forUpdatingAtPath: "/dev/null")
        else { throw SoakFailure("no file for the log of the server") }
        try errors.seekToEnd()
        let child = try ChildProcess(
            program, ["serve"], environment: try await environment, in: folder.path, streams: (nothing, nothing, errors)
        )
        server.withLock { $0 = child }
        while await !isReady() {
            guard child.isRunning else { throw SoakFailure("the server did not start") }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    private var environment: [String: String] {
        get async throws {
            ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("USHER_") }.merging([
                "USHER_SERVER_PORT": "\(port)", "USHER_SERVER_PUBLIC_URL": url, "USHER_STORAGE_PATH": database,
                "USHER_STORAGE_KEY": key, "USHER_FLOWS_PATH": folder.appending(path: "Flows").path,
                "USHER_ACTIONS_PATH": folder.appending(path: "Config/actions.yaml").path,
                "USHER_ACTIONS_PRIVATE_ADDRESSES": "true", "USHER_WEB_CHAT_ENABLED": "true",
                "USHER_SERVER_TRUSTED_PROXIES": "127.0.0.1", "USHER_APPLE_GATEWAY": try await simulator.gatewayURL,
                "USHER_APPLE_MSP_ID": Self.mspID, "USHER_APPLE_SECRET": secret, "USHER_LOG_LEVEL": "warning",
            ]) { $1 }
        }
    }

    private func isReady() async -> Bool {
        var request = HTTPRequest("GET", url + "/health/ready")
        request.timeout = .seconds(1)
        return (try? await client.send(request))?.status == 200
    }

    /// Kills the server at these times, and restarts it each time.
    func killNowAndThen(
        _ moments: [Duration], from began: ContinuousClock.Instant, _ note: (ContinuousClock.Instant) -> Void
    ) async throws {
        for moment in moments {
            try await Task.sleep(until: began + moment, clock: .continuous)
            guard let child = server.withLock({ $0 }) else { continue }
            child.send(SIGKILL)
            _ = await child.status()
            note(.now)
            try await start()
        }
    }

    // The end.

    /// Stops the server, restarts it, waits until no message is pending, and compares the counts.
    func settle(_ tally: Tally) async throws -> [String] {
        var findings = try await stop()
        try await start()
        let sessions = try SQLiteDatabase(path: database, isOwner: false).sessions
        while try await !sessions.sessionsWithDeliveries(after: nil, limit: 1).isEmpty {
            try await Task.sleep(for: .milliseconds(100))
        }
        findings += try await stop()
        for letter in try await sessions.deadLetters(limit: 5) { findings.append("a dead letter: \(letter.reason)") }
        // The first two customers are not included in the tally.
        let conversations = tally.phones + tally.browsers + 2
        if desk.bookings != conversations {
            findings.append("\(conversations) conversations made \(desk.bookings) bookings")
        }
        return findings
    }

    private func stop() async throws -> [String] {
        guard let child = server.withLock({ $0 }) else { return [] }
        child.send(SIGTERM)
        let status = await child.status()
        return status == 0 ? [] : ["the server ended with \(status) when it was stopped"]
    }
}
