import Synchronization

/// What a scripted server has seen, on all its connections.
final class ServerLog: Sendable {
    private let state = Mutex((connections: 0, requests: [ReceivedRequest]()))

    var connections: Int { state.withLock { $0.connections } }
    var requests: [ReceivedRequest] { state.withLock { $0.requests } }

    func addConnection() {
        state.withLock { $0.connections += 1 }
    }

    func add(_ request: ReceivedRequest) {
        state.withLock { $0.requests.append(request) }
    }
}
