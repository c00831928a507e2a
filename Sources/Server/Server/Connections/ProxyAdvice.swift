import Logging
import Synchronization

/// Warns the operator, once, about a proxy that `server.trusted_proxies` does not name: all its customers count as one
/// address.
final class ProxyAdvice: Sendable {
    private let trusted: TrustedProxies
    private let logger: Logger
    private let isGiven = Mutex(false)

    init(trustedProxies: [String], logger: Logger) {
        trusted = TrustedProxies(trustedProxies)
        self.logger = logger
    }

    /// Examines a request. Any client can send `X-Forwarded-For`, so only peers on this machine or in a private network
    /// are considered.
    func look(peer: String?, forwarded: [String]) {
        guard !forwarded.isEmpty, let peer = peer?.address, !trusted.contains(peer), peer.isOfThisHouse else { return }
        let isFirst = isGiven.withLock { isGiven in
            defer { isGiven = true }
            return !isGiven
        }
        guard isFirst else { return }
        logger.warning(
            "proxy missing in server.trusted_proxies, its requests count as one address",
            metadata: ["proxy": "\(peer)"])
    }
}

extension String {
    /// Whether it is an address of this machine or of a private network (RFC 1918, RFC 4193).
    fileprivate var isOfThisHouse: Bool {
        if isLoopbackHost || hasPrefix("10.") || hasPrefix("192.168.") { return true }
        let parts = split(separator: ".")
        if parts.count == 4, parts[0] == "172", let second = UInt8(parts[1]) { return (16...31).contains(second) }
        return contains(":") && (lowercased().hasPrefix("fd") || lowercased().hasPrefix("fc"))
    }
}
