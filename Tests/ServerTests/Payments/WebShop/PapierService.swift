import Channels
import ConversationRuntime
import HTTPActions
import HTTPTypes
import Hummingbird
import JSON
import Logging
import Synchronization
import TestSupport

/// The stationer's own system and payment provider, over HTTP: products, carts, costs, orders, and one charge for each
/// key.
final class PapierService: Sendable {
    private struct State {
        var charged: [String: JSONValue] = [:]
        var asked = 0
        var costs: [JSONValue] = []
        var orders: [JSONValue] = []
        var trouble: [Trouble] = []
        /// Tasks that wait for an order to be completed.
        var watchers: [AsyncStream<Void>.Continuation] = []
    }

    /// A fault of the next charge.
    enum Trouble: Sendable {
        case declines
        /// The card is charged, and the response is lost.
        case losesAnswer
        case down
    }

    private let state = Mutex(State())

    /// The charges: one amount for each key.
    var charges: [JSONValue] { state.withLock { Array($0.charged.values) } }
    /// The number of charge requests.
    var asked: Int { state.withLock(\.asked) }
    /// The requests about changes of sheets.
    var costs: [JSONValue] { state.withLock(\.costs) }
    /// The completed orders.
    var orders: [JSONValue] { state.withLock(\.orders) }

    func prepare(_ trouble: Trouble...) { state.withLock { $0.trouble += trouble } }

    /// Returns when an order is completed.
    func untilOrdered() async {
        let (changes, told) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.watchers.append(told) }
        while orders.isEmpty, !Task.isCancelled {
            for await _ in changes { break }
        }
    }

    private func take(_ order: JSONValue) {
        let watchers = state.withLock { state in
            state.orders.append(order)
            return state.watchers
        }
        for watcher in watchers { watcher.yield() }
    }

    /// Puts items into a cart; implemented in the server itself.
    var addToCart: JSONAction {
        JSONAction { inputs, _ in
            let count = inputs["count"]?.int ?? 1
            let (name, price) = inputs["sku"] == "A5" ? ("Notebook A5", 12) : ("Notebook A6", 8)
            let amount: JSONValue = ["amount": .string("\(price * count).00"), "currency": "EUR"]
            let line: JSONValue = [
                "sku": inputs["sku"] ?? .null, "name": .string(name), "count": .int(count), "price": amount,
            ]
            return ["cart": .array((inputs["cart"]?.array ?? []) + [line]), "subtotal": amount]
        }
    }

    /// Runs while `work` runs, and passes it the port.
    func run(_ work: @Sendable (Int) async throws -> Void) async throws {
        let router = Router()
        router.get("/products") { _, _ in Self.answer(.ok, Self.products) }
        router.post("/costs") { request, _ in Self.answer(.ok, self.costs(of: try await Self.body(request))) }
        router.post("/orders") { request, _ in
            let order = try await Self.body(request)
            self.take(order)
            return Self.answer(.ok, [:])
        }
        router.post("/payments") { request, _ in
            let key = request.headers.first { $0.name.canonicalName == "idempotency-key" }?.value
            return self.charge(key, try await Self.body(request))
        }
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let quiet = Logger(label: "papier") { _ in SwiftLogNoOpLogHandler() }
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in listening.yield(channel.localAddress?.port ?? 0) }, logger: quiet)
        try await TestServer.whileRunning([application], logger: quiet) { _ in
            try await work(await ports.first { _ in true } ?? 0)
        }
    }

    /// Adds tax of 5.5 %; notebooks are not shipped overseas.
    private func costs(of change: JSONValue) -> JSONValue {
        state.withLock { $0.costs.append(change) }
        let country = change["address"]?["country"]?.string ?? "FR"
        guard ["FR", "DE", "BE"].contains(country) else {
            return ["items": [], "problem": "We do not ship there."]
        }
        let goods = (change["items"]?.array ?? []).filter { $0["sku"] != "tax" }
        let cents = goods.reduce(0) { $0 + (Self.cents($1["price"]?["amount"]?.string ?? "") ?? 0) }
        let tax = (cents * 55 + 500) / 1_000
        let line: JSONValue = [
            "sku": "tax", "name": "Tax", "count": 1,
            "price": ["amount": .string("\(tax / 100).\(tax % 100 < 10 ? "0" : "")\(tax % 100)"), "currency": "EUR"],
        ]
        return ["items": .array(goods + [line])]
    }

    private static func cents(_ amount: String) -> Int? { Int(amount.replacing(".", with: "")) }

    private func charge(_ key: String?, _ payment: JSONValue) -> Response {
        state.withLock { state in
            state.asked += 1
            guard let key, payment["token"] != nil, let amount = payment["amount"] else {
                return Self.answer(.badRequest, [:])
            }
            if state.charged[key] != nil { return Self.answer(.ok, ["reference": "P-\(Self.name(key))"]) }
            let trouble = state.trouble.isEmpty ? nil : state.trouble.removeFirst()
            switch trouble {
            case .declines: return Self.answer(.init(code: 402), [:])
            case .down: return Self.answer(.serviceUnavailable, [:])
            case .losesAnswer:
                state.charged[key] = amount
                return Self.answer(.badGateway, [:])
            case nil:
                state.charged[key] = amount
                return Self.answer(.ok, ["reference": "P-\(Self.name(key))"])
            }
        }
    }

    private static func name(_ key: String) -> String { String(key.suffix(6)).uppercased() }

    private static func body(_ request: Request) async throws -> JSONValue {
        try JSONValue(parsing: try await request.body.collect(upTo: 1 << 16).readableBytesView)
    }

    private static func answer(_ status: HTTPResponse.Status, _ json: JSONValue) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json.bytes)))
    }

    private static let products: JSONValue = [
        "items": [
            [
                "sku": "A5", "name": "Notebook A5", "note": "dotted", "picture": "notebook.png",
                "price": ["amount": "12.00", "currency": "EUR"],
            ],
            [
                "sku": "A6", "name": "Notebook A6", "note": "plain", "picture": "notebook.png",
                "price": ["amount": "8.50", "currency": "EUR"],
            ],
        ]
    ]
}
