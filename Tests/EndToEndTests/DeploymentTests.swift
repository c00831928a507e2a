import AppleSimulator
import ChildProcess
import CurlClient
import Expressions
import Foundation
import Testing

/// The files of `Config/deploy`, used as the operations page describes.
@Suite struct DeploymentTests {
    private static let files = Program.root.appending(path: "Config/deploy")

    @Test func `behind nginx, signed webhooks are answered over TLS, and operators' addresses are not there`()
        async throws
    {
        let front = try await Front()
        defer { front.remove() }
        try await World.with(seed: 3, authority: front.authority) { world in
            let server = try await world.startServer()
            let address = try await front.start(before: world.serverPort)
            defer { front.stop() }
            try await world.register(at: address)
            let device = try world.simulator.createDevice(DeviceDescription(.oldIPhone, business: World.business)).id
            let sent = try await world.simulator.send(text: "Hello", from: device)
            #expect(sent.isDelivered)
            let shown = try await world.simulator.messages(of: device, wait: .seconds(60))
            #expect(!shown.isEmpty)

            let client = CurlClient(patience: .seconds(300))
            for (path, status) in [
                ("/health/live", 200), ("/metrics", 404), ("/metrics/", 404), ("/admin/api/handovers", 404),
                ("/message", 401), ("/studio", 404),
            ] {
                var request = HTTPRequest(path == "/message" ? "POST" : "GET", address + path)
                request.authorityFile = front.authority
                #expect(try await client.send(request).status == status, "\(path)")
            }
            await client.shutdown()
            server.stop()
            await server.expectEnd(with: 0)
        }
    }

    @Test func `behind nginx, webhooks and chat pages are answered although one of two servers stands still`()
        async throws
    {
        let front = try await Front()
        defer { front.remove() }
        try await World.with(seed: 9) { world in
            let server = try await world.startServer()
            let port = try freePort()
            let frozen = try await world.start(["-c", Self.listener, "\(port)"], of: "/usr/bin/python3")
            #expect(await frozen.output.wait(for: "listening"), "\(frozen.errors.text)")
            frozen.send(SIGSTOP)
            let address = try await front.start(before: port, world.serverPort, patience: "1s")
            defer { front.stop() }
            let client = CurlClient(patience: .seconds(300))
            // One of two requests is passed to the server that stands still.
            for (method, path, status) in [
                ("POST", "/message", 401), ("POST", "/message", 401), ("GET", "/chat", 404), ("GET", "/chat", 404),
                ("POST", "/chat/api/conversations/1/messages", 404),
                ("POST", "/chat/api/conversations/1/messages", 404),
            ] {
                var request = HTTPRequest(method, address + path)
                request.authorityFile = front.authority
                request.timeout = .seconds(30)
                #expect(try await client.send(request).status == status, "\(method) \(path)")
            }
            await client.shutdown()
            frozen.kill()
            _ = await frozen.status()
            server.stop()
            #expect(await server.status() == 0)
        }
    }

    /// Accepts connections and answers nothing, as a server does that stands still.
    private static let listener = """
        import socket, sys
        listener = socket.create_server(("127.0.0.1", int(sys.argv[1])))
        print("listening", flush=True)
        sys.stdin.read()
        """

    @Test func `what nginx may send again does not wait long for a server, and no server is left out for a while`()
        throws
    {
        let site = try String(contentsOf: Self.files.appending(path: "nginx.conf"), encoding: .utf8)
        for upstream in ["usher", "usher_studio"] {
            #expect(site.contains("upstream \(upstream) {\n    zone \(upstream) "))
        }
        let servers = site.split(separator: "\n").filter { $0.hasPrefix("    server 127") }
        #expect(servers.count == 4 && servers.allSatisfy { $0.hasSuffix(" max_fails=0;") })
        let again = site.matches(of: /location ([^{]+) \{([^}]+)non_idempotent/)
        #expect(again.map { String($0.1) } == ["= /message", "~ ^/chat/api/conversations/[^/]+/messages$"])
        #expect(again.allSatisfy { $0.2.contains("proxy_read_timeout \(Front.patience);") })
    }

    @Test func `systemd starts again what may work later, for as long as it takes, and nothing that cannot`() throws {
        let text = try String(contentsOf: Self.files.appending(path: "usher.service"), encoding: .utf8)
        let lines = text.split(separator: "\n")
        #expect(lines.contains("Restart=on-failure") && lines.contains("StartLimitIntervalSec=0"))
        let codes = lines.first { $0.hasPrefix("RestartPreventExitStatus=") }?.split(separator: "=").last
        #expect(codes?.split(separator: " ") == ["1", "2", "3"])
    }

    @Test func `behind nginx, no webhook finds the server away while it is started anew`() async throws {
        let front = try await Front()
        defer { front.remove() }
        try await World.with(seed: 8) { world in
            let holder = try await world.start(
                ["-c", RestartTests.holder, "\(world.serverPort)", try Program.path, "serve"], of: "/usr/bin/python3")
            #expect(await holder.errors.wait(for: "server started"), "\(holder.errors.text)")
            let address = try await front.start(before: world.serverPort)
            defer { front.stop() }
            let authority = front.authority
            let asking = Task {
                try await RestartTests.statuses(of: address + "/message", "POST", authority: authority)
            }
            for restart in 2...4 {
                holder.send(SIGUSR1)
                #expect(await holder.errors.wait(for: "server started", times: restart), "\(holder.errors.text)")
            }
            asking.cancel()
            let statuses = try await asking.value
            #expect(Set(statuses) == [401], "\(statuses.count) requests without a token")
            holder.send(SIGTERM)
            await holder.expectEnd(with: 0)
        }
    }

    @Test(.enabled(if: Tool.systemdAnalyze != nil, "systemd is not installed"))
    func `systemd has nothing to say against the unit, and finds it well locked`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "usher-unit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = try String(contentsOf: Self.files.appending(path: "usher.service"), encoding: .utf8)
        let unit = folder.appending(path: "usher.service")
        try FileManager.default.copyItem(
            at: Self.files.appending(path: "usher.socket"), to: folder.appending(path: "usher.socket"))
        try text.replacing("/usr/local/bin/usher", with: try Program.path)
            .write(to: unit, atomically: true, encoding: .utf8)
        let tool = try #require(Tool.systemdAnalyze)
        let verified = try await Tool.run(
            tool, ["verify", unit.path, folder.appending(path: "usher.socket").path], in: folder)
        #expect(verified.status == 0 && verified.output.isEmpty, "\(verified.output)")
        // The exposure is a number up to 100; systemd rates values below 20 as OK.
        let locked = try await Tool.run(
            tool, ["security", "--offline=yes", "--threshold=20", unit.path], in: folder)
        #expect(locked.status == 0, "\(locked.output)")
    }
}

