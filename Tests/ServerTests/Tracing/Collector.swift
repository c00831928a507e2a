import Foundation
import Hummingbird
import JSON
import Logging
import Synchronization
import TestSupport
import Testing

/// A collector of OpenTelemetry and a shop that flows call, on one port.
final class Collector: Sendable {
    /// A span as it has been received.
    struct Span: Sendable {
        let json: JSONValue

        var name: String { json["name"]?.string ?? "" }
        var id: String { json["spanId"]?.string ?? "" }
        var trace: String { json["traceId"]?.string ?? "" }
        /// The id of its parent; empty for the first of a trace.
        var parent: String { json["parentSpanId"]?.string ?? "" }

        func attribute(_ name: String) -> String? {
            let value = json["attributes"]?.array?.first { $0["key"]?.string == name }?["value"]
            return value?["stringValue"]?.string ?? value?["intValue"]?.string
        }
    }

    private struct State {
        var bodies: [[UInt8]] = []
        /// The header `traceparent` of each call, if it has one.
        var calls: [String?] = []
        var failures = 0
    }

    private let state = Mutex(State())

    /// What has been received, as it is.
    var bodies: [[UInt8]] { state.withLock(\.bodies) }

    var calls: [String?] { state.withLock(\.calls) }

    /// Answers the next calls with 503.
    func fail(_ count: Int) { state.withLock { $0.failures = count } }

    var spans: [Span] {
        get throws {
            try bodies.flatMap { body in
                let resource = try JSONValue(parsing: body)["resourceSpans"]?.array?.first
                return resource?["scopeSpans"]?.array?.first?["spans"]?.array ?? []
            }.map(Span.init)
        }
    }

    /// Listens while `work` runs, and passes it the port.
    func run(_ work: @Sendable (Int) async throws -> Void) async throws {
        let (listening, ports) = AsyncStream.makeStream(of: Int.self)
        let router = Router()
        router.post("/v1/traces") { request, _ in
            let body = try await request.body.collect(upTo: 1 << 22)
            self.state.withLock { $0.bodies.append(Array(body.readableBytesView)) }
            return Response(status: .ok)
        }
        router.post("/orders") { request, _ in
            let parent = request.headers.first { $0.name.canonicalName == "traceparent" }?.value
            let isFailing = self.state.withLock { state in
                state.calls.append(parent)
                state.failures -= 1
                return state.failures >= 0
            }
            return Response(status: isFailing ? .serviceUnavailable : .noContent)
        }
        var logger = Logger(label: "collector")
        logger.logLevel = .critical
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in ports.yield(channel.localAddress?.port ?? 0) }, logger: logger)
        try await TestServer.whileRunning([application], logger: logger) { _ in
            try await work(await listening.first { _ in true } ?? 0)
        }
    }
}
