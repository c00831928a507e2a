import CurlClient

extension HTTPRequest {
    /// A request with timeouts that suffice on a busy machine, for tests of the response and not of its time.
    static func patient(_ method: String, _ url: String) -> HTTPRequest {
        var request = HTTPRequest(method, url)
        request.connectTimeout = .seconds(120)
        request.timeout = .seconds(300)
        return request
    }
}