/// nginx with the file of `Config/deploy`, and a generated certificate.
private final class Front: Sendable {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "usher-front-\(UUID().uuidString)")

    var authority: String { folder.appending(path: "authority.pem").path }

    init() async throws {
        try FileManager.default.createDirectory(
            at: folder.appending(path: "temporary"), withIntermediateDirectories: true)
        let script = """
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=authority \
                -keyout authority.key -out authority.pem
            openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost -keyout key.pem -out request.pem
            printf subjectAltName=DNS:localhost > names
            openssl x509 -req -in request.pem -CA authority.pem -CAkey authority.key -CAcreateserial -days 2 \
                -extfile names -out chain.pem
            """
        let made = try await Tool.run("/bin/sh", ["-ec", script], in: folder)
        #expect(made.status == 0, "\(made.output)")
    }

    /// How long the file has nginx wait for a server before it sends a webhook again.
    static let patience = "10s"

    /// Starts nginx and returns the servers' URL behind it.
    ///
    /// - Parameters:
    ///   - ports: those of the servers; a single one is listed twice, as in the file.
    ///   - patience: replaces that of the file. By default it suits machines that are slower than a server.
    func start(before ports: Int..., patience: String = "60s") async throws -> String {
        let own = try freePort()
        let listed = "server 127.0.0.1:8080 max_fails=0;"
        let servers = (ports.count == 1 ? ports + ports : ports).map { "server 127.0.0.1:\($0) max_fails=0;" }
        let site = try String(
            contentsOf: Program.root.appending(path: "Config/deploy/nginx.conf"), encoding: .utf8
        )
        .replacing("listen 443", with: "listen 127.0.0.1:\(own)")
        .replacing("\(listed)\n    \(listed)", with: servers.joined(separator: " "))
        .replacing("proxy_read_timeout \(Self.patience);", with: "proxy_read_timeout \(patience);")
        .replacing("/etc/letsencrypt/live/bot.example.com/fullchain.pem", with: "chain.pem")
        .replacing("/etc/letsencrypt/live/bot.example.com/privkey.pem", with: "key.pem")
        #expect(!site.contains("127.0.0.1:8080"), "the servers of the file are replaced")
        let temporary = ["client_body", "proxy", "fastcgi", "scgi", "uwsgi"].map { "\($0)_temp_path temporary/\($0);" }
        let whole = """
            pid nginx.pid;
            events {}
            http { access_log off; \(temporary.joined(separator: " "))
            \(site)
            }
            """
        try whole.write(to: folder.appending(path: "nginx.conf"), atomically: true, encoding: .utf8)
        // It continues in the background once it listens.
        let started = try await Tool.run(
            SystemProgram.nginx.path, ["-p", ".", "-c", "nginx.conf", "-e", "error.log"], in: folder)
        #expect(started.status == 0, "\(started.output)")
        return "https://localhost:\(own)"
    }

    func stop() {
        let text = try? String(contentsOf: folder.appending(path: "nginx.pid"), encoding: .utf8)
        if let id = text.flatMap({ pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }) { kill(id, SIGTERM) }
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
}

/// System programs.
private enum Tool {
    static let systemdAnalyze = ["/usr/bin/systemd-analyze"].first(where: FileManager.default.isExecutableFile)

    /// Runs a program to its end, and returns its output.
    static func run(
        _ program: String, _ arguments: [String], in folder: URL
    ) async throws -> (status: Int32, output: String) {
        let log = folder.appending(path: "output-\(UUID().uuidString).txt")
        try Data().write(to: log)
        let writing = try FileHandle(forWritingTo: log)
        guard let nothing = FileHandle(forReadingAtPath: "/dev/null") else { throw ProgramFailure("no /dev/null") }
        let process = try ChildProcess(
            program, arguments, environment: ["PATH": "/usr/bin:/bin:/usr/sbin", "SYSTEMD_COLORS": "0"],
            in: folder.path,
            streams: (nothing, writing, writing))
        let status = await process.status()
        return (status, try String(contentsOf: log, encoding: .utf8))
    }
}
