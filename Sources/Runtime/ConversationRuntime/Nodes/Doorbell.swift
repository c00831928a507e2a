import Synchronization

/// A hint for other servers on the database: something has changed that concerns them.
public enum Ring: Sendable, Hashable {
    /// Messages wait in a conversation whose sending another server holds, or were dropped there.
    case session(SessionID)
    /// Messages wait that no server holds.
    case lanes
    /// A conversation of the web chat has changed for a customer.
    case customer(String)
    /// Operators have changed something.
    case changes
}

/// Hints between servers. A hint may be lost: whatever it is about is found without it as well, a little later.
public protocol Doorbell: Sendable {
    /// Sends hints soon, together with others. Never fails and is never waited for.
    func ring(_ rings: [Ring])

    /// The hints of others, until the task is cancelled; `nil` means that some may have been missed.
    func rings() -> AsyncStream<Ring?>
}

/// The doorbell of a server that has no others.
public struct NoDoorbell: Doorbell {
    public init() {}

    public func ring(_ rings: [Ring]) {}

    public func rings() -> AsyncStream<Ring?> { AsyncStream { $0.finish() } }
}

/// A doorbell between servers in one process.
public final class LocalDoorbell: Doorbell {
    /// What connects the doorbells of some servers.
    public final class Wire: Sendable {
        fileprivate let bells = Mutex<[LocalDoorbell]>([])

        public init() {}

        /// A doorbell for another server.
        public func bell() -> LocalDoorbell {
            let bell = LocalDoorbell(self)
            bells.withLock { $0.append(bell) }
            return bell
        }
    }

    private let wire: Wire
    private let listeners = Mutex<(next: Int, all: [Int: AsyncStream<Ring?>.Continuation])>((0, [:]))

    private init(_ wire: Wire) { self.wire = wire }

    public func ring(_ rings: [Ring]) {
        for bell in wire.bells.withLock({ $0 }) where bell !== self {
            for ring in rings { bell.hear(ring) }
        }
    }

    private func hear(_ ring: Ring) {
        for listener in listeners.withLock({ Array($0.all.values) }) { listener.yield(ring) }
    }

    public func rings() -> AsyncStream<Ring?> {
        let (stream, continuation) = AsyncStream.makeStream(of: Ring?.self, bufferingPolicy: .bufferingNewest(1_000))
        let number = listeners.withLock { listeners in
            listeners.next += 1
            listeners.all[listeners.next] = continuation
            return listeners.next
        }
        continuation.onTermination = { [weak self] _ in
            self?.listeners.withLock { _ = $0.all.removeValue(forKey: number) }
        }
        return stream
    }
}
