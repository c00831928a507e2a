/// A sender of HTTP requests: a `CurlClient`, or a simulation without a network.
public protocol HTTPSender: Sendable {
    /// Sends `request` and waits for the complete response.
    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse
}

extension CurlClient: HTTPSender {}
