import Channels
import Logging
import Synchronization

/// The limit on connections from each address, so that no single client uses all of them.
///
/// It counts the actual peer, because `X-Forwarded-For` arrives only with a request. Trusted proxies are not counted,
/// because all customers come through them. An IPv6 network of 64 bits counts as one address.
final class PeerConnections: Sendable {
    private let counts = Mutex<[String: Int]>([:])
    private let refusals = RefusalCount()
    /// 0 means no limit.
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

    /// The counted place of one connection.
    struct Place: Sendable {
        fileprivate let address: String?
    }

    /// Counts a connection from `peer`. Returns `nil` when that address has reached the limit.
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

    /// Releases the place of a connection that has ended.
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
            "connections rejected, server.connections_per_address reached",
            metadata: ["from": "\(address)", "count": "\(count)"])
    }
}
