import AppleSimulator
import Channels
import ChildProcess
import Expressions
import Foundation
import JSON
import Logging
import Testing

/// A simulated Apple in the test, and a server of the real program, which can be killed and restarted.
final class World: Sendable {
    static let business = BusinessID("5d0f8a52-7c52-4f0c-9d7e-0f6f2d0b7a11")
    private static let mspID = "end-to-end"

    let simulator: AppleSimulator
    let folder: URL
    let serverPort: Int
    /// The barbers' own system, which the bot calls.
    let service: BookingService
    /// The bot's project, whose calls go to the service.
    let flows: URL
    private let secret = World.randomKey()
    let storageKey = World.randomKey()
    /// The secrets of the bot, as environment variables.
    private let secrets: [String: String]

    private static func randomKey() -> String {
        Data((0..<32).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
    }

    var database: String { folder.appending(path: "usher.sqlite").path }

    private init(
        simulator: AppleSimulator, folder: URL, serverPort: Int, service: BookingService, flows: URL,
        secrets: [String: String]
    ) {
        self.simulator = simulator
        self.folder = folder
        self.serverPort = serverPort
        self.service = service
        self.flows = flows
        self.secrets = secrets
    }

    /// Creates a world while `body` runs.
    ///
    /// - Parameters:
    ///   - trouble: how many of a thousand calls to the service fail.
    ///   - project: replaces the barbers' bot.
    ///   - authority: a file with the certificate authority that the simulated Apple trusts.
    static func with(
        seed: UInt64, trouble: UInt64 = 0, project: (any ProjectOfTest)? = nil, authority: String? = nil,
        _ body: (World) async throws -> Void
    ) async throws {
        var settings = SimulatorSettings()
        settings.port = 0
        settings.typesBeforeText = false
        settings.webhookAuthority = authority
        var logger = Logger(label: "simulator")
        logger.logLevel = .critical
        let simulator = AppleSimulator(settings: settings, clock: SystemClock(), seed: seed, logger: logger)
        let folder = FileManager.default.temporaryDirectory.appending(path: "usher-world-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let service = BookingService(seed: seed, trouble: trouble)
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await simulator.run() }
            group.addTask { try await service.run { listening.yield($0) } }
            _ = try await simulator.port
            let port = await ports.first { _ in true } ?? 0
            let world = World(
                simulator: simulator, folder: folder, serverPort: try freePort(), service: service,
                flows: try await project?.make(in: folder, simulator) ?? BookingProject.make(in: folder, service: port),
                secrets: project?.secrets ?? [:])
            try await world.register(signIn: try await project?.signIn(simulator))
            try await body(world)
            group.cancelAll()
        }
    }

    /// - Parameter address: the URL of the business; `nil` for the server itself.
    func register(at address: String? = nil, signIn: Business.SignIn? = nil) async throws {
        try await simulator.register(
            try Business(
                id: Self.business, mspID: Self.mspID, secret: secret,
                webhook: address ?? "http://127.0.0.1:\(serverPort)",
                redelivery: Business.Redelivery(attempts: 100, wait: .milliseconds(200)), signIn: signIn))
    }

    /// The bearer token of operators.
    static let operatorToken = "let me in"

    /// The settings of the server, which commands use as well.
    private var environment: [String: String] {
        get async throws {
            secrets.merging([
                "USHER_SERVER_PORT": "\(serverPort)", "USHER_STORAGE_PATH": database, "USHER_FLOWS_PATH": flows.path,
                "USHER_APPLE_GATEWAY": try await simulator.gatewayURL, "USHER_APPLE_MSP_ID": Self.mspID,
                "USHER_APPLE_SECRET": secret, "USHER_LOG_LEVEL": "info", "USHER_ADMIN_TOKEN": Self.operatorToken,
                "USHER_ACTIONS_PRIVATE_ADDRESSES": "true", "USHER_STORAGE_KEY": storageKey,
                "USHER_SERVER_PUBLIC_URL": "http://127.0.0.1:\(serverPort)",
            ]) { $1 }
        }
    }

    /// Runs a command with the settings of the server.
    ///
    /// - Parameters:
    ///   - left: a setting that the command does not get.
    ///   - more: settings that override the others.
    func run(
        _ arguments: String..., without left: String? = nil, with more: [String: String] = [:]
    ) async throws -> Program.Result {
        var environment = try await environment.merging(more) { $1 }
        if let left { environment[left] = nil }
        return try await Program.run(arguments, environment: environment, in: folder)
    }

    /// Provides a terminal for a command; part of every Debian.
    static let terminal = "/usr/bin/script"

    /// Runs a command of the program on a new terminal.
    func runOnTerminal(_ words: String) async throws -> Program.Result {
        var environment = try await environment
        environment["NO_COLOR"] = ""
        let command = "'\(try Program.path)' \(words)"
        return try await Program.run(
            ["-qec", command, "/dev/null"], of: Self.terminal, environment: environment, in: folder)
    }

    /// Starts the program on the world's database with another target for the log; it may not listen yet.
    func startServer(loggingTo sink: FileHandle) async throws -> RunningProgram {
        let program = try Program.path
        // As systemd starts programs: with SIGPIPE ignored.
        return try RunningProgram(
            ["-c", "trap '' PIPE; exec \"$0\" serve", program], of: "/bin/sh",
            environment: try await environment.merging(["USHER_LOG_LEVEL": "trace"]) { $1 }, in: folder,
            sinks: (nil, sink))
    }

    /// Starts the program on the world's database and waits until it answers.
    ///
    /// - Parameter more: settings that override the others.
    func startServer(with more: [String: String] = [:]) async throws -> RunningProgram {
        let server = try await start(["serve"], with: more)
        guard await server.errors.wait(for: "server started") else {
            throw ProgramFailure("the server did not start: \(server.errors.text)")
        }
        return server
    }

    /// Starts the program with the settings of the world's server.
    ///
    /// - Parameters:
    ///   - other: a program to run instead of the built one.
    ///   - more: settings that override the others.
    func start(
        _ arguments: [String], of other: String? = nil, with more: [String: String] = [:]
    ) async throws -> RunningProgram {
        try RunningProgram(
            arguments, of: other, environment: try await environment.merging(more) { $1 }, in: folder)
    }
}

/// The project of a bot that replaces the barbers'.
protocol ProjectOfTest: Sendable {
    /// The secrets of the bot, as environment variables.
    var secrets: [String: String] { get }

    /// Writes it to a folder. Returns the folder of its flows.
    func make(in folder: URL, _ simulator: AppleSimulator) async throws -> URL

    /// Returns the sign-in registration of the business; `nil` without sign-in.
    func signIn(_ simulator: AppleSimulator) async throws -> Business.SignIn?
}
