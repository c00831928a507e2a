import CurlClient
import Expressions
import JSON
import JWTKit

@testable import AppleSimulator

/// A response of the simulator.
struct Answer: Sendable {
    let status: Int
    let json: JSONValue

    var reason: String { json["error"]?["reason"]?.string ?? "" }
    var path: String? { json["error"]?["path"]?.string }
}

/// The claims in the tokens of a Messaging Service Provider.
struct ProviderClaims: JWTPayload {
    var iss: String?
    var iat: Int?
    var exp: Int?

    func verify(using algorithm: some JWTAlgorithm) {}
}

extension Harness {
    /// Returns a token as the business's MSP creates it.
    func token(
        issuer: String? = mspID, at seconds: Int? = start.seconds, expires: Int? = nil, secret: [UInt8]? = nil,
        algorithm: DigestAlgorithm = .sha256
    ) async throws -> String {
        let secret =
            try secret ?? Business(id: "b", mspID: "m", secret: Self.secret, webhook: "http://a.example").secret
        let keys = await JWTKeyCollection().add(hmac: HMACKey(from: secret), digestAlgorithm: algorithm)
        let header: JWTHeader = ["alg": .string("HS\(algorithm.bits)"), "typ": "JWT"]
        return try await keys.sign(ProviderClaims(iss: issuer, iat: seconds, exp: expires), header: header)
    }

    /// Posts a message to the gateway as a business does.
    ///
    /// - Parameter headers: override the valid ones; `nil` omits a header.
    func post(_ message: JSONValue, headers: [String: String?] = [:], text: String? = nil) async throws -> Answer {
        var all: [String: String?] = [
            "authorization": "Bearer \(try await token())", "id": message["id"]?.string,
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

extension DigestAlgorithm {
    fileprivate var bits: Int {
        switch self {
        case .sha384: 384
        case .sha512: 512
        default: 256
        }
    }
}
