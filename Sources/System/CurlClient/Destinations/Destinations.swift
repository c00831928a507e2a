/// The addresses to which a request may be sent.
public enum Destinations: Sendable, Hashable {
    case anywhere
    /// Addresses of the public internet, and everything that the hosts in `except` resolve to.
    ///
    /// For URLs that the operator did not write: without this guard, a name that resolves to 127.0.0.1 or
    /// 169.254.169.254 would let strangers reach what only this machine can reach.
    case publicOnly(except: Set<HostPort> = [])
    /// Addresses outside the public internet: this machine, private networks.
    ///
    /// For traffic that may be unencrypted because it does not leave the local network.
    case privateOnly
}

extension Destinations {
    /// Whether a request to `target` may be sent to `address`, one of those its host resolved to.
    func admit(_ address: @autoclosure () -> IPAddress?, of target: WebAddress) -> Bool {
        switch self {
        case .anywhere: true
        case .publicOnly(let exceptions):
            address()?.isPublic == true || exceptions.cover(target.origin.place)
        case .privateOnly: address()?.isPublic == false
        }
    }
}

/// A host as written in a URL, with or without a port.
public struct HostPort: Sendable, Hashable {
    /// In lower case; an IPv6 address without its brackets.
    public let host: String
    /// `nil` for any port.
    public let port: Int?

    public init(host: String, port: Int? = nil) {
        self.host = Self.normal(host)
        self.port = port
    }

    /// Parses `example.com`, `127.0.0.1:9000` or `[::1]:9000`; returns `nil` for anything else.
    public init?(_ text: String) {
        guard let (host, port) = Self.split(text), !Self.normal(host).isEmpty else { return nil }
        guard let port else {
            self.init(host: host)
            return
        }
        guard let number = UInt16(port), number > 0 else { return nil }
        self.init(host: host, port: Int(number))
    }
}

extension HostPort {
    private static func normal(_ host: String) -> String {
        var host = host.lowercased()
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        if host.hasSuffix(".") { host.removeLast() }
        return host
    }

    /// Splits at the colon before the port, which is the only one outside brackets.
    private static func split(_ text: String) -> (host: String, port: Substring?)? {
        if let bracket = text.lastIndex(of: "]") {
            let rest = text[text.index(after: bracket)...]
            guard text.hasPrefix("["), rest.isEmpty || rest.hasPrefix(":") else { return nil }
            return (String(text[...bracket]), rest.isEmpty ? nil : rest.dropFirst())
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, !text.contains(where: { "/@ ".contains($0) }) else { return nil }
        return (String(parts[0]), parts.count == 2 ? parts[1] : nil)
    }
}

extension Set<HostPort> {
    fileprivate func cover(_ place: HostPort) -> Bool {
        contains(place) || contains(HostPort(host: place.host))
    }
}
