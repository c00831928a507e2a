import CurlClient
import Foundation
import Testing

/// A server is restarted while clients send requests.
@Suite struct RestartTests {
    /// Holds a listening socket as systemd does, and runs a program on it; SIGUSR1 restarts the program.
    static let holder = """
        import os, signal, socket, sys
        port, program = int(sys.argv[1]), sys.argv[2:]
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen(256)
        child, stopping = 0, False

        def start():
            pid = os.fork()
            if pid: return pid
            os.dup2(listener.fileno(), 3)
            os.set_inheritable(3, True)
            os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
            os.execv(program[0], program)

        def stop(number, frame):
            global stopping
            stopping = number == signal.SIGTERM
            os.kill(child, signal.SIGTERM)

        signal.signal(signal.SIGUSR1, stop)
        signal.signal(signal.SIGTERM, stop)
        while True:
            child = start()
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            if stopping or status: sys.exit(status)
        """

    @Test func `on a socket that is passed, restarts are seen by nobody who asks`() async throws {
        try await World.with(seed: 5) { world in
            let holder = try await world.start(
                ["-c", Self.holder, "\(world.serverPort)", try Program.path, "serve"], of: "/usr/bin/python3")
            #expect(
                await holder.errors.wait(for: "server started"), "\(holder.errors.text)")
            let asking = Task { try await Self.statuses(of: "http://127.0.0.1:\(world.serverPort)/health/live") }
            for restart in 2...4 {
                holder.send(SIGUSR1)
                #expect(await holder.errors.wait(for: "server started", times: restart), "\(holder.errors.text)")
            }
            asking.cancel()
            let statuses = try await asking.value
            #expect(Set(statuses) == [200], "\(statuses.count) requests")
            holder.send(SIGTERM)
            await holder.expectEnd(with: 0)
            #expect(holder.errors.text.contains("server is stopping") && holder.errors.text.contains("server stopped"))
        }
    }

    /// Sends requests repeatedly, each on a new connection, until the task is cancelled.
    static func statuses(
        of address: String, _ method: String = "GET", authority: String? = nil
    ) async throws -> [Int] {
        let client = CurlClient(patience: .seconds(300))
        var statuses: [Int] = []
        var request = HTTPRequest(method, address)
        request.authorityFile = authority
        request.headers = [HTTPHeader(name: "Connection", value: "close")]
        request.timeout = .seconds(120)
        while !Task.isCancelled {
            // The request itself is not cancelled with the task, because it would look like a failed one.
            let asked = request
            statuses.append(await Task { (try? await client.send(asked))?.status ?? 0 }.value)
        }
        await client.shutdown()
        return statuses
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: activate), "systemd is not installed"))
    func `systemd passes its socket`() async throws {
        try await World.with(seed: 6) { world in
            let names = [
                "USHER_STORAGE_PATH", "USHER_FLOWS_PATH", "USHER_APPLE_GATEWAY", "USHER_APPLE_MSP_ID",
                "USHER_APPLE_SECRET", "USHER_ADMIN_TOKEN", "USHER_ACTIONS_PRIVATE_ADDRESSES", "USHER_STORAGE_KEY",
                "USHER_SERVER_PUBLIC_URL",
            ]
            let server = try await world.start(
                ["--listen", "127.0.0.1:\(world.serverPort)"] + names.flatMap { ["-E", $0] }
                    + [try Program.path, "serve"], of: Self.activate)
            #expect(await server.errors.wait(for: "Listening on"), "\(server.errors.text)")
            let client = CurlClient(patience: .seconds(300))
            var request = HTTPRequest("GET", "http://127.0.0.1:\(world.serverPort)/health/live")
            request.timeout = .seconds(120)
            #expect(try await client.send(request).status == 200)
            await client.shutdown()
            #expect(server.errors.text.contains("socket="))
            server.stop()
            await server.expectEnd(with: 0)
        }
    }

    private static let activate = "/usr/bin/systemd-socket-activate"

    @Test func `SIGHUP applies new secrets, refuses a broken one, and names what needs a restart`() async throws {
        try await World.with(seed: 7) { world in
            let (token, settings) = (world.folder.appending(path: "token"), world.folder.appending(path: "usher.yaml"))
            func write(_ text: String, to file: URL) throws {
                try text.write(to: file, atomically: true, encoding: .utf8)
            }
            try write("the first token of operators", to: token)
            try write("storage:\n  largest_group: 64\n", to: settings)
            let server = try await world.start(
                ["serve", "--config", settings.path],
                with: ["USHER_ADMIN_TOKEN": "", "USHER_ADMIN_TOKEN_FILE": token.path])
            #expect(await server.errors.wait(for: "server started"), "\(server.errors.text)")
            #expect(try await Self.metrics(of: world, token: "the first token of operators") == 200)

            try write("another token of operators", to: token)
            try write("storage:\n  largest_group: 32\n", to: settings)
            server.send(SIGHUP)
            #expect(await server.errors.wait(for: "changed settings require a restart"), "\(server.errors.text)")
            #expect(server.errors.text.contains("admin.token") && server.errors.text.contains("storage.largest_group"))
            #expect(try await Self.metrics(of: world, token: "the first token of operators") == 401)
            #expect(try await Self.metrics(of: world, token: "another token of operators") == 200)

            try write("storage:\n  largest_grup: 32\n", to: settings)
            try write("a third token of operators", to: token)
            server.send(SIGHUP)
            #expect(await server.errors.wait(for: "settings not reloaded"), "\(server.errors.text)")
            #expect(server.errors.text.contains("did you mean `storage.largest_group`?"))
            #expect(try await Self.metrics(of: world, token: "another token of operators") == 200)
            server.stop()
            await server.expectEnd(with: 0)
        }
    }

    private static func metrics(of world: World, token: String) async throws -> Int {
        let client = CurlClient(patience: .seconds(300))
        var request = HTTPRequest("GET", "http://127.0.0.1:\(world.serverPort)/metrics")
        request.headers = [HTTPHeader(name: "Authorization", value: "Bearer \(token)")]
        request.timeout = .seconds(120)
        let status = try await client.send(request).status
        await client.shutdown()
        return status
    }
}
