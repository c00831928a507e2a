public import Channels
public import CurlClient
import Expressions
import JSON
public import Logging
public import ServerMetrics
public import ServiceLifecycle
public import Traces

/// Sends spans to a collector of OpenTelemetry, many in one request (OpenTelemetry Protocol Specification, OTLP/HTTP).
///
/// It never delays the server: spans wait in a bounded queue, and are dropped and counted when a collector that is
/// unreachable or slow lets it fill up.
public struct SpanExporter: Service {
    /// What has become of a span, as a metric label.
    enum Outcome: String, MetricLabel {
        case exported
        /// The queue was full.
        case dropped
        /// The collector rejected it, or could not be reached for all attempts.
        case failed
    }

    private let settings: CollectorSettings
    private let client: any HTTPSender
    private let clock: any WallClock
    private let logger: Logger
    private let encoding: SpanEncoding
    private let outcomes: Counters<Outcome>
    let queue: SpanQueue
    /// Records the spans that are sent.
    public let traces: Traces

    /// How long a span waits for others at most.
    static let pause = TimeLength.seconds(5)
    /// How long the end of the server waits for the collector.
    static let farewell = TimeLength.seconds(5)
    /// The delays after attempts that failed but may succeed later.
    static let waits: [TimeLength] = [.seconds(1), .seconds(5), .seconds(15)]

    /// - Parameters:
    ///   - resource: what the spans say about the server, by the names of OpenTelemetry: `service.name` and others.
    ///   - version: the version of the program.
    public init(
        _ settings: CollectorSettings, resource: [(name: String, value: String)], version: String,
        client: any HTTPSender, clock: any WallClock, logger: Logger, measuredIn registry: MetricsRegistry
    ) {
        let outcomes: Counters<Outcome> = registry.counters(
            "usher_spans_total", "Spans of traces, by what happened to them on the way to the collector.", by: "outcome"
        )
        let queue = SpanQueue { outcomes.add(to: .dropped) }
        self.settings = settings
        self.client = client
        self.clock = clock
        self.logger = logger
        self.outcomes = outcomes
        self.queue = queue
        encoding = SpanEncoding(resource: resource, version: version)
        traces = Traces(OTLPTracer(sampling: TraceSampling(share: settings.share)) { queue.add($0) })
    }

    /// Sends until the task is cancelled or the server shuts down; then what waits is sent, within a limit of time.
    public func run() async {
        await withTaskCancellationOrGracefulShutdownHandler {
            var isReachable = true
            while !Task.isShuttingDownGracefully, !Task.isCancelled {
                await queue.wait(until: clock.now + Self.pause, on: clock)
                if Task.isShuttingDownGracefully || Task.isCancelled { break }
                await send(queue.take(), &isReachable)
            }
            await sayFarewell()
        } onCancelOrGracefulShutdown: {
            queue.close()
        }
    }

    /// Sends what is left, in one attempt each, for as long as the limit allows.
    private func sayFarewell() async {
        let end = clock.now + Self.farewell
        while case let spans = queue.take(), !spans.isEmpty {
            let left = end - clock.now
            guard left > .zero, case .taken = await attempt(spans, within: left) else {
                let count = spans.count + queue.count
                outcomes.add(count, to: .failed)
                return logger.notice("spans lost at the end of the server", metadata: ["spans": "\(count)"])
            }
        }
    }

    private enum Attempt {
        case taken
        case later(String, after: TimeLength?)
        case refused(String)
    }

    /// Sends a request, and again after failures that may pass; logs only when the state of the collector changes.
    private func send(_ spans: [FinishedSpan], _ isReachable: inout Bool) async {
        guard !spans.isEmpty else { return }
        var reason = ""
        attempts: for wait in Self.waits.map({ Optional($0) }) + [nil] {
            switch await attempt(spans, within: .seconds(10)) {
            case .taken:
                if !isReachable { logger.notice("collector of traces reachable again") }
                isReachable = true
                return
            case .refused(let why):
                outcomes.add(spans.count, to: .failed)
                return logger.warning("spans rejected by the collector", metadata: ["reason": "\(why)"])
            case .later(let why, let after):
                reason = why
                guard let wait, await rest(max(wait, min(after ?? .zero, .minutes(1)))) else { break attempts }
            }
        }
        outcomes.add(spans.count, to: .failed)
        if isReachable {
            logger.warning("collector of traces unreachable, spans are lost", metadata: ["reason": "\(reason)"])
        }
        isReachable = false
    }

    /// Waits before another attempt; not when the server shuts down. Returns whether there is to be one.
    private func rest(_ length: TimeLength) async -> Bool {
        let next = clock.now + length
        await cancelWhenGracefulShutdown { try? await clock.sleep(until: next) }
        return !Task.isShuttingDownGracefully && !Task.isCancelled
    }

    private func attempt(_ spans: [FinishedSpan], within limit: TimeLength) async -> Attempt {
        var request = HTTPRequest("POST", settings.endpoint)
        request.headers = [HTTPHeader(name: "Content-Type", value: "application/json")] + settings.headers
        request.body = .bytes(Array(encoding.request(spans).text.utf8))
        request.timeout = .milliseconds(limit.milliseconds)
        request.responseLimit = 1 << 20
        // A span that arrives twice has the same id.
        request.repeatable = true
        do throws(HTTPFailure) {
            return judge(try await client.send(request), spans.count)
        } catch {
            return error.mayHaveArrived || error.isPassing ? .later("\(error)", after: nil) : .refused("\(error)")
        }
    }

    private func judge(_ response: HTTPResponse, _ count: Int) -> Attempt {
        switch response.status {
        case 200..<300:
            let rejected = min(rejectedCount(response), count)
            outcomes.add(count - rejected, to: .exported)
            outcomes.add(rejected, to: .failed)
            return .taken
        case 429, 502, 503, 504:
            return .later("HTTP status \(response.status)", after: response.secondsUntilRetry.map { .seconds($0) })
        default: return .refused("HTTP status \(response.status)")
        }
    }

    /// How many spans of an accepted request the collector has rejected (`ExportTracePartialSuccess`).
    private func rejectedCount(_ response: HTTPResponse) -> Int {
        let partial = (try? JSONValue(parsing: response.body))?["partialSuccess"]
        guard let rejected = partial?["rejectedSpans"] else { return 0 }
        let count = rejected.int ?? rejected.string.flatMap { Int($0) } ?? 0
        if count > 0 { logger.warning("spans rejected by the collector", metadata: ["spans": "\(count)"]) }
        return max(0, count)
    }
}

extension SpanExporter: CustomStringConvertible {
    /// The name that service groups write to their logs, without the headers.
    public var description: String { "SpanExporter" }
}

extension HTTPFailure {
    /// Whether a later attempt may succeed although nothing was sent.
    fileprivate var isPassing: Bool {
        switch self {
        case .unreachable, .timedOut, .interrupted: true
        default: false
        }
    }
}
