import Channels
import Concurrency
import CurlClient
import Expressions
import JSON
import Logging
import ServerMetrics
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing
import Traces

@testable import OpenTelemetry

/// Sending to a collector, with a client that only a test answers, and a clock that it advances.
@Suite struct ExporterTests {
    @Test func `spans are sent together, after a pause or when a request is full`() async throws {
        try await World.run { world in
            await world.record(3)
            #expect(world.collector.requests.isEmpty)
            await world.turn { world.collector.requests.count == 1 }
            await world.record(world.exporter.queue.batch)
            await poll { world.collector.requests.count == 2 }
            #expect(world.collector.requests.map(\.spans) == [3, 512])
            let request = try #require(world.collector.requests.first)
            #expect(request.request.url == "http://collector.example:4318/v1/traces")
            #expect(request.request.headers.contains(HTTPHeader(name: "Content-Type", value: "application/json")))
            #expect(request.request.headers.contains(HTTPHeader(name: "Authorization", value: "Bearer secret")))
            await poll { await world.count("exported") == 515 }
        }
    }

    @Test func `what does not fit into the queue is dropped and counted`() async throws {
        try await World.run { world in
            // The collector does not answer, and one request is on its way.
            world.collector.holds()
            await world.record(512)
            await poll { world.collector.requests.count == 1 }
            await world.record(5_000)
            #expect(world.exporter.queue.count == 4_096)
            #expect(await world.count("dropped") == 904)
            world.collector.answers(.status(200))
        }
    }

    @Test func `an unreachable collector is asked again, and then its spans are counted as failed`() async throws {
        try await World.run { world in
            world.collector.answers(.unreachable)
            await world.record(2)
            await world.turn { world.collector.requests.count == 4 }
            await world.turn { await world.count("failed") == 2 }
            #expect(world.log.lines.filter { $0.contains("collector of traces unreachable") }.count == 1)
            await world.record(1)
            await world.turn { await world.count("failed") == 3 }
            #expect(world.log.lines.filter { $0.contains("collector of traces unreachable") }.count == 1)
            world.collector.answers(.status(200))
            await world.record(1)
            await world.turn { await world.count("exported") == 1 }
            #expect(world.log.lines.contains { $0.contains("collector of traces reachable again") })
        }
    }

    @Test(arguments: [429, 502, 503, 504])
    func `a collector that is busy is asked again`(status: Int) async throws {
        try await World.run { world in
            world.collector.answers(.status(status))
            await world.record(1)
            await world.turn { world.collector.requests.count == 1 }
            world.collector.answers(.status(200))
            await world.turn { await world.count("exported") == 1 }
            #expect(world.collector.requests.count == 2)
        }
    }

    @Test(arguments: ["9223372036854775807", "-9223372036854775808", "99999999999999999999"])
    func `a collector cannot stop the server with the wait that it asks for`(wait: String) async throws {
        try await World.run { world in
            world.collector.answers(.status(503, retryAfter: wait))
            await world.record(1)
            await world.turn { world.collector.requests.count == 1 }
            world.collector.answers(.status(200))
            await world.turn { await world.count("exported") == 1 }
        }
    }

    @Test(arguments: [400, 401, 404, 500])
    func `a collector that refuses is not asked again`(status: Int) async throws {
        try await World.run { world in
            world.collector.answers(.status(status))
            await world.record(1)
            await world.turn { await world.count("failed") == 1 }
            #expect(world.collector.requests.count == 1)
            #expect(world.log.lines.contains { $0.contains("reason=HTTP status \(status)") })
        }
    }

    @Test func `spans that a collector rejects alone are counted`() async throws {
        try await World.run { world in
            world.collector.answers(.partial(rejected: 2))
            await world.record(5)
            await world.turn { await world.count("failed") == 2 }
            #expect(await world.count("exported") == 3)
        }
    }

    @Test func `at the end of the server the rest is sent`() async throws {
        let world = try await World.run { world in await world.record(700) }
        #expect(world.collector.requests.map(\.spans) == [512, 188])
        #expect(await world.count("exported") == 700)
    }

