import CurlClient
import Expressions
import Foundation
import Gzip
import JSON
import TestSupport

/// A hand-written request to `/message`, by default exactly as Apple sends it.
struct Webhook: Sendable {
    var body: [UInt8]
    var authorization: String? = Account.bearer()
    var headers: [String: String] = ["Content-Type": "application/json", "Content-Encoding": "gzip"]

    static let customer = "urn:mbid:AQAAY/2Xb+Kq8Zf5vQ0nH1s7uR4=="

    /// A request with this body, uncompressed.
    init(raw body: [UInt8]) { self.body = body }

    init(raw body: String) { self.body = Array(body.utf8) }

    /// A request with a compressed message.
    init(_ message: JSONValue) { body = Gzip.compress(message.bytes) }

    /// A message from the customer.
    static func message(_ type: String, _ more: JSONObject, id: String = "0f9a3c52-8b7d-4e65-a1c0-93d2f4b6e801")
        -> JSONValue
    {
        var object: JSONObject = [
            "v": 1, "id": .string(id), "type": .string(type), "sourceId": .string(customer),
            "destinationId": .string(Account.business),
        ]
        for (key, value) in more { object[key] = value }
        return .object(object)
    }

    static func text(_ text: String, id: String = UUID().uuidString.lowercased()) -> Webhook {
        Webhook(message("text", ["body": .string(text)], id: id))
    }

    /// The server's response.
    struct Answer: Sendable, Equatable {
        var status: Int
        var json: JSONValue
        var retryAfter: String?

        var reason: String? { json["error"]?["reason"]?.string }
        var outcome: String? { json["outcome"]?.string }
    }

    func post(to server: TestServer, path: String = "/message") async throws -> Answer {
        Answer(try await server.client.send(request(to: server.url + path)))
    }

    func request(to address: String) -> HTTPRequest {
        var request = HTTPRequest.patient("POST", address)
        request.headers = headers.sorted { $0.key < $1.key }.map { HTTPHeader(name: $0.key, value: $0.value) }
        if let authorization { request.headers.append(HTTPHeader(name: "Authorization", value: authorization)) }
        request.body = .bytes(body)
        return request
    }
}

extension Webhook.Answer {
    init(_ response: HTTPResponse) {
        status = response.status
        json = (try? JSONValue(parsing: response.body)) ?? .null
        retryAfter = response.header("Retry-After")
    }
}

extension TestServer {
    func get(_ path: String) async throws -> Webhook.Answer {
        .init(try await client.send(HTTPRequest.patient("GET", url + path)))
    }
}
