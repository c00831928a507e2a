import Channels
import Expressions
import Logging
import Synchronization

/// Counts the connections of each address, so that no single one takes all there are.
///
/// What counts is the real peer: `X-Forwarded-For` comes with a request only. Proxies that are trusted are not counted,
/// since everybody comes through them. Of IPv6 a network of 64 bits counts as one address.
final class PeerConnections: Sendable {
    private struct State {
        var counts: [String: Int] = [:]
        /// Refused since the last line of the log about it.
        var refused = 0
        var saidAt: Moment?
    }

    private let state = Mutex(State())
    /// 0 is no limit.
    private let most: Int
    private let trusted: TrustedProxies
    private let peers: ForwardedAddress
    private let clock: any WallClock
    private let logger: Logger

    /// How long the log is quiet after a line about connections that were refused.
    private static let quiet = TimeLength.seconds(10)

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
        let isFree = state.withLock { state in
            let count = state.counts[address, default: 0]
            guard count < most else { return false }
            state.counts[address] = count + 1
            return true
        }
        if isFree { return Place(address: address) }
        complain(about: address)
        return nil
    }

    /// The connection has ended.
    func leave(_ place: Place) {
        guard let address = place.address else { return }
        state.withLock { state in
            let left = state.counts[address, default: 0] - 1
            state.counts[address] = left > 0 ? left : nil
        }
    }

    /// Under attack the log must not be a load of its own.
    private func complain(about address: String) {
        let now = clock.now
        let count: Int? = state.withLock { state in
            state.refused += 1
            if let saidAt = state.saidAt, now < saidAt + Self.quiet, now >= saidAt { return nil }
            state.saidAt = now
            defer { state.refused = 0 }
            return state.refused
        }
        guard let count else { return }
        logger.warning(
            "connections were refused: one address has as many as `server.connections_per_address` allows",
            metadata: ["from": "\(address)", "count": "\(count)"])
    }
}
