import Concurrency
import Gzip
import HTTPTypes
import Hummingbird
import JSON
import Logging
import NIOCore

@testable import AppleSimulator

/// A business's server: it accepts webhooks and records them.
final class Receiver: Sendable {
    /// A webhook as it arrived.
    struct Webhook: Sendable {
        let path: String
        let headers: [String: String]
        let body: JSONValue
        let isPacked: Bool
    }

    private struct State: Sendable {
        var webhooks: [Webhook] = []
        /// Statuses of the next responses; 200 when it is empty.
        var answers: [Int] = []
        var port: Int?
        var isHolding = false
    }

    private let state = Watched(State())

    func run() async throws {
        let router = Router()
        router.post("**") { request, _ in try await self.take(request) }
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in self.state.change { $0.port = channel.localAddress?.port } },
            logger: Logger(label: "receiver") { _ in SwiftLogNoOpLogHandler() })
        try await application.run()
    }

    /// The base URL to register.
    var address: String {
        get async throws { "http://127.0.0.1:\(try await state.first(\.port))" }
    }

    /// The webhooks that have arrived so far.
    var webhooks: [Webhook] { state.read(\.webhooks) }

    /// Returns the webhooks of one type that have arrived so far.
    func webhooks(of type: String) -> [Webhook] { webhooks.filter { $0.body["type"]?.string == type } }

    /// Waits until `count` have arrived.
    func webhooks(atLeast count: Int) async throws -> [Webhook] {
        try await state.first { $0.webhooks.count >= count ? $0.webhooks : nil }
    }

    /// Answers the next webhooks with `statuses`.
    func answer(_ statuses: Int...) { state.change { $0.answers += statuses } }

    /// Accepts webhooks without answering them, until it is released.
    func hold(_ isHolding: Bool) { state.change { $0.isHolding = isHolding } }

    private func take(_ request: Request) async throws -> Response {
        let bytes = Array(try await request.body.collect(upTo: 1 << 20).readableBytesView)
        let isPacked = Gzip.isCompressed(bytes)
        let body = try JSONValue(parsing: isPacked ? Gzip.decompress(bytes, limit: 1 << 20) : bytes)
        let headers = Dictionary(request.headers.map { ($0.name.canonicalName, $0.value) }) { $1 }
        let webhook = Webhook(path: request.uri.path, headers: headers, body: body, isPacked: isPacked)
        let status = state.change { state in
            state.webhooks.append(webhook)
            return state.answers.isEmpty ? 200 : state.answers.removeFirst()
        }
        try await state.first { $0.isHolding ? nil : () }
        return Response(status: .init(code: status), body: .init(byteBuffer: ByteBuffer(string: "seen")))
    }
}
