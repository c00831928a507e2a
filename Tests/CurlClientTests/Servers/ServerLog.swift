import Synchronization

/// What a scripted server has seen, on all its connections.
final class ServerLog: Sendable {
    private let state = Mutex((connections: 0, requests: [ReceivedRequest]()))

    var connections: Int { state.withLock { $0.connections } }
    var requests: [ReceivedRequest] { state.withLock { $0.requests } }

    /// Counts one more, and says how many there are.
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
