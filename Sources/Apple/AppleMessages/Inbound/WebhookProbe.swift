public import CurlClient
public import Expressions
import Foundation
import Gzip
import JSON
import WebTokens

/// A webhook in the form in which Apple posts it, signed by this server. It tests whether Apple's webhooks would
/// arrive: the host name, the certificate, any proxy in front of the server, and the secret.
///
/// It reports that a customer is typing, which has no effect: no conversation begins, and nothing is stored.
public struct WebhookProbe: Sendable {
    private let settings: AppleSettings

    public init(settings: AppleSettings) { self.settings = settings }

    /// - Parameter address: the base address of the webhook, as registered with Apple.
    public func request(to address: String, at now: Moment) -> HTTPRequest {
        let claims: JSONObject = ["aud": .string(settings.mspID), "iat": .int(now.seconds)]
        let id = UUID().uuidString.lowercased()
        let (customer, business) = ("urn:mbid:probe", settings.businessIDs?.min() ?? id)
        let body: JSONValue = [
            "type": "typing_start", "id": .string(id), "v": 1, "sourceId": .string(customer),
            "destinationId": .string(business), "locale": "en_US",
        ]
        var request = HTTPRequest("POST", address + "/message")
        request.headers = [
            HTTPHeader(name: "Authorization", value: "Bearer \(TokenSecret(settings.secret).token(claims))"),
            HTTPHeader(name: "Content-Type", value: "application/json"),
            HTTPHeader(name: "Content-Encoding", value: "gzip"), HTTPHeader(name: "id", value: id),
            HTTPHeader(name: "source-id", value: customer), HTTPHeader(name: "destination-id", value: business),
        ]
        request.body = .bytes(Gzip.compress(Array(body.text.utf8)))
        return request
    }
}
