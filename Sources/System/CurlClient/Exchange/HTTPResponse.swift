/// The response of a server, with any status: only the caller knows which one means success.
public struct HTTPResponse: Sendable, Hashable {
    public var status: Int
    public var httpVersion: HTTPVersion
    /// The head of the last response, in the order received. Bytes that are not UTF-8 are replaced.
    public var headers: [HTTPHeader]
    /// The bytes as sent, not decompressed. Empty when the body went to `HTTPRequest.saveTo` or `HTTPRequest.onBody`.
    public var body: [UInt8]
    /// From the call to the last byte, including waiting and redirects.
    public var duration: Duration
    /// The number of connections that had to be opened: 0 when a kept-alive one could be used.
    public var openedConnections: Int
    /// When the server's certificate ends, in seconds since 1970, if `HTTPRequest.reportsCertificate` asked for it.
    public var certificateEnd: Int?

    public init(
        status: Int, httpVersion: HTTPVersion = .http11, headers: [HTTPHeader] = [], body: [UInt8] = [],
        duration: Duration = .zero, openedConnections: Int = 0,
        certificateEnd: Int? = nil
    ) {
        self.certificateEnd = certificateEnd
        self.status = status
        self.httpVersion = httpVersion
        self.headers = headers
        self.body = body
        self.duration = duration
        self.openedConnections = openedConnections
    }

    /// The value of the first header with this name, case-insensitive.
    public func header(_ name: String) -> String? {
        headers.first(named: name)
    }

    /// The seconds that `Retry-After` asks to wait: none if negative, at most a day; `nil` for a date, which servers
    /// rarely send.
    public var secondsUntilRetry: Int? {
        header("Retry-After").flatMap { Int($0) }.map { min(max($0, 0), 86_400) }
    }
}

/// The version of HTTP used.
public enum HTTPVersion: String, Sendable, Hashable {
    case http10 = "1.0"
    case http11 = "1.1"
    case http2 = "2"
}
