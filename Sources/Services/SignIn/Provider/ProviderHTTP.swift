public import CurlClient
import Foundation
import JSON

/// The HTTP connection to providers: encrypted, to public addresses, without redirects, and with short timeouts.
public struct ProviderHTTP: Sendable {
    private let client: any HTTPSender
    private let allowsPrivateAddresses: Bool

    private static let largest = 1 << 20

    /// - Parameter allowsPrivateAddresses: whether a provider may have a private address; then plain `http` to it is
    ///   allowed as well.
    public init(client: any HTTPSender, allowsPrivateAddresses: Bool) {
        self.client = client
        self.allowsPrivateAddresses = allowsPrivateAddresses
    }

    func isAllowed(_ address: String) -> Bool {
        let scheme = URL(string: address)?.scheme?.lowercased()
        return scheme == "https" || scheme == "http" && allowsPrivateAddresses
    }

    /// A JSON document, with its status.
    func json(_ request: HTTPRequest) async throws(SignInFailure) -> (status: Int, json: JSONValue?) {
        guard isAllowed(request.url) else { throw .badAnswer("an address is not `https`") }
        var request = request
        request.headers.append(HTTPHeader(name: "Accept", value: "application/json"))
        request.timeout = .seconds(10)
        request.redirects = 0
        request.responseLimit = Self.largest
        request.destinations =
            switch (allowsPrivateAddresses, request.url.lowercased().hasPrefix("https:")) {
            case (false, _): .publicOnly()
            case (true, true): .anywhere
            case (true, false): .privateOnly
            }
        let response: HTTPResponse
        do throws(HTTPFailure) {
            response = try await client.send(request)
        } catch {
            throw .unreachable("\(error)")
        }
        guard response.status < 500, response.status != 429 else {
            throw .unreachable("HTTP status \(response.status)")
        }
        return (response.status, try? JSONValue(parsing: response.body))
    }

    /// A JSON object that must exist.
    func document(_ address: String, called name: String) async throws(SignInFailure) -> JSONValue {
        let (status, json) = try await json(HTTPRequest("GET", address))
        guard status == 200, let json, json.object != nil else {
            throw .badAnswer("HTTP status \(status) for \(name)" + (status == 200 ? " and no JSON object" : ""))
        }
        return json
    }
}
