/// What the other server answered; any status, as only the caller knows which one is good news.
public struct HTTPResponse: Sendable, Hashable {
    public var status: Int
    public var httpVersion: HTTPVersion
    /// The head of the last answer, in the order received. Bytes that are not UTF-8 are replaced.
    public var headers: [HTTPHeader]
    /// The bytes as sent, not decompressed. Empty when the body went to `HTTPRequest.saveTo`.
    public var body: [UInt8]
    /// From the call to the last byte, waiting and redirects included.
    public var duration: Duration
    /// How many connections had to be opened: 0 when one that was kept could be used.
    public var openedConnections: Int

    public init(
        status: Int, httpVersion: HTTPVersion = .http11, headers: [HTTPHeader] = [], body: [UInt8] = [],
        duration: Duration = .zero, openedConnections: Int = 0
    ) {
        self.status = status
        self.httpVersion = httpVersion
        self.headers = headers
        self.body = body
        self.duration = duration
        self.openedConnections = openedConnections
    }

    /// The value of the first header called `name`, in whatever case.
    public func header(_ name: String) -> String? {
        headers.first(named: name)
    }
}

/// The version of HTTP that was spoken.
public enum HTTPVersion: String, Sendable, Hashable {
    case http10 = "1.0"
    case http11 = "1.1"
    case http2 = "2"
}
