import Channels
import Logging
import Synchronization

/// Counts the connections of each address, so that no single one takes all there are.
///
/// What counts is the real peer: `X-Forwarded-For` comes with a request only. Proxies that are trusted are not counted,
/// since everybody comes through them. Of IPv6 a network of 64 bits counts as one address.
final class PeerConnections: Sendable {
    private let counts = Mutex<[String: Int]>([:])
    private let refusals = RefusalCount()
    /// 0 is no limit.
    private let most: Int
    private let trusted: TrustedProxies
    private let peers: ForwardedAddress
    private let clock: any WallClock
    private let logger: Logger

    init(_ settings: ConnectionSettings, trustedProxies: [String], clock: any WallClock, logger: Logger) {
        most = settings.perAddress
        trusted = TrustedProxies(trustedProxies)
        peers = ForwardedAddress(trustedProxies: trustedProxies)
        self.clock = clock
        self.logger = logger
    }

    /// A connection that is counted.
    struct Place: Sendable {
        fileprivate let address: String?
    }

    /// Takes a connection from `peer`. Returns `nil` when there are too many from there.
    func enter(from peer: String?) -> Place? {
        guard most > 0, let peer, !trusted.contains(peer), let address = peers.of(peer: peer, forwarded: []) else {
            return Place(address: nil)
        }
        let isFree = counts.withLock { counts in
            let count = counts[address, default: 0]
            guard count < most else { return false }
            counts[address] = count + 1
            return true
        }
        if isFree { return Place(address: address) }
        complain(about: address)
        return nil
    }

    /// The connection has ended.
    func leave(_ place: Place) {
        guard let address = place.address else { return }
        counts.withLock { counts in
            let left = counts[address, default: 0] - 1
            counts[address] = left > 0 ? left : nil
        }
    }

    private func complain(about address: String) {
        guard let count = refusals.add(at: clock.now) else { return }
        logger.warning(
            "connections were refused: one address has as many as `server.connections_per_address` allows",
            metadata: ["from": "\(address)", "count": "\(count)"])
    }
}