    @Test func `an end is not delayed by a collector that is unreachable`() async throws {
        let world = try await World.run { world in
            world.collector.answers(.unreachable)
            await world.record(600)
            await poll { world.collector.requests.count == 1 }
        }
        #expect(await world.count("failed") == 600)
        #expect(world.collector.requests.count <= 3)
        #expect(world.collector.requests.last?.request.timeout ?? .zero <= .seconds(5))
    }
}

/// An exporter that runs.
private struct World: Sendable {
    let exporter: SpanExporter
    let collector: FakeCollector
    let clock: TurnableClock
    let log: LogRecorder
    let registry: MetricsRegistry

    /// Runs an exporter while `work` runs, and then ends it as SIGTERM does.
    @discardableResult
    static func run(_ work: (World) async throws -> Void) async throws -> World {
        let (collector, log, registry) = (FakeCollector(), LogRecorder(), MetricsRegistry())
        let clock = TurnableClock(standingAt: Moment(seconds: 1_800_000_000))
        let settings = CollectorSettings(
            endpoint: "http://collector.example:4318/v1/traces",
            headers: [HTTPHeader(name: "Authorization", value: "Bearer secret")])
        let exporter = SpanExporter(
            settings, resource: [("service.name", "usher")], version: "1", client: collector, clock: clock,
            logger: log.logger, measuredIn: registry)
        let world = World(exporter: exporter, collector: collector, clock: clock, log: log, registry: registry)
        let group = ServiceGroup(services: [exporter], gracefulShutdownSignals: [], logger: log.logger)
        let running = Task { try await group.run() }
        try await work(world)
        await group.triggerGracefulShutdown()
        try await running.value
        return world
    }

    func record(_ count: Int) async {
        for _ in 0..<count { await exporter.traces.span("turn") { _ in } }
    }

    /// Advances the clock until a condition holds.
    func turn(until isTrue: () async throws -> Bool) async rethrows {
        try await poll(after: { clock.turn(by: .milliseconds(100)) }, until: isTrue)
    }

    func count(_ outcome: String) async -> Int {
        let line = await registry.page.split(separator: "\n").first {
            $0.hasPrefix("usher_spans_total{outcome=\"\(outcome)\"}")
        }
        return line.flatMap { $0.split(separator: " ").last }.flatMap { Int($0) } ?? -1
    }
}

/// A collector that answers as a test wants.
private final class FakeCollector: HTTPSender {
    enum Answer: Sendable {
        case status(Int, retryAfter: String? = nil)
        case partial(rejected: Int)
        case unreachable
    }

    private struct State {
        var requests: [(request: HTTPRequest, spans: Int)] = []
        /// `nil` while requests wait.
        var answer: Answer? = .status(200)
    }

    private let state = Watched(State())

    var requests: [(request: HTTPRequest, spans: Int)] { state.read(\.requests) }

    func answers(_ answer: Answer) { state.change { $0.answer = answer } }

    func holds() { state.change { $0.answer = nil } }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        guard case .bytes(let body)? = request.body, let json = try? JSONValue(parsing: body) else {
            throw .badRequest("no JSON")
        }
        let spans = json["resourceSpans"]?.array?.first?["scopeSpans"]?.array?.first?["spans"]?.array?.count ?? 0
        state.change { $0.requests.append((request, spans)) }
        guard let answer = try? await state.first({ $0.answer }) else { throw .cancelled }
        switch answer {
        case .status(let status, let wait):
            let headers = wait.map { [HTTPHeader(name: "Retry-After", value: $0)] } ?? []
            return HTTPResponse(status: status, headers: headers)
        case .partial(let rejected):
            let body: JSONValue = ["partialSuccess": ["rejectedSpans": .string("\(rejected)")]]
            return HTTPResponse(status: 200, body: Array(body.text.utf8))
        case .unreachable: throw .unreachable("connection refused")
        }
    }
}
