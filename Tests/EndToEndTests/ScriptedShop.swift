import Channels
import Concurrency
import Expressions
import Foundation
import Gzip
import HTTPTypes
import Hummingbird
import JSON
import Logging

@testable import AppleSimulator

/// A business at a simulated Apple that answers each message with the next ones of its script.
final class ScriptedShop: Sendable {
    private struct State: Sendable {
        var webhooks: [JSONValue] = []
        var script: [JSONObject]
        var port: Int?
        /// The next responses of the payment endpoints, by name.
        var answers: [String: [JSONValue]] = [:]
        /// The requests to the payment endpoints.
        var calls: [(endpoint: String, payment: JSONValue)] = []
    }

    private static let id: BusinessID = "5e4dbb1d-4a4c-4e51-9b5c-0bb4c1d4a3f1"

    let simulator: AppleSimulator
    private let state: Watched<State>

    /// - Parameter script: messages without their envelope, one for each message of the customer.
    init(_ script: [JSONObject]) {
        var settings = SimulatorSettings()
        settings.port = 0
        settings.typesBeforeText = false
        simulator = AppleSimulator(
            settings: settings, clock: TurnableClock(), seed: 7,
            logger: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() })
        state = Watched(State(script: script))
    }

    /// Runs the business and the simulated Apple while `body` runs, and passes it the port of the simulated Apple.
    func run(_ body: (Int) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.simulator.run() }
            group.addTask { try await self.listen() }
            defer { group.cancelAll() }
            let port = try await state.first(\.port)
            try await simulator.register(
                Business(
                    id: Self.id, mspID: "msp", secret: Data(repeating: 7, count: 32).base64EncodedString(),
                    webhook: "http://127.0.0.1:\(port)"))
            try await body(try await simulator.port)
        }
    }

    /// Appends messages to the script.
    func answer(with messages: [JSONObject]) { state.change { $0.script += messages } }

    /// Sets the next response of a payment endpoint; by default nothing changes, and payments succeed.
    func answer(_ endpoint: String, _ answer: JSONValue) {
        state.change { $0.answers[endpoint, default: []].append(answer) }
    }

    /// The names of the payment endpoints that were called.
    var calls: [String] { state.read { $0.calls.map(\.endpoint) } }

    /// Returns the payment data of the requests to an endpoint.
    func payments(to endpoint: String) -> [JSONValue] {
        state.read { $0.calls.filter { $0.endpoint == endpoint }.map(\.payment) }
    }

    /// The base URL of the payment endpoints.
    var payAddress: String {
        get async throws { "http://127.0.0.1:\(try await state.first(\.port))/pay" }
    }

    /// The time of the simulated Apple's clock.
    var now: Moment { simulator.clock.now }

    /// The customer's messages.
    var webhooks: [JSONValue] { state.read(\.webhooks) }

    /// Puts a file into the store and returns its description for messages.
    func attachment(_ bytes: [UInt8], _ name: String, _ mimeType: String) async throws -> JSONValue {
        let key = FileKey()
        let file = try await simulator.store.add(bytes, key: key, as: .attachment, for: Self.id)
        return [
            "name": .string(name), "mimeType": .string(mimeType), "size": .int(file.size), "key": .string(key.wire()),
            "url": .string(file.url), "owner": .string(file.owner),
            "signature-base64": .string(Data(file.signature).base64EncodedString()),
        ]
    }

    private func listen() async throws {
        let router = Router()
        router.post("message") { request, _ in
            let bytes = Array(try await request.body.collect(upTo: 1 << 20).readableBytesView)
            try self.take(try JSONValue(parsing: try Gzip.decompress(bytes, limit: 1 << 20)))
            return HTTPResponse.Status.ok
        }
        router.post("pay/:endpoint") { request, context in
            let endpoint = try context.parameters.require("endpoint")
            let body = try JSONValue(parsing: try await request.body.collect(upTo: 1 << 20).readableBytesView)
            return self.answer(to: endpoint, body["payment"] ?? .null)
        }
        router.get("pay/fallback") { _, _ in "Pay here" }
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in self.state.change { $0.port = channel.localAddress?.port } },
            logger: Logger(label: "shop") { _ in SwiftLogNoOpLogHandler() })
        try await application.run()
    }

    private func answer(to endpoint: String, _ payment: JSONValue) -> Response {
        let answer = state.change { state -> JSONValue in
            state.calls.append((endpoint, payment))
            guard var next = state.answers[endpoint], !next.isEmpty else {
                return endpoint == "payment-gateway" ? ["status": "STATUS_SUCCESS"] : [:]
            }
            defer { state.answers[endpoint] = next }
            return next.removeFirst()
        }
        return Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.bytes)))
    }

    private func take(_ webhook: JSONValue) throws {
        let (answer, number) = state.change { state in
            state.webhooks.append(webhook)
            return (state.script.isEmpty ? nil : state.script.removeFirst(), state.webhooks.count)
        }
        guard var message = answer, let customer = webhook["sourceId"] else { return }
        message["v"] = 1
        message["id"] = .string("11111111-2222-4333-8444-00000000000\(number)")
        message["sourceId"] = .string(Self.id.text)
        message["destinationId"] = customer
        let checked = try GatewayMessage(checking: .object(message), limits: .strict)
        let files = try checked.attachments.map { file in
            TranscriptFile(fetching: file, try file.stored(in: simulator.store, for: Self.id), from: simulator.store)
        }
        _ = simulator.world.customer(CustomerID(customer.string ?? ""))?
            .take(checked, files, body: JSONValue.object(message).bytes, at: simulator.clock.now)
    }
}
