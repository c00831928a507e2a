public import CurlClient

/// Where spans go, and how many.
public struct CollectorSettings: Sendable {
    /// The URL to which spans are posted, such as `http://127.0.0.1:4318/v1/traces`.
    public var endpoint: String
    /// Sent with each request, such as `Authorization`.
    public var headers: [HTTPHeader]
    /// The share of traces that are recorded, from 0 to 1.
    public var share: Double

    public init(endpoint: String, headers: [HTTPHeader] = [], share: Double = 1) {
        self.endpoint = endpoint
        self.headers = headers
        self.share = share
    }
}
