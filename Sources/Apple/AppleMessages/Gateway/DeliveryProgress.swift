import Synchronization

/// The number of messages of each delivery that Apple has accepted, for deliveries that are retried.
final class DeliveryProgress: Sendable {
    private let taken = Mutex<[String: Int]>([:])
    private static let most = 1_000

    func taken(of delivery: String) -> Int { taken.withLock { $0[delivery] ?? 0 } }

    func note(_ count: Int, of delivery: String) {
        taken.withLock { taken in
            if taken.count >= Self.most, taken[delivery] == nil { taken.removeAll() }
            taken[delivery] = count
        }
    }

    func finish(_ delivery: String) { taken.withLock { $0[delivery] = nil } }
}
