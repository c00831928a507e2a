/// An address at which a server on this machine may listen.
package struct ListeningAddress: Sendable, Hashable {
    let host: String
    let port: Int

    /// - Parameter host: one that means all addresses of the machine becomes the loopback address.
    package init(host: String, port: Int) {
        self.host = ["0.0.0.0", "::"].contains(host) ? "127.0.0.1" : host
        self.port = port
    }

    /// Reads a value of `ListenStream` (systemd.socket(5)): a port, or an address with a port.
    ///
    /// - Returns: `nil` for sockets of another kind, such as a path.
    init?(listenStream value: String) {
        if let port = Self.port(value) {
            self.init(host: "::", port: port)
            return
        }
        guard let colon = value.lastIndex(of: ":"), let port = Self.port(value[value.index(after: colon)...]) else {
            return nil
        }
        let host = String(value[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") {
            self.init(host: String(host.dropFirst().dropLast()), port: port)
        } else if host.wholeMatch(of: /[0-9.]+/) != nil {
            self.init(host: host, port: port)
        } else {
            return nil
        }
    }

    private static func port(_ text: some StringProtocol) -> Int? {
        guard let number = Int(text), (1...65_535).contains(number) else { return nil }
        return number
    }

    /// Its beginning in a URL.
    var origin: String { "http://\(self)" }
}

extension ListeningAddress: CustomStringConvertible {
    package var description: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}
