import Hummingbird
import JSON
import Synchronization

/// A payment provider over HTTP: one charge for each key, however often it is requested. It can delay its responses.
final class PaymentProvider: Sendable {
    private struct State: Sendable {
        var charges: [String: JSONValue] = [:]
        var asked = 0
        var isHolding = false
        var held: [CheckedContinuation<Void, Never>] = []
        var watchers: [AsyncStream<Void>.Continuation] = []
    }

    private let state = Mutex(State())

    /// The charges: one amount for each key.
    var charges: [JSONValue] { state.withLock { Array($0.charges.values) } }
    /// The number of charge requests.
    var asked: Int { state.withLock(\.asked) }

    /// From now on it charges but does not respond before `release`.
    func hold() { state.withLock { $0.isHolding = true } }

    func release() {
        let held = state.withLock { state in
            state.isHolding = false
            defer { state.held = [] }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    /// Returns when it has received `count` requests.
    func untilAsked(_ count: Int) async {
        let (changes, told) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.watchers.append(told) }
        while asked < count, !Task.isCancelled {
            for await _ in changes { break }
        }
    }

    /// Runs while `work` runs, and passes it the port.
    func run(_ work: @Sendable (Int) async throws -> Void) async throws {
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.serve { listening.yield($0) } }
            try await work(await ports.first { _ in true } ?? 0)
            release()
            group.cancelAll()
        }
    }

    private func serve(onPort: @escaping @Sendable (Int) async -> Void) async throws {
        let router = Router()
        router.post("/payments") { request, _ in
            let key = request.headers.first { $0.name.canonicalName == "idempotency-key" }?.value
            let bytes = try await request.body.collect(upTo: 1 << 16).readableBytesView
            return await self.charge(key, try JSONValue(parsing: bytes))
        }
        try await LocalService.run(router, named: "payments", onPort: onPort)
    }

    private func charge(_ key: String?, _ payment: JSONValue) async -> Response {
        guard let key, let amount = payment["amount"], payment["token"] != nil else {
            return Self.answer(.badRequest, ["error": "no key, amount or token"])
        }
        let watchers = state.withLock { state in
            state.charges[key] = amount
            state.asked += 1
            return state.watchers
        }
        for watcher in watchers { watcher.yield() }
        await withCheckedContinuation { continuation in
            let goesOn = state.withLock { state in
                if state.isHolding { state.held.append(continuation) }
                return !state.isHolding
            }
            if goesOn { continuation.resume() }
        }
        return Self.answer(.ok, ["reference": .string("P-\(key.suffix(6))")])
    }

    private static func answer(_ status: HTTPResponse.Status, _ json: JSONValue) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json.bytes)))
    }
}
