import CurlClient

extension HTTPRequest {
    /// A request whose answer is waited for as long as a busy machine may need: where the answer itself is tested, its time is not.
    static func patient(_ method: String, _ url: String) -> HTTPRequest {
        var request = HTTPRequest(method, url)
        request.connectTimeout = .seconds(120)
        request.timeout = .seconds(300)
        return request
    }
}
