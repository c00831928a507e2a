import Synchronization

/// The connections and requests that a scripted server has received.
final class ServerLog: Sendable {
    private let state = Mutex((connections: 0, requests: [ReceivedRequest]()))

    var connections: Int { state.withLock { $0.connections } }
    var requests: [ReceivedRequest] { state.withLock { $0.requests } }

    /// Counts a connection, and returns their number.
    func addConnection() -> Int {
        state.withLock { state in
            state.connections += 1
            return state.connections
        }
    }

    func add(_ request: ReceivedRequest) {
        state.withLock { $0.requests.append(request) }
    }
}
