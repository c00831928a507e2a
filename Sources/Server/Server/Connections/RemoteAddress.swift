import Foundation

/// From where the request came that is being answered.
enum RemoteAddress {
    /// `nil` outside of requests, and when nobody knows.
    @TaskLocal static var current: String?
}

/// Proxies, as `server.trusted_proxies` names them: addresses and networks. However an address is written, it is the same one.
struct TrustedProxies: Sendable {
    private let networks: [AddressNetwork]

    /// - Parameter texts: as they were checked when the settings were read; what is no address trusts no one.
    init(_ texts: [String]) { networks = texts.compactMap { try? AddressNetwork($0) } }

    func contains(_ text: String) -> Bool {
        guard !networks.isEmpty, let bytes = text.addressBytes else { return false }
        return networks.contains { $0.contains(bytes) }
    }
}

/// Reads `X-Forwarded-For`: each proxy adds at the end from where it was asked, so only what trusted ones have added counts.
struct ForwardedAddress {
    private let trusted: TrustedProxies

    init(trustedProxies: [String]) { trusted = TrustedProxies(trustedProxies) }

    /// - Returns: an address, or the network of one: whoever has one address of IPv6 has all that begin with the same 64 bits.
    func of(peer: String?, forwarded: [String]) -> String? {
        guard let peer, trusted.contains(peer) else { return peer?.network }
        let hops = forwarded.flatMap { $0.split(separator: ",") }.map { $0.filter { !$0.isWhitespace }.withoutPort }
        return (hops.reversed().first { !trusted.contains($0) } ?? peer).network
    }
}

extension String {
    /// An address as some proxies write it, without the port behind it: `192.0.2.1:8080`, `[2001:db8::1]:8080`.
    fileprivate var withoutPort: String {
        if hasPrefix("["), let end = firstIndex(of: "]") { return String(self[index(after: startIndex)..<end]) }
        let parts = split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 ? String(parts[0]) : self
    }

    /// The first 64 bits of an address of IPv6; anything else as it is.
    fileprivate var network: String {
        let address = address
        guard let bytes = address.bytesOfVersion6 else { return address }
        return bytes.prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "/64"
    }
}
