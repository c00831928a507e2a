/// Whoever sends HTTP requests: a `CurlClient`, or a world in which nothing goes over the wire.
public protocol HTTPSender: Sendable {
    /// Sends `request` and waits for the whole answer.
    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse
}

extension CurlClient: HTTPSender {}
