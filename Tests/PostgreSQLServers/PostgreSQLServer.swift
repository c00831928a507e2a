import ChildProcess
public import Foundation
import Synchronization
import TestSupport

/// A PostgreSQL server of a test's own, which can be killed, restarted and promoted. It listens on a socket in its folder.
public final class PostgreSQLServer: Sendable {
    /// Its folder, which is also where its socket is.
    public let folder: URL
    /// Distinguishes its socket.
    public let port: Int
    private let running = Mutex<Running?>(nil)

    /// A shell that runs the server until its input is closed, so that it does not outlive the tests.
    private struct Running {
        let process: ChildProcess
        let input: FileHandle
    }

    private static let script = """
        exec 3<&0
        "$@" </dev/null & server=$!
        { read -r line <&3; kill -QUIT "$server"; } 2>/dev/null &
        wait "$server"
        """

    /// The folder of the server's programs; `nil` where none is installed.
    public static let programs: String? = {
        let places = ["/usr/lib/postgresql", "/opt/homebrew/opt"]
        let folders = places.flatMap { place in
            ((try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []).sorted().map { "\(place)/\($0)/bin" }
        }
        return folders.last { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
    }()

    /// The client of the same version. What Debian has in `/usr/bin` finds it by a script in Perl, which takes several times as
    /// long as most queries.
    public static let client = programs.map { "\($0)/psql" } ?? "/usr/bin/psql"

    /// - Parameter standby: the server that it is a copy of and follows, under its name; `nil` for an empty one.
    private init(named name: String, copyOf primary: PostgreSQLServer?) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "pg-\(UUID().uuidString.prefix(8))")
        port = try freePort()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if geteuid() == 0 { try await run("/bin/chown", ["postgres:postgres", folder.path], asRoot: true) }
        try await run("/bin/chmod", ["755", folder.path], asRoot: true)
        if let primary {
            try await copy(primary, named: name)
        } else {
            try await run(
                "\(Self.programs ?? "")/initdb",
                ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"])
        }
        try await start()
    }

    /// Creates and starts an empty server.
    ///
    /// - Parameter settings: lines of its `postgresql.conf`.
    public convenience init(_ settings: [String] = []) async throws {
        try await self.init(named: "", copyOf: nil)
        if !settings.isEmpty { try await set(settings) }
    }

    /// Creates and starts a standby.
    public static func standby(of primary: PostgreSQLServer, named name: String) async throws -> PostgreSQLServer {
        try await PostgreSQLServer(named: name, copyOf: primary)
    }

    deinit {
        running.withLock { try? $0?.input.close() }
        try? FileManager.default.removeItem(at: folder)
    }

    private var data: String { folder.appending(path: "data").path }

    private func copy(_ primary: PostgreSQLServer, named name: String) async throws {
        try? FileManager.default.removeItem(atPath: data)
        try await run(
            "\(Self.programs ?? "")/pg_basebackup",
            [
                "-D", data, "-R", "--checkpoint=fast", "--no-sync", "-d",
                "host=\(primary.folder.path) port=\(primary.port) user=postgres application_name=\(name)",
            ])
    }

    // What happens to it.

    /// Starts it, and waits until it answers.
    public func start() async throws {
        let (program, words) = Self.asUser(
            "\(Self.programs ?? "")/postgres",
            [
                "-D", data, "-p", "\(port)", "-c", "listen_addresses=", "-c", "unix_socket_directories=\(folder.path)",
                "-c", "max_connections=200", "-c", "shared_buffers=32MB",
            ])
        let log = try FileHandle(forWritingTo: logFile())
        try log.seekToEnd()
        let input = try ChildProcess.pipe()
        let started = try ChildProcess(
            "/bin/sh", ["-c", Self.script, "sh", program] + words, environment: Self.environment, in: folder.path,
            streams: (input.reading, log, log))
        try input.reading.close()
        running.withLock { $0 = Running(process: started, input: input.writing) }
        let socket = folder.appending(path: ".s.PGSQL.\(port)").path
        try await poll {
            guard started.isRunning else { throw PostgreSQLServerFailure("it has ended: \(self.log)") }
            guard FileManager.default.fileExists(atPath: socket) else { return false }
            return try await self.status(
                of: "\(Self.programs ?? "")/pg_isready", ["-q", "-h", self.folder.path, "-p", "\(self.port)"]) == 0
        }
    }

    private func logFile() throws -> URL {
        let file = folder.appending(path: "log")
        if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
        return file
    }

    /// What it has logged.
    public var log: String { (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? "" }

    /// Ends it as a crash does: nothing that is under way is finished.
    public func crash() async {
        let ended = running.withLock { running in
            defer { running = nil }
            return running
        }
        try? ended?.input.close()
        _ = await ended?.process.status()
    }

    /// Makes a standby the primary.
    public func promote() async throws {
        try await query("SELECT pg_promote(true, 60)")
        try await poll { try await self.query("SELECT pg_is_in_recovery()") == ["f"] }
    }

    /// Replaces what it has by a copy of the primary, which it follows from then on.
    public func rejoin(_ primary: PostgreSQLServer, as name: String) async throws {
        await crash()
        try await copy(primary, named: name)
        try await start()
    }

    /// Changes settings, without a restart.
    public func set(_ settings: [String]) async throws {
        for setting in settings { try await query("ALTER SYSTEM SET \(setting)") }
        try await query("SELECT pg_reload_conf()")
    }

    // What it is asked.

    /// Its address, in the form that takes a database's name in place of `postgres`.
    public var url: String { "postgresql:///postgres?host=\(folder.path)&port=\(port)&user=postgres" }

    /// The rows of a query, with their columns separated by `|`.
    @discardableResult public func query(_ sql: String, in database: String = "postgres") async throws -> [String] {
        let output = folder.appending(path: "rows-\(UUID().uuidString)")
        try Data().write(to: output)
        defer { try? FileManager.default.removeItem(at: output) }
        let address = url.replacing("///postgres?", with: "///\(database)?")
        let status = try await status(of: Self.client, ["-XAtq", address, "-c", sql], output: output)
        let text = try String(contentsOf: output, encoding: .utf8)
        guard status == 0 else { throw PostgreSQLServerFailure("\(sql): \(text)") }
        return text.split(separator: "\n").map(String.init)
    }

    // Programs.

    private static let environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]

    private func run(_ program: String, _ words: [String], asRoot: Bool = false) async throws {
        let (other, all) = asRoot ? (program, words) : Self.asUser(program, words)
        let output = folder.appending(path: "output")
        try Data().write(to: output)
        let status = try await status(of: other, all, output: output)
        guard status == 0 else {
            let text = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
            throw PostgreSQLServerFailure("\(program) ended with \(status): \(text)")
        }
    }

    /// A server does not run as root.
    private static func asUser(_ program: String, _ words: [String]) -> (String, [String]) {
        guard geteuid() == 0 else { return (program, words) }
        return (
            "/usr/bin/setpriv", ["--reuid=postgres", "--regid=postgres", "--clear-groups", program] + words
        )
    }

    private func status(of program: String, _ words: [String], output: URL? = nil) async throws -> Int32 {
        let input = FileHandle(forReadingAtPath: "/dev/null") ?? .standardInput
        let sink = try FileHandle(forWritingTo: output ?? URL(filePath: "/dev/null"))
        let process = try ChildProcess(
            program, words, environment: Self.environment, in: folder.path,
            streams: (input, sink, sink))
        return await process.status()
    }
}

/// Why a server of a test does not do what it should.
public struct PostgreSQLServerFailure: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}
