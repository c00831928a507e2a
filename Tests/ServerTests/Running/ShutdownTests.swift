import AppleSimulator
import Channels
import Concurrency
import ConversationRuntime
import CurlClient
import Expressions
import Foundation
import SQLStorage
import SQLiteStorage
import ServiceLifecycle
import TestSupport
import Testing

@testable import Server

/// A server stops soon after a request to stop, whichever clients stall it, and its accepted work continues after the
/// next start.
@Suite struct ShutdownTests {
    @Test func `a send that takes long is cut off, and is repeated after the next start`() async throws {
        let folder = try TemporaryFolder()
        let gateway = try SilentGateway()
        try await TestServer.run(.init(gateway: gateway.address, folder: folder)) { server in
            let answer = try await Webhook.text("Hi").post(to: server)
            #expect(answer.outcome == "accepted")
            await gateway.untilCalled()
            await server.clock.turning { await server.stop() }
            #expect(server.log.lines.contains { $0.contains("deliveries interrupted by shutdown") })
            #expect(!server.log.lines.contains { $0.contains("delivery attempt failed") })
            let waiting = try Tables(server.databasePath)["deliveries"].count
            #expect(waiting == 2)
        }
        try await TestServer.run(.init(folder: folder)) { server in
            let phone = try Phone(on: server, customer: CustomerID(Webhook.customer))
            await server.untilQuiet()
            #expect(try await server.simulator.messages(of: phone.device.id).count == 2)
        }
    }

    @Test func `a notice to the agent desk that is cut off is counted`() async throws {
        let desk = try SilentGateway()
        try await TestServer.run(.init(desk: DeskSettings(address: desk.address, secret: "between us"))) { server in
            let phone = try Phone(on: server)
            try await phone.says("help")
            await desk.untilCalled()
            await server.clock.turning { await server.stop() }
            let line = server.log.lines.first { $0.contains("calls interrupted by shutdown") }
            #expect(line?.hasSuffix("calls=1") == true, "\(line ?? "no line")")
            #expect(try Tables(server.databasePath)["calls"].count == 1)
        }
    }

    @Test func `a body that does not come does not hold up the shutdown`() async throws {
        try await TestServer.run { server in
            let port = try #require(URL(string: server.url)?.port)
            let connection = try await RawConnection(port: port)
            async let answer = connection.everything(
                for: "POST /message HTTP/1.1\r\nHost: usher\r\nContent-Length: 100\r\n\r\nab")
            await server.clock.turning { await server.stop() }
            #expect(!(await answer).contains(" 200 "))
        }
    }

    @Test(arguments: [true, false])
    func `a shutdown begins at once, also while the database does not answer`(answers: Bool) async throws {
        let folder = try TemporaryFolder()
        let database = try SQLiteDatabase(path: folder.file("usher.sqlite"))
        let gate = GatedStore(database.sessions, database)
        var stores = database.stores
        stores.sessions = gate
        stores.health = gate
        if !answers { gate.holdCounts() }
        let (log, clock) = (LogRecorder(), TurnableClock(standingAt: Account.now))
        let notice = StopNotice([stores], clock: clock, logger: log.logger)
        try await TestServer.whileRunning([notice], logger: log.logger) { stop in
            if answers { await stop() } else { await clock.turning { await stop() } }
            let line = log.lines.first { $0.contains("server is stopping") }
            #expect(line == "notice server is stopping deliveries=\(answers ? "0" : "unknown")")
            #expect(gate.isPreparedForShutdown)
        }
        gate.releaseCounts()
    }

    @Test func `a payment or sign-in in progress is waited for, however long it takes`() async throws {
        let (log, connections) = (LogRecorder(), OpenConnections())
        let clock = TurnableClock(standingAt: Account.now)
        let service = HTTPService(
            server: EndlessServer(), connections: connections, clock: clock, logger: log.logger)
        let (finish, finished) = AsyncStream.makeStream(of: Void.self)
        let (begin, begun) = AsyncStream.makeStream(of: Void.self)
        let exchange = Task {
            await connections.exchanging {
                begun.finish()
                for await _ in finish {}
            }
        }
        for await _ in begin {}
        try await TestServer.whileRunning([service], logger: log.logger) { stop in
            let stopped = Task { await stop() }
            await log.line(with: "stopped accepting connections")
            await clock.turning { await log.line(with: "waiting for payments and sign-ins in progress") }
            for _ in 0..<100 { clock.turn(by: .minutes(1)) }
            #expect(!log.lines.contains { $0.contains("requests interrupted") })
            finished.finish()
            await exchange.value
            await clock.turning { await stopped.value }
            #expect(log.lines.contains { $0.contains("requests interrupted") })
        }
    }

