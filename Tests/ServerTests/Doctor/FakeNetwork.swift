import CurlClient
import Synchronization

/// Other systems as a test wants them, by the beginning of their addresses; all others cannot be reached.
final class FakeNetwork: HTTPSender {
    private let responses: [(prefix: String, response: HTTPResponse)]
    private let state = Mutex<[HTTPRequest]>([])

    init(_ responses: [(String, HTTPResponse)]) { self.responses = responses }

    /// What has been sent.
    var requests: [HTTPRequest] { state.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        state.withLock { $0.append(request) }
        guard let found = responses.first(where: { request.url.hasPrefix($0.prefix) }) else {
            throw .unreachable("connection refused")
        }
        return found.response
    }
}
