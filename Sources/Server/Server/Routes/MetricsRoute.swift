import Hummingbird
import ServerMetrics

/// `GET /metrics`: the metrics for Prometheus.
struct MetricsRoute: Sendable {
    let registry: MetricsRegistry
    let token: OperatorToken

    func handle(_ request: Request) async -> Response {
        if let refusal = token.refusal(of: request) { return refusal }
        let page = await registry.page
        return Response(
            status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: page)))
    }
}
