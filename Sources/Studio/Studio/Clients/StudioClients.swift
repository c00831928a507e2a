import HTTPTypes
import Synchronization

/// The pages that are open.
final class StudioClients: Sendable {
    /// More windows are a page that does not close its streams.
    private static let most = 32

    private let clients = Mutex<[StudioClient.ID: StudioClient]>([:])

    subscript(id: StudioClient.ID) -> StudioClient? { clients.withLock { $0[id] } }

    /// Adds a page. One with the same id has lost its connection, and is ended.
    func add(_ client: StudioClient) throws(StudioRefusal) {
        let (old, isAdded) = clients.withLock { clients -> (StudioClient?, Bool) in
            let old = clients[client.id]
            guard old != nil || clients.count < Self.most else { return (nil, false) }
            clients[client.id] = client
            return (old, true)
        }
        guard isAdded else { throw StudioRefusal(.tooManyRequests, "too many windows are open") }
        old?.end()
    }

    func remove(_ client: StudioClient) {
        clients.withLock { clients in
            if clients[client.id] === client { clients[client.id] = nil }
        }
        client.end()
    }
}
