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
    private func check(_ responses: [(String, HTTPResponse)]) async throws -> HealthCheck {
        let network = FakeNetwork(responses)
        var doctor = Doctor(settings: ServerSettings(), environment: [:])
        doctor.unitFolders = ["/nowhere", folder.path]
        return try #require(await doctor.network(network, nil).first { $0.subject == "server" })
    }

    private static let ready = HTTPResponse(status: 200, headers: [])
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
}
