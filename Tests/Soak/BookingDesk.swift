import Foundation
import Hummingbird
import JSON
import Logging
import ServiceLifecycle
import Synchronization

/// The workshop's own system: one booking for each key, however often it is requested.
final class BookingDesk: Sendable {
    private struct State {
        var bookings: [String: Int] = [:]
        var requests = 0
    }

    private let state = Mutex(State())

    /// The number of bookings.
    var bookings: Int { state.withLock(\.bookings.count) }

    /// Runs until the task is cancelled; `onPort` is called with its port.
    func run(onPort: @escaping @Sendable (Int) async -> Void) async throws {
        let router = Router()
        router.post("/bookings") { request, _ in
            _ = try await request.body.collect(upTo: 1 << 16)
            return self.book(request.headers.first { $0.name.canonicalName == "idempotency-key" }?.value)
        }
        var logger = Logger(label: "bookings")
        logger.logLevel = .critical
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in await onPort(channel.localAddress?.port ?? 0) }, logger: logger)
        try await ServiceGroup(services: [application], gracefulShutdownSignals: [], logger: logger).run()
    }

    /// Refuses every twentieth request although it was booked, so that it is repeated.
    private func book(_ key: String?) -> Response {
        state.withLock { state in
            guard let key else { return Response(status: .badRequest) }
            state.requests += 1
            let number = state.bookings[key] ?? state.bookings.count + 1
            state.bookings[key] = number
            guard !state.requests.isMultiple(of: 20) else { return Response(status: .serviceUnavailable) }
            let json: JSONValue = ["code": .string("S-\(number)")]
            return Response(
                status: .ok, headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: json.bytes)))
        }
    }
}
