import CurlClient
import Expressions
import Foundation
import JSON
import WebTokens

@testable import AppleSimulator

/// A response of the simulator.
struct Answer: Sendable {
    let status: Int
    let json: JSONValue

    var reason: String { json["error"]?["reason"]?.string ?? "" }
    var path: String? { json["error"]?["path"]?.string }
}

extension Harness {
    /// Returns a token as the business's MSP creates it.
    func token(
        issuer: String? = mspID, at seconds: Int? = start.seconds, expires: Int? = nil, secret: [UInt8]? = nil,
        algorithm: String = "HS256"
    ) throws -> String {
        let secret =
            try secret ?? Business(id: "b", mspID: "m", secret: Self.secret, webhook: "http://a.example").secret
        var claims = JSONObject()
        claims.set("iss", issuer.map { .string($0) })
        claims.set("iat", seconds.map { .int($0) })
        claims.set("exp", expires.map { .int($0) })
        let token = TokenSecret(secret).token(claims)
        guard algorithm != "HS256" else { return token }
        // The header is read before the signature.
        let header: JSONValue = ["alg": .string(algorithm), "typ": "JWT"]
        return Base64URL.text(Data(header.bytes)) + token[token.firstIndex(of: ".")!...]
    }

    /// Posts a message to the gateway as a business does.
    ///
    /// - Parameter headers: override the valid ones; `nil` omits a header.
    func post(_ message: JSONValue, headers: [String: String?] = [:], text: String? = nil) async throws -> Answer {
        var all: [String: String?] = [
            "authorization": "Bearer \(try token())", "id": message["id"]?.string,
            "source-id": message["sourceId"]?.string, "destination-id": message["destinationId"]?.string,
        ]
        for (name, value) in headers { all.updateValue(value, forKey: name) }
        var request = HTTPRequest("POST", base + "/v1/message")
        request.headers = all.sorted { $0.key < $1.key }.compactMap { name, value in
            value.map { HTTPHeader(name: name, value: $0) }
        }
        request.body = .bytes(text.map { Array($0.utf8) } ?? message.bytes)
        return try await answer(to: request)
    }

    /// Sends a request to the control API.
    func ask(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> Answer {
        var request = HTTPRequest(method, base + "/simulator" + path)
        request.body = body.map { .bytes($0.bytes) }
        return try await answer(to: request)
    }

    private func answer(to request: HTTPRequest) async throws -> Answer {
        let response = try await client.send(request)
        let json = response.body.isEmpty ? JSONValue.null : try JSONValue(parsing: response.body)
        return Answer(status: response.status, json: json)
    }
}
