import ChildProcess
import Foundation
import PostgreSQLServers
import TestSupport
import Testing

/// A PostgreSQL database of a test, on the server in `USHER_POSTGRESQL`.
struct TestDatabase: Sendable {
    /// Its address.
    let url: String
    private let name: String
    private let server: String

    /// Whether there is a server to create it on.
    static var isPossible: Bool { ProcessInfo.processInfo.environment["USHER_POSTGRESQL"] != nil }

    /// - Parameter other: the server to create it on; `nil` for that in `USHER_POSTGRESQL`.
    init(on other: String? = nil) async throws {
        guard let server = other ?? ProcessInfo.processInfo.environment["USHER_POSTGRESQL"] else {
            throw ProgramFailure("there is no PostgreSQL server")
        }
        self.server = server
        name = "usher_\(UUID().uuidString.lowercased().prefix(12).replacing("-", with: "_"))"
        url = server.replacing("///postgres?", with: "///\(name)?")
        try await run("CREATE DATABASE \(name)")
    }

    /// Its name on the server.
    var databaseName: String { name }

    /// Deletes it, also under servers that still use it.
    func remove() async throws { try await run("DROP DATABASE \(name) WITH (FORCE)") }

    /// The rows of a query, with their columns separated by `|`.
    func rows(_ query: String) async throws -> [String] {
        let result = try await Program.run(["-XAtq", url, "-c", query], of: PostgreSQLServer.client)
        #expect(result.status == 0, "\(result.errors)")
        return result.output.split(separator: "\n").map(String.init)
    }

    /// The rows of a query; `nil` while the server cannot be reached.
    func rowsIfReachable(_ query: String) async throws -> [String]? {
        let result = try await Program.run(["-XAtq", url, "-c", query], of: PostgreSQLServer.client)
        return result.status == 0 ? result.output.split(separator: "\n").map(String.init) : nil
    }

    /// Runs statements.
    func execute(_ statements: String) async throws {
        let result = try await Program.run(
            ["-Xq", "-v", "ON_ERROR_STOP=1", url, "-c", statements], of: PostgreSQLServer.client)
        guard result.status == 0 else { throw ProgramFailure(result.errors) }
    }

    private func run(_ statement: String) async throws {
        let result = try await Program.run(["-Xq", server, "-c", statement], of: PostgreSQLServer.client)
        guard result.status == 0 else { throw ProgramFailure(result.errors) }
    }
}

