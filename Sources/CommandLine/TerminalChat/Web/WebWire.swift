import CurlClient
import JSON

/// A client of the web chat's API for one customer.
struct WebWire: Sendable {
    let client: CurlClient
    /// The base URL, such as `http://127.0.0.1:8080`.
    let base: String
    /// Sent with every request; `nil` before there is a session.
    var token: String?

    /// Returns a request to a path of the API.
    func request(_ method: String, _ path: String) -> HTTPRequest { request(method, at: "/chat/api/\(path)") }

    /// Returns a request to an address that the API has returned.
    func request(_ method: String, at address: String) -> HTTPRequest {
        var request = HTTPRequest(method, base + address)
        request.timeout = .seconds(60)
        if let token { request.headers = [HTTPHeader(name: "Authorization", value: "Bearer \(token)")] }
        return request
    }

    /// Sends a request and returns the JSON of the response.
    func call(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws(ChatFailure) -> JSONValue {
        var request = request(method, path)
        if let body {
            request.headers.append(HTTPHeader(name: "Content-Type", value: "application/json"))
            request.body = .bytes(body.bytes)
            // Everything that is sent has an id, so it can be repeated.
            request.repeatable = true
        }
        let response = try await send(request)
        return (try? JSONValue(parsing: response.body)) ?? .null
    }

    /// Sends a request; throws unless the response is a success.
    @discardableResult
    func send(_ request: HTTPRequest) async throws(ChatFailure) -> HTTPResponse {
        let response: HTTPResponse
        do throws(HTTPFailure) {
            response = try await client.send(request)
        } catch {
            throw ChatFailure("the web chat at \(base) does not respond: \(error)")
        }
        guard (200...299).contains(response.status) else {
            let reason = (try? JSONValue(parsing: response.body))?["error"]?["reason"]?.string
            throw ChatFailure("not delivered: \(reason ?? "the web chat at \(base) responded \(response.status)")")
        }
        return response
    }
}
