/// Sends HTTP requests: connections are kept and shared, and callers wait without holding a thread.
public final class CurlClient: Sendable {
    public init(connectionsPerHost: Int = 64) {}

    /// Sends `request` and waits for the whole answer.
    public func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        throw .stopped
    }

    /// Finishes what is running, refuses what comes after, and lets the thread end.
    public func shutdown() async {}
}
