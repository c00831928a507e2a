import Foundation

/// The client address of the request being handled.
enum RemoteAddress {
    /// `nil` outside of requests, and when the address is not known.
    @TaskLocal static var current: String?
}

/// The proxies of `server.trusted_proxies`: addresses and networks. Different notations of an address are equal.
struct TrustedProxies: Sendable {
    private let networks: [AddressNetwork]

    /// - Parameter texts: addresses and networks, checked when the settings were read; invalid ones are ignored.
    init(_ texts: [String]) { networks = texts.compactMap { try? AddressNetwork($0) } }

    func contains(_ text: String) -> Bool {
        guard !networks.isEmpty, let bytes = text.addressBytes else { return false }
        return networks.contains { $0.contains(bytes) }
    }
}

/// Reads `X-Forwarded-For`: each proxy appends the address of its peer, so only the entries of trusted proxies count.
struct ForwardedAddress {
    private let trusted: TrustedProxies

    init(trustedProxies: [String]) { trusted = TrustedProxies(trustedProxies) }

    /// - Returns: an IPv4 address, or the 64-bit network of an IPv6 address, because a client with one address of it
    ///   has them all.
    func of(peer: String?, forwarded: [String]) -> String? {
        guard let peer, trusted.contains(peer) else { return peer?.network }
        let hops = forwarded.flatMap { $0.split(separator: ",") }.map { $0.filter { !$0.isWhitespace }.withoutPort }
        return (hops.reversed().first { !trusted.contains($0) } ?? peer).network
    }
}

extension String {
    /// The address without its port, which some proxies append: `192.0.2.1:8080`, `[2001:db8::1]:8080`.
    fileprivate var withoutPort: String {
        if hasPrefix("["), let end = firstIndex(of: "]") { return String(self[index(after: startIndex)..<end]) }
        let parts = split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 ? String(parts[0]) : self
    }

    /// The first 64 bits of an IPv6 address; any other text unchanged.
    fileprivate var network: String {
        let address = address
        guard let bytes = address.bytesOfVersion6 else { return address }
        return bytes.prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "/64"
    }
}
