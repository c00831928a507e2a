import Foundation
import Hummingbird
import JSON
import Synchronization

/// The barbers' own small system, which books chairs over HTTP: one booking for each key, however often it is
/// requested.
final class BookingService: Sendable {
    private struct State {
        var bookings: [String: String] = [:]
        var requests = 0
        var withoutKey = 0
        var isDown = false
        var chance: SplitMix
    }

    private let state: Mutex<State>
    /// The number of requests in a thousand that are answered with 503, half of them after the chair has been booked.
    private let trouble: UInt64

    init(seed: UInt64, trouble: UInt64 = 0) {
        state = Mutex(State(chance: SplitMix(seed: seed)))
        self.trouble = trouble
    }

    /// The number of booked chairs: one for each key.
    var bookings: Int { state.withLock(\.bookings.count) }
    /// The keys under which chairs were booked.
    var keys: [String] { state.withLock { $0.bookings.keys.sorted() } }
    var requests: Int { state.withLock(\.requests) }
    var requestsWithoutKey: Int { state.withLock(\.withoutKey) }

    /// While it is down, every request is answered with 503.
    var isDown: Bool {
        get { state.withLock(\.isDown) }
        set { state.withLock { $0.isDown = newValue } }
    }

    /// Runs until the task is cancelled; `onPort` is called with its port.
    func run(onPort: @escaping @Sendable (Int) async -> Void) async throws {
        let router = Router()
        router.post("/bookings") { request, _ in
            let body = try await request.body.collect(upTo: 1 << 16)
            let key = request.headers.first { $0.name.canonicalName == "idempotency-key" }?.value
            return self.book(key, Array(body.readableBytesView))
        }
        try await LocalService.run(router, named: "bookings", onPort: onPort)
    }

    private func book(_ key: String?, _ body: [UInt8]) -> Response {
        state.withLock { state in
            state.requests += 1
            guard let key else {
                state.withoutKey += 1
                return Self.response(.badRequest, ["error": "no key"])
            }
            let json = try? JSONValue(parsing: body)
            guard json?["service"]?.string != nil, json?["start"]?["start"] ?? json?["start"] != nil else {
                return Self.response(.badRequest, ["error": "no service or no start"])
            }
            if state.isDown { return Self.response(.serviceUnavailable, [:]) }
            let luck = state.chance.next() % 1_000
            if luck < trouble / 2 { return Self.response(.serviceUnavailable, [:]) }
            let code = state.bookings[key] ?? "HB-\(state.bookings.count + 1)"
            state.bookings[key] = code
            if luck < trouble { return Self.response(.serviceUnavailable, [:]) }
            return Self.response(.ok, ["booking": ["code": .string(code)]])
        }
    }

    private static func response(_ status: HTTPResponse.Status, _ json: JSONValue) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json.bytes)))
    }
}
