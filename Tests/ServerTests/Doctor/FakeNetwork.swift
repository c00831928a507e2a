import CurlClient
import Synchronization

/// Other systems as a test wants them, by the beginning of their addresses; all others cannot be reached.
final class FakeNetwork: HTTPSender {
    private let responses: [(prefix: String, response: HTTPResponse)]
    private let silent: [String]
    private let state = Mutex<[HTTPRequest]>([])

    /// - Parameter silent: the beginnings of addresses that accept connections and answer nothing.
    init(_ responses: [(String, HTTPResponse)], silent: [String] = []) {
        self.responses = responses
        self.silent = silent
    }

    /// What has been sent.
    var requests: [HTTPRequest] { state.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        state.withLock { $0.append(request) }
        if silent.contains(where: { request.url.hasPrefix($0) }) { throw .timedOut(mayHaveArrived: true) }
        guard let found = responses.first(where: { request.url.hasPrefix($0.prefix) }) else {
            throw .unreachable("connection refused")
        }
        return found.response
    }
}
