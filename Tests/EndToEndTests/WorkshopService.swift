import Foundation
import Hummingbird
import JSON
import Synchronization

/// The workshop's own small system behind the bike-repair bot: free slots, and bookings, of which it may refuse one.
final class WorkshopService: Sendable {
    private struct State {
        var services: [String] = []
        var bookings: [(key: String, authorization: String, start: String)] = []
        var refusals = 1
    }

    private let state = Mutex(State())

    /// The values of `service` in the requests.
    var services: [String] { state.withLock(\.services) }
    /// The bookings with data from their headers.
    var bookings: [(key: String, authorization: String, start: String)] { state.withLock(\.bookings) }

    /// Runs until the task is cancelled; `onPort` is called with its port.
    func run(onPort: @escaping @Sendable (Int) async -> Void) async throws {
        let router = Router()
        router.get("/slots") { request, _ in
            let service = request.uri.queryParameters.get("service") ?? ""
            self.state.withLock { $0.services.append(service) }
            let start = Date(timeIntervalSinceNow: 86_400).ISO8601Format()
            let next = Date(timeIntervalSinceNow: 90_000).ISO8601Format()
            return Self.response(
                .ok,
                [
                    "times": [
                        ["start": .string(start), "duration": 2_700], ["start": .string(next), "duration": 2_700],
                    ]
                ])
        }
        router.post("/repairs") { request, _ in
            let body = try await request.body.collect(upTo: 1 << 16)
            let json = try? JSONValue(parsing: Array(body.readableBytesView))
            return self.book(request.headers, json)
        }
        try await LocalService.run(router, named: "workshop", onPort: onPort)
    }

    /// Refuses the first booking as too late.
    private func book(_ headers: HTTPFields, _ json: JSONValue?) -> Response {
        state.withLock { state in
            let header = { (name: String) in headers.first { $0.name.canonicalName == name }?.value ?? "" }
            state.bookings.append(
                (header("idempotency-key"), header("authorization"), json?["start"]?.string ?? ""))
            guard state.refusals == 0 else {
                state.refusals -= 1
                return Self.response(.conflict, ["error": "taken"])
            }
            return Self.response(.created, ["booking": ["code": "R-1701"]])
        }
    }

    private static func response(_ status: HTTPResponse.Status, _ json: JSONValue) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json.bytes)))
    }
}
