import Concurrency
import HTTPTypes
import Hummingbird
import JSON
import Logging
import NIOCore

@testable import AppleSimulator

/// The payment endpoints of a business: it records requests and returns prepared responses.
final class PayDesk: Sendable {
    struct Call: Sendable {
        /// The last part of the path, such as `payment-gateway`.
        let endpoint: String
        let body: JSONValue
    }

    private struct State: Sendable {
        var calls: [Call] = []
        var answers: [String: [(status: Int, text: String)]] = [:]
        var port: Int?
        var isHolding = false
    }

    private let state = Watched(State())

    func run() async throws {
        let router = Router()
        router.post("pay/:endpoint") { request, context in
            try await self.take(request, try context.parameters.require("endpoint"))
        }
        router.get("pay/fallback") { _, _ in "Pay here" }
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in self.state.change { $0.port = channel.localAddress?.port } },
            logger: Logger(label: "desk") { _ in SwiftLogNoOpLogHandler() })
        try await application.run()
    }

    /// The base URL of the endpoints.
    var address: String {
        get async throws { "http://127.0.0.1:\(try await state.first(\.port))/pay" }
    }

    var calls: [Call] { state.read(\.calls) }

    /// Returns the payment data of the requests to one endpoint.
    func payments(to endpoint: String) -> [JSONValue] {
        calls.filter { $0.endpoint == endpoint }.map { $0.body["payment"] ?? .null }
    }

    /// Waits until at least `count` calls have arrived.
    func calls(atLeast count: Int) async throws -> [Call] {
        try await state.first { $0.calls.count >= count ? $0.calls : nil }
    }

    /// Sets the next response of an endpoint; by default nothing changes, and payments succeed.
    func answer(_ endpoint: String, _ answer: JSONValue, status: Int = 200) {
        self.answer(endpoint, text: answer.text, status: status)
    }

    func answer(_ endpoint: String, text: String, status: Int = 200) {
        state.change { $0.answers[endpoint, default: []].append((status, text)) }
    }

    /// Accepts calls without answering them, until it is released.
    func hold(_ isHolding: Bool) { state.change { $0.isHolding = isHolding } }

    private func take(_ request: Request, _ endpoint: String) async throws -> Response {
        let bytes = try await request.body.collect(upTo: 1 << 20).readableBytesView
        let body = try JSONValue(parsing: bytes)
        let (status, text) = state.change { state -> (Int, String) in
            state.calls.append(Call(endpoint: endpoint, body: body))
            guard var next = state.answers[endpoint], !next.isEmpty else {
                return (200, endpoint == "payment-gateway" ? #"{"status": "STATUS_SUCCESS"}"# : "{}")
            }
            let answer = next.removeFirst()
            state.answers[endpoint] = next
            return (answer.status, answer.text)
        }
        try await state.first { $0.isHolding ? nil : () }
        return Response(
            status: .init(code: status), headers: [.contentType: "application/json"],
            body: .init(byteBuffer: ByteBuffer(string: text)))
    }
}