    @Test func `a socket that was passed is used, and stays open when the server ends`() async throws {
        let listener = try Listener()
        let socket = try ListeningSocket(dup(listener.descriptor))
        #expect(socket.name == "127.0.0.1:\(listener.port)" && socket.isLoopback)
        try await TestServer.run(.init(socket: socket)) { server in
            #expect(server.url == "http://127.0.0.1:\(listener.port)")
            #expect(try await Webhook.text("Hi").post(to: server).outcome == "accepted")
            await server.clock.turning { await server.stop() }
            // It is neither accepted nor refused.
            _ = try await RawConnection(port: listener.port)
        }
    }

    @Test func `a server that can accept no more connections ends with an error`() async throws {
        let listener = try Listener()
        let socket = try ListeningSocket(dup(listener.descriptor))
        try await TestServer.run(.init(socket: socket)) { server in
            // The listener shares the socket with the server.
            shutdown(listener.descriptor, Int32(SHUT_RDWR))
            await server.log.line(with: "Service threw error. Cancelling group.")
            #expect(server.log.lines.contains { $0.contains("\(ListenerLost())") })
        }
    }

    @Test func `sockets that cannot be used are refused, and those of other processes are not ours`() throws {
        let own = "\(getpid())"
        for environment in [[:], ["LISTEN_PID": "1", "LISTEN_FDS": "1"]] {
            let socket = try ListeningSocket.passed(in: environment)
            #expect(socket == nil)
        }
        let several = #expect(throws: ListeningSocket.Refusal.self) {
            _ = try ListeningSocket.passed(in: ["LISTEN_PID": own, "LISTEN_FDS": "2"])
        }
        #expect(several?.description.hasPrefix("2 sockets were passed (LISTEN_FDS), and Usher listens on one") == true)
        let none = #expect(throws: ListeningSocket.Refusal.self) { _ = try ListeningSocket(0) }
        #expect(none?.description.contains("is not a listening socket") == true)
    }

    @Test(arguments: [(1_796_115_600, "Tue, 01 Dec 2026 09:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT")])
    func `the date of an answer is written as HTTP wants it`(_ second: Int, _ text: String) {
        #expect(ResponseDate.text(of: second) == text)
    }
}

extension TurnableClock {
    /// Advances the clock in small steps while `work` runs: by a minute at most at once, and then hardly at all, so that no
    /// customer's silence ends meanwhile on a slow machine.
    func turning(_ work: @escaping @Sendable () async -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await work() }
            group.addTask {
                var steps = 0
                while !Task.isCancelled {
                    self.turn(by: .milliseconds(steps < 600 ? 100 : 1))
                    steps += 1
                    await Task.yield()
                }
            }
            await group.next()
            group.cancelAll()
        }
    }
}

/// A service that ends only when it is cancelled.
private struct EndlessServer: Service {
    func run() async {
        let (never, open) = AsyncStream.makeStream(of: Void.self)
        for await _ in never {}
        open.finish()
    }
}

/// A loopback port on which a test listens.
private final class Listener: Sendable {
    let descriptor: Int32
    let port: Int

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { [descriptor] pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && listen(descriptor, 64) == 0
                    && getsockname(descriptor, $0, &size) == 0
            }
        }
        port = Int(UInt16(bigEndian: address.sin_port))
        if !isListening { throw Trouble("no port to listen on") }
    }

    deinit { close(descriptor) }
}

/// A gateway that accepts requests, and never responds.
private final class SilentGateway: Sendable {
    private let listener: Listener

    init() throws { listener = try Listener() }

    var address: String { "http://127.0.0.1:\(listener.port)/v1" }

    /// Returns when a client has connected.
    func untilCalled() async {
        await withCheckedContinuation { continuation in
            Thread { [listener] in
                var poll = pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)
                while Foundation.poll(&poll, 1, 60_000) == 0 {}
                continuation.resume()
            }.start()
        }
    }
}
