import CurlClient
import Foundation
import TestSupport
import Testing

@testable import Server
@testable import ServerDoctor

/// Where `usher doctor` asks for the server: at the address of the settings, and where the socket of systemd listens.
@Suite struct ServerAddressCheckTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ text: String, to name: String) throws {
        let file = URL(filePath: "\(folder.path)/\(name)")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// What is said of the server.
    private func check(
        _ responses: [(String, HTTPResponse)], silent: [String] = [], running: [String] = []
    ) async throws -> HealthCheck {
        let network = FakeNetwork(responses, silent: silent)
        var settings = ServerSettings()
        settings.node = "web-1"
        var doctor = Doctor(settings: settings, environment: [:])
        doctor.unitFolders = ["/nowhere", folder.path]
        let found = await doctor.network(network, nil, await doctor.ask(network), running: running)
        return try #require(found.first { $0.subject == "server" })
    }

    private static let ready = HTTPResponse(
        status: 200, headers: [], body: Array(#"{"status": "ready", "flows": "1"}"#.utf8))
    private static let missing = HTTPResponse(status: 404, headers: [])

    @Test func `the socket that is shipped is read, with what an administrator has changed`() throws {
        try write(try Fixtures.text("Config/deploy/usher.socket"), to: "usher.socket")
        #expect(
            SocketFile.find(in: [folder.path])?.addresses == [ListeningAddress(host: "127.0.0.1", port: 8080)])
        try write("[Socket]\nListenStream=\nListenStream=10.0.0.11:8080\n", to: "usher.socket.d/override.conf")
        #expect(
            SocketFile.find(in: [folder.path])?.addresses == [ListeningAddress(host: "10.0.0.11", port: 8080)])
        #expect(SocketFile.find(in: ["/nowhere"]) == nil)
    }

    @Test(arguments: [
        ("8080", "127.0.0.1:8080"), ("0.0.0.0:80", "127.0.0.1:80"), ("[::]:80", "127.0.0.1:80"),
        ("[::1]:80", "[::1]:80"), ("10.0.0.11:8080", "10.0.0.11:8080"),
    ])
    func `addresses of systemd are understood`(value: String, address: String) {
        #expect(ListeningAddress(listenStream: value)?.description == address)
    }

    @Test(arguments: ["/run/usher.sock", "@usher", "vsock:2:80", "%i", "0", "70000", ""])
    func `sockets of other kinds are left out`(value: String) {
        #expect(ListeningAddress(listenStream: value) == nil)
    }

    @Test func `a server is found where its socket listens`() async throws {
        try write("[Socket]\nListenStream=10.0.0.11:8080\n", to: "usher.socket")
        let path = "\(folder.path)/usher.socket"
        let ready = ("http://10.0.0.11:8080/health/ready", Self.ready)
        let others: [[(String, HTTPResponse)]] = [[], [("http://127.0.0.1:8080", Self.missing)]]
        for others in others {
            let found = try await check(others + [ready])
            #expect(found.verdict == .good)
            #expect(found.finding == "running and ready at 10.0.0.11:8080, where \(path) listens")
        }
        let own = try await check([("http://127.0.0.1:8080/health/ready", Self.ready), ready])
        #expect(own == HealthCheck("server", .good, "running and ready"))
    }

    @Test func `where nothing answers, the addresses that were asked are named`() async throws {
        let without = try await check([]).finding
        #expect(
            without == "not running: nothing answers at 127.0.0.1:8080 (`server.host`, `server.port`); start it with "
                + "`usher serve`")
        try write("[Socket]\nListenStream=10.0.0.11:8080\n", to: "usher.socket")
        let found = try await check([]).finding
        #expect(found.contains("or 10.0.0.11:8080 (\(folder.path)/usher.socket); start it with `sudo systemctl start"))
        let other = try await check([("http://10.0.0.11:8080", Self.missing)])
        #expect(other.verdict == .bad && other.finding.contains("another process listens at 10.0.0.11:8080, and"))
    }

    @Test func `a process that accepts connections and answers nothing stands still`() async throws {
        let found = try await check([], silent: ["http://127.0.0.1:8080/"])
        #expect(found.verdict == .bad)
        #expect(found.finding == "a process at 127.0.0.1:8080 does not answer within 5 seconds: it stands still")
        #expect(found.advice?.hasPrefix("restart it") == true)
        let network = FakeNetwork([], silent: ["http://127.0.0.1:8080/"])
        #expect(await ReadyAnswer.ask(ServerSettings(), network) == .silent)
        #expect(await ReadyAnswer.ask(ServerSettings(), FakeNetwork([])) == .notRunning)
    }

    @Test func `a long reason ends with a word`() async throws {
        let reason = Array(repeating: "standby", count: 200).joined(separator: " ")
        let answer = { (reason: String) in
            let body = #"{"flows": "1", "error": {"status": 503, "reason": "\#(reason)"}}"#
            return HTTPResponse(status: 503, headers: [], body: Array(body.utf8))
        }
        let own = "http://127.0.0.1:8080/health/ready"
        let found = try await check([(own, answer(reason))]).finding
        #expect(found.hasPrefix("running, not ready: standby standby "))
        #expect(found.hasSuffix(" standby…") && found.count < 1_050 && found.count > 950)
        let whole = String(reason.prefix(999))
        #expect(try await check([(own, answer(whole))]).finding == "running, not ready: \(whole)")
    }

    @Test func `where nothing answers, a server of this machine in the database listens elsewhere`() async throws {
        let found = try await check([], running: ["web-1", "web-2"])
        #expect(found.verdict == .warning)
        #expect(found.finding.hasSuffix("`server.port`), though web-1, the server of this machine, uses the database"))
        #expect(found.advice?.hasPrefix("set `server.host` and `server.port`") == true)
        #expect(try await check([], running: ["web-2"]).verdict == .good)
        try write("[Service]\nEnvironment=USHER_STORAGE_NODE=web-2\n", to: "usher.service")
        #expect(try await check([], running: ["web-2"]).verdict == .warning)
    }

    @Test(arguments: ["/run/usher.sock", "localhost:6481"])
    func `a socket that cannot be asked is named`(value: String) async throws {
        try write("[Socket]\nListenStream=\(value)\n", to: "usher.socket")
        let found = try await check([])
        #expect(found.verdict == .warning && found.advice?.contains("`ListenStream`") == true)
        #expect(
            found.finding.hasSuffix("; \(folder.path)/usher.socket listens at `\(value)`, where this check cannot ask"))
        let own = try await check([("http://127.0.0.1:8080/health/ready", Self.ready)])
        #expect(own == HealthCheck("server", .good, "running and ready"))
    }

    @Test func `where an installed socket listens is a hint to those who ask elsewhere`() throws {
        let address = ListeningAddress(host: "127.0.0.1", port: 8080)
        #expect(SocketFile.hint(besides: address, in: [folder.path]) == nil)
        try write("[Socket]\nListenStream=8080\n", to: "usher.socket")
        #expect(SocketFile.hint(besides: address, in: [folder.path]) == nil)
        try write("[Socket]\nListenStream=10.0.0.11:8080\nListenStream=/run/usher.sock\n", to: "usher.socket")
        #expect(
            SocketFile.hint(besides: address, in: [folder.path])
                == "\(folder.path)/usher.socket listens at 10.0.0.11:8080, /run/usher.sock")
    }
}
