import HTTPTypes
import Hummingbird
import JSON
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

/// A small HTTP server that replaces Apple's gateway: it returns prepared responses, and records the requests.
final class FakeGateway: Sendable {
    enum Answer: Sendable {
        case status(Int, retryAfter: String? = nil, body: String = "", type: String? = nil)
        /// Accepts the message and closes the connection without a response.
        case hangUp
        /// Accepts the message and never responds.
        case silence
    }

    /// The contents of one request.
    struct Received: Sendable {
        let path: String
        let method: String
        let headers: [String: String]
        let body: [UInt8]

        var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
    }

    private let answers: Mutex<[Answer]>
    private let kept = Mutex<[Received]>([])

    /// All requests so far, in order.
    var received: [Received] { kept.withLock { $0 } }

    private init(_ answers: [Answer]) { self.answers = Mutex(answers) }

    /// Runs a gateway while `work` runs, and passes it the base URL.
    ///
    /// - Parameter answers: the responses in order; the last one repeats.
    static func run<Value: Sendable>(
        _ answers: Answer..., work: @Sendable (FakeGateway, String) async throws -> Value
    ) async throws -> Value {
        let gateway = FakeGateway(answers)
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let quiet = Logger(label: "gateway") { _ in SwiftLogNoOpLogHandler() }
        let application = Application(
            responder: CallbackResponder<GatewayContext> { try await gateway.answer($0, $1) },
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { listening.yield($0.localAddress?.port ?? 0) }, logger: quiet)
        let services = ServiceGroup(services: [application], gracefulShutdownSignals: [], logger: quiet)
        let running = Task { try await services.run() }
        let port = await ports.first { _ in true } ?? 0
        let result: Result<Value, any Error>
        do {
            result = .success(try await work(gateway, "http://127.0.0.1:\(port)/v1"))
        } catch {
            result = .failure(error)
        }
        await services.triggerGracefulShutdown()
        try await running.value
        return try result.get()
    }

    private func answer(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let body = try await request.body.collect(upTo: 16 << 20)
        let headers = Dictionary(request.headers.map { ($0.name.canonicalName, $0.value) }) { first, _ in first }
        kept.withLock {
            $0.append(
                Received(
                    path: request.uri.path, method: request.method.rawValue, headers: headers,
                    body: Array(body.readableBytesView)))
        }
        switch answers.withLock({ $0.count > 1 ? $0.removeFirst() : $0[0] }) {
        case .status(let code, let retryAfter, let body, let type):
            var response = Response(
                status: .init(code: code), body: ResponseBody(byteBuffer: ByteBuffer(string: body)))
            if let type { response.headers[.contentType] = type }
            if let retryAfter { response.headers[.retryAfter] = retryAfter }
            return response
        case .hangUp:
            try? await context.channel.close()
        case .silence:
            let (nothing, _) = AsyncStream.makeStream(of: Never.self)
            await cancelWhenGracefulShutdown { for await _ in nothing {} }
        }
        return Response(status: .ok)
    }
}

/// Adds the connection to Hummingbird's context, so that a response can close it.
private struct GatewayContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any NIOCore.Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
