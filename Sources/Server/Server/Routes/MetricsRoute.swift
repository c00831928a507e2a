import Hummingbird
import ServerMetrics

/// `GET /metrics`: the metrics for Prometheus.
struct MetricsRoute: Sendable {
    let registry: MetricsRegistry
    let gate: OperatorGate

    func handle(_ request: Request) async throws -> Response {
        try await gate.handle(.metrics, request) { _ in
            let page = await registry.page
            return Response(
                status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: page)))
        }
    }
}