/// Several servers of a world's bot on one database, behind nginx, which asks any of them.
actor SeveralServers {
    private let world: World
    private let database: TestDatabase
    private let ports: [Int]
    private var running: [RunningProgram?]
    private let front: RunningProgram
    private let more: [String: String]
    /// The network between each server and those of the database; empty when they are connected directly.
    private let networks: [[WireProxy]]

    /// - Parameters:
    ///   - count: the number of servers; each is started.
    ///   - more: settings beside those of the world.
    ///   - databases: the servers of the database, from which each server can then be cut off; `nil` without a network.
    init(
        _ count: Int, of world: World, on database: TestDatabase, with more: [String: String] = [:],
        across databases: [PostgreSQLServer]? = nil
    ) async throws {
        self.world = world
        self.database = database
        self.more = more
        networks = try (0..<(databases == nil ? 0 : count)).map { _ in
            try (databases ?? []).map { try WireProxy(to: "\($0.folder.path)/.s.PGSQL.\($0.port)") }
        }
        ports = try (0..<count).map { _ in try freePort() }
        running = Array(repeating: nil, count: count)
        front = try Self.balancer(at: world.serverPort, before: ports, in: world.folder)
        // The first creates the tables.
        try await start(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 1..<count { group.addTask { try await self.start(index) } }
            try await group.waitForAll()
        }
    }

    /// The address of the database for a server.
    private func url(for index: Int) -> String {
        guard index < networks.count else { return database.url }
        let ports = networks[index].map { "\($0.port)" }
        let hosts = Array(repeating: "127.0.0.1", count: ports.count)
        return "postgresql:///\(database.databaseName)?host=\(hosts.joined(separator: ","))&port="
            + "\(ports.joined(separator: ","))&user=postgres&sslmode=disable&gssencmode=disable&connect_timeout=2"
    }

    /// Cuts a server off from the database: nothing passes in either direction.
    func cutOff(_ index: Int) { for proxy in networks[index] { proxy.freeze() } }

    /// Connects a server with the database again; what has waited arrives.
    func reconnect(_ index: Int) { for proxy in networks[index] { proxy.thaw() } }

    /// Starts nginx, which asks the servers at random, and the next when one does not answer.
    private static func balancer(at port: Int, before ports: [Int], in folder: URL) throws -> RunningProgram {
        let place = folder.appending(path: "balancer")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let temporary = ["client_body", "proxy", "fastcgi", "scgi", "uwsgi"].map { "\($0)_temp_path \($0);" }
        let configuration = """
            daemon off; pid nginx.pid; worker_processes 1; error_log error.log;
            events { worker_connections 4096; }
            http {
                access_log off; \(temporary.joined(separator: " "))
                upstream usher { random; \(ports.map { "server 127.0.0.1:\($0) max_fails=0;" }.joined(separator: " ")) }
                server {
                    listen 127.0.0.1:\(port);
                    location / {
                        proxy_pass http://usher;
                        proxy_connect_timeout 1s; proxy_read_timeout 5s;
                        proxy_next_upstream error timeout http_502 http_503 http_504 non_idempotent;
                    }
                }
            }
            """
        try configuration.write(to: place.appending(path: "nginx.conf"), atomically: true, encoding: .utf8)
        return try RunningProgram(
            ["-p", ".", "-c", "nginx.conf", "-e", "error.log"], of: SystemProgram.nginx.path, in: place)
    }

    /// Starts a server, and waits until it answers.
    ///
    /// - Parameter variables: of this start alone.
    func start(_ index: Int, with variables: [String: String] = [:]) async throws {
        let own = [
            "USHER_STORAGE_URL": url(for: index), "USHER_STORAGE_NODE": "node-\(index)",
            "USHER_SERVER_PORT": "\(ports[index])",
        ]
        let server = try await world.start(["serve"], with: own.merging(more) { $1 }.merging(variables) { $1 })
        guard await server.errors.wait(for: "server started") else {
            throw ProgramFailure("server \(index) did not start: \(server.errors.text)")
        }
        running[index] = server
    }

    /// Kills a server without a chance to finish anything, and starts it anew.
    func killAndRestart(_ index: Int) async throws {
        running[index]?.kill()
        _ = await running[index]?.status()
        try await start(index)
    }

    /// Kills a server without a chance to finish anything.
    func kill(_ index: Int) async {
        running[index]?.kill()
        _ = await running[index]?.status()
        running[index] = nil
    }

    /// Stops a server as an operator does, and starts it anew.
    ///
    /// - Parameter variables: of the new start alone.
    func restart(_ index: Int, with variables: [String: String] = [:]) async throws {
        guard let server = running[index] else { throw ProgramFailure("server \(index) does not run") }
        server.stop()
        await server.expectEnd(with: 0)
        try await start(index, with: variables)
    }

    /// Freezes a server, so that it neither answers nor ends.
    func freeze(_ index: Int) { running[index]?.send(SIGSTOP) }

    /// Lets a frozen server continue.
    func thaw(_ index: Int) { running[index]?.send(SIGCONT) }

    /// The log of a server.
    func log(of index: Int) -> String { running[index]?.errors.text ?? "" }

    /// Waits until all servers are ready. One that was killed near the end is started anew under its name, for which it waits
    /// until the lease of its last start has run out; stopped before that, it would leave that start in the database.
    func untilReady() async {
        for port in ports {
            await poll {
                let answer = try? await SeveralBots.send("GET", "http://127.0.0.1:\(port)/health/ready")
                return answer?.status == 200
            }
        }
    }

    /// Stops all servers as an operator does, then the balancer.
    func stop() async {
        for server in running.compactMap(\.self) { server.stop() }
        for server in running.compactMap(\.self) {
            await server.expectEnd(with: 0)
            // No restart and no failover to a synchronous standby loses anything.
            #expect(!server.errors.text.contains("acknowledged data lost"), "\(server.errors.text)")
        }
        front.kill()
        _ = await front.status()
        for proxy in networks.joined() { proxy.stop() }
    }
}
