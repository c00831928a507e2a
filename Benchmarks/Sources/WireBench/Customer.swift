import CZlib
import Crypto
import Foundation

/// A customer who answers the four questions of `Flows/four.yaml`.
struct Customer: Sendable {
    let number: Int
    let webhooks: Webhooks
    let gateway: Gateway
    let servers: Servers

    private var id: String { "urn:mbid:AQAAY-bench-customer-with-an-opaque-id-as-long-as-those-of-apple-\(number)/+=" }

    /// Goes through the whole conversation. Returns how long each event took.
    func converse() async throws -> Measured {
        var measured = Measured()
        var last = try await event(webhooks.text("Hello", from: id), messages: 2, &measured)
        last = try await event(webhooks.tap("Wheels", last?.question, from: id), messages: 1, &measured)
        last = try await event(webhooks.choose("Repair", last?.question, from: id), messages: 1, &measured)
        last = try await event(webhooks.pick(last?.slot, last?.question, from: id), messages: 2, &measured)
        _ = try await event(webhooks.tap("Yes", last?.question, from: id), messages: 1, &measured)
        return measured
    }

    private func event(
        _ webhook: Webhook, messages: Int, _ measured: inout Measured
    ) async throws -> Gateway.Arrived? {
        async let arrived = gateway.messages(for: id, count: messages)
        let connection = servers.next(number + measured.latencies.count)
        var started = ContinuousClock.now
        var status = try await connection.post("/message", headers: webhook.headers, body: webhook.body)
        while status == 503 {
            // As `Retry-After` asks.
            measured.turnedAway += 1
            try await Task.sleep(for: .seconds(1))
            started = .now
            status = try await connection.post("/message", headers: webhook.headers, body: webhook.body)
        }
        guard status == 200 else { throw WireFailure(status: status) }
        let last = await arrived.last
        measured.latencies.append(started.duration(to: .now))
        return last
    }
}

/// What was seen of requests.
struct Measured: Sendable {
    /// From a request that was taken to its last message.
    var latencies: [Duration] = []
    /// How many were asked to come again.
    var turnedAway = 0

    static func += (left: inout Measured, right: Measured) {
        left.latencies += right.latencies
        left.turnedAway += right.turnedAway
    }
}

struct WireFailure: Error, CustomStringConvertible {
    let status: UInt
    var description: String { "the server answered \(status)" }
}

/// A request as Apple posts it.
struct Webhook: Sendable {
    let headers: [(String, String)]
    let body: [UInt8]
}

/// Makes webhooks: JSON, packed with gzip, with headers and token.
struct Webhooks: Sendable {
    let token: String
    private static let business = "b7d1c0de-0000-4000-8000-000000000001"

    /// A body of the usual size.
    var example: [UInt8] { text("Hello", from: "urn:mbid:example").body }

    func text(_ text: String, from customer: String) -> Webhook {
        webhook("\"type\":\"text\",\"body\":\"\(text)\"", customer)
    }

    func tap(_ id: String, _ question: String?, from customer: String) -> Webhook {
        reply("\"quick-reply\":{\"selectedIndex\":0,\"selectedIdentifier\":\"\(id)\"}", question, id, customer)
    }

    func choose(_ id: String, _ question: String?, from customer: String) -> Webhook {
        let item = "{\"identifier\":\"\(id)\",\"title\":\"\(id)\",\"order\":0}"
        let section = "{\"title\":\"Choose\",\"order\":0,\"multipleSelection\":false,\"items\":[\(item)]}"
        return reply("\"listPicker\":{\"sections\":[\(section)]}", question, id, customer)
    }

    func pick(_ slot: String?, _ question: String?, from customer: String) -> Webhook {
        let slots = "[{\"identifier\":\"\(slot ?? "")\",\"duration\":3600}]"
        return reply("\"event\":{\"title\":\"Visit\",\"timeslots\":\(slots)}", question, "A time", customer)
    }

    private func reply(_ data: String, _ question: String?, _ title: String, _ customer: String) -> Webhook {
        let bid =
            "com.apple.messages.MSMessageExtensionBalloonPlugin:0000000000:com.apple.icloud.apps.messages.business.extension"
        let inner =
            "\"version\":\"1.0\",\"requestIdentifier\":\"\(question ?? "")\",\(data),\"replyMessage\":{\"title\":\"\(title)\"}"
        return webhook(
            "\"type\":\"interactive\",\"interactiveData\":{\"bid\":\"\(bid)\",\"sessionIdentifier\":\"\(UUID())\","
                + "\"data\":{\(inner)}}", customer)
    }

    private func webhook(_ content: String, _ customer: String) -> Webhook {
        let id = UUID().uuidString.lowercased()
        let json =
            "{\"v\":1,\"id\":\"\(id)\",\"sourceId\":\"\(customer)\",\"destinationId\":\"\(Self.business)\","
            + "\"locale\":\"en_US\",\(content)}"
        return Webhook(
            headers: [
                ("authorization", "Bearer \(token)"), ("content-type", "application/json"),
                ("content-encoding", "gzip"), ("id", id), ("source-id", customer), ("destination-id", Self.business),
                ("capability-list", "AUTH,AUTH2,LIST,TIME,QUICK,FORM"), ("device-agent", "iPhone OS"),
            ], body: packed(Array(json.utf8)))
    }

    /// gzip at the quickest level: the generator shares the machine with the server.
    private func packed(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        _ = czlib_deflate_init(&stream, 1, MAX_WBITS + 16)
        defer { deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: bytes.count + 128)
        return input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                _ = deflate(&stream, Z_FINISH)
                return Array(output[..<Int(stream.total_out)])
            }
        }
    }
}

/// The token with which Apple signs its webhooks.
enum Token {
    static func signed(with key: Data, audience: String) -> String {
        let head = base64URL(Data(#"{"alg":"HS256","typ":"JWT"}"#.utf8))
        let claims = base64URL(Data("{\"aud\":\"\(audience)\",\"iat\":\(Int(Date().timeIntervalSince1970))}".utf8))
        let signature = HMAC<SHA256>.authenticationCode(
            for: Data("\(head).\(claims)".utf8), using: SymmetricKey(data: key))
        return "\(head).\(claims).\(base64URL(Data(signature)))"
    }

    private static func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
