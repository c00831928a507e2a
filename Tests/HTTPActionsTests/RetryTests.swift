import Channels
import Concurrency
import Expressions
import FlowEngine
import ServiceLifecycle
import TestSupport
import Testing

/// Retries of a call, and their headers.
@Suite struct RetryTests {
    @Test(arguments: [
        FakeServer.Answer.status(500, ""), .status(503, ""), .status(429, ""), .hangUp,
    ]) func `a call without an answer is made again after 1, 4 and 15 seconds`(answer: FakeServer.Answer) async throws {
        let server = try FakeServer(answer, answer, answer, answer, .ok("{}"))
        let calling = try Calling("post: http://127.0.0.1:PORT/\nretries: 4", on: server)
        #expect(try await calling.call(waits: [1, 4, 15, 15]) == .gave(Fields()))
        #expect(server.requests.count == 5)
        #expect(server.requests.map { $0.header("Idempotency-Key") } == Array(repeating: "key-1", count: 5))
        #expect(calling.log.lines == ["call answered action=act key=key-1"])
    }

    @Test func `a call that took too long is made again`() async throws {
        let server = try FakeServer(.silence, .ok("{}"))
        let calling = try Calling(
            "post: http://127.0.0.1:PORT/\nretries: 1", on: server, timeout: .seconds(5))
        #expect(try await calling.call(waits: [1]) == .gave(Fields()))
    }

    @Test func `after the last try the call has failed`() async throws {
        let server = try FakeServer(.status(503, ""))
        let calling = try Calling("post: http://127.0.0.1:PORT/\nretries: 2\nproblems:\n  503: closed", on: server)
        #expect(try await calling.call(waits: [1, 4]) == .failed("closed"))
        #expect(server.requests.count == 3)
        #expect(
            calling.log.lines == ["call failed action=act key=key-1 problem=closed reason=HTTP status 503"])
    }

    @Test(arguments: [(400, "{}"), (404, ""), (409, ""), (301, ""), (200, "no JSON")])
    func `an answer is final`(status: Int, answer: String) async throws {
        let server = try FakeServer(.status(status, answer))
        let calling = try Calling(
            "post: http://127.0.0.1:PORT/\nretries: 3\ngives:\n  code: text", on: server)
        _ = await calling.call()
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [("get", 3), ("post", 1), ("put", 1), ("patch", 1), ("delete", 1)])
    func `only reading is repeated unless the file says so`(method: String, tries: Int) async throws {
        let server = try FakeServer(.status(503, ""))
        let calling = try Calling("\(method): http://127.0.0.1:PORT/", on: server)
        #expect(try await calling.call(waits: tries == 3 ? [1, 4] : []) == .failed("refused"))
        #expect(server.requests.count == tries)
        let key = method == "get" ? nil : "key-1"
        #expect(server.requests.allSatisfy { $0.header("Idempotency-Key") == key })
        #expect(server.requests.allSatisfy { $0.line == "\(method.uppercased()) /" })
    }

    @Test(arguments: [("get", "yes", "key-1"), ("post", "no", nil)]) func `once decides about the key`(
        method: String, once: String, key: String?
    ) async throws {
        let server = try FakeServer(.ok("{}"))
        let calling = try Calling("\(method): http://127.0.0.1:PORT/\nonce: \(once)", on: server)
        #expect(await calling.call() == .gave(Fields()))
        #expect(server.requests.map { $0.header("Idempotency-Key") } == [key])
    }

    @Test func `a server that ends waits for no further try`() async throws {
        let server = try FakeServer(.status(503, ""))
        let calling = try Calling("post: http://127.0.0.1:PORT/\nretries: 3", on: server)
        let (outcomes, ended) = AsyncStream.makeStream(of: ActionOutcome.self)
        let group = ServiceGroup(
            services: [OneCall(calling: calling, ended: ended)], gracefulShutdownSignals: [], logger: calling.log.logger
        )
        async let running: Void = group.run()
        try await calling.clock.untilSomebodySleeps(until: calling.clock.now + .seconds(1))
        await group.triggerGracefulShutdown()
        #expect(await outcomes.first { _ in true } == .failed("refused"))
        try await running
        #expect(server.requests.count == 1)
    }

    /// A server that makes one call and waits for its end.
    private struct OneCall: Service {
        let calling: Calling
        let ended: AsyncStream<ActionOutcome>.Continuation

        func run() async throws {
            ended.yield(await calling.call())
            ended.finish()
            try await gracefulShutdown()
        }
    }
}
