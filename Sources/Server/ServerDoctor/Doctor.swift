package import CurlClient
import Expressions
public import Files
public import FlowCompiler
import FlowModel
public import Foundation
public import Server

/// Checks that the server has everything that `usher serve` needs: settings, secrets, flows, the database and its disk,
/// the systemd unit, the systems that flows call, Apple's gateway, the clock, the server, and the route to it.
public struct Doctor: Sendable {
    let settings: ServerSettings
    let environment: [String: String]
    let now: @Sendable () -> Date
    let progress: @Sendable (Double) -> Void
    let freeSpace: @Sendable (String) -> Int?
    /// The hard limit on open files.
    package var openFiles = OpenFileLimit.most
    /// The folders in which the systemd unit may be, in order of precedence.
    package var unitFolders = UnitFile.folders
    /// Replaces the HTTP client.
    package var sender: (any HTTPSender)?

    /// - Parameter progress: called with the fraction of the database that has been read, from 0 to 1.
    public init(
        settings: ServerSettings, environment: [String: String], now: @escaping @Sendable () -> Date = { Date() },
        freeSpace: @escaping @Sendable (String) -> Int? = { DiskSpace(at: $0)?.free },
        progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) {
        self.settings = settings
        self.environment = environment
        self.now = now
        self.progress = progress
        self.freeSpace = freeSpace
    }

    /// The flows that are checked.
    public struct Flows: Sendable {
        /// The result of compiling them; `nil` when there are none.
        public var compilation: Compilation?
        /// The version under which they were published; `nil` when they are those of the folder.
        public var published: String?
        /// The version of the files in the folder; `nil` when there are none.
        public var folder: String?

        public init(_ compilation: Compilation?, published: String? = nil, folder: String? = nil) {
            self.compilation = compilation
            self.published = published
            self.folder = folder
        }
    }

    /// Runs all checks. Those of the machine come first, those of the network last.
    public func examine(_ flows: Flows) async -> [HealthCheck] {
        let own = CurlClient()
        let client: any HTTPSender = sender ?? own
        let unit = UnitFile.find(in: unitFolders)
        let bot = flows.compilation?.bot
        let asked = await ask(client)
        var running: [String] = []
        var found = settings.warnings.map { HealthCheck("settings", .warning, $0) }
        if found.isEmpty { found.append(HealthCheck("settings", .good, "valid")) }
        found += secrets(unit)
        found += self.flows(flows)
        if let bot { found += needs(of: bot) }
        if let elsewhere = unit.flatMap(databaseElsewhere) {
            found.append(elsewhere)
        } else {
            let used = await database(asked)
            running = used.running
            found += used.checks + backups() + room()
        }
        found += openFiles(unit) + (unit.map(check) ?? [])
        found += webChat()
        found += await network(client, bot, asked, running: running)
        await own.shutdown()
        return found
    }

    /// Runs all checks.
    ///
    /// - Parameters:
    ///   - compilation: the result of compiling the flows; `nil` when there are none.
    ///   - published: the version under which the flows were published; `nil` when they are those of the folder.
    public func examine(_ compilation: Compilation?, published: String? = nil) async -> [HealthCheck] {
        await examine(Flows(compilation, published: published))
    }

    var moment: Moment { Moment(seconds: Int(now().timeIntervalSince1970)) }
}
