extension IPAddress {
    /// Whether this is an address of the public internet, according to IANA's registries of special-purpose addresses
    /// (RFC 6890) and of IPv6 global unicast (RFC 4291).
    ///
    /// IPv4 is public unless it is listed. IPv6 is public only within 2000::/3, because the rest is not allocated yet,
    /// and behind NAT64, where the embedded IPv4 address decides.
    var isPublic: Bool {
        switch self {
        case .v4:
            return !Self.special4.contains { $0.contains(self) }
        case .v6(let number):
            if Self.translated.contains(self) { return IPAddress.v4(UInt32(truncatingIfNeeded: number)).isPublic }
            return Self.global6.contains(self) && !Self.special6.contains { $0.contains(self) }
        }
    }

    private static let special4: [AddressRange] = [
        "0.0.0.0/8",  // this network; 0.0.0.0 reaches this machine
        "10.0.0.0/8",  // private
        "100.64.0.0/10",  // behind a carrier's NAT
        "127.0.0.0/8",  // this machine
        "169.254.0.0/16",  // link-local, where clouds keep credentials
        "172.16.0.0/12",  // private
        "192.0.0.0/24",  // protocol assignments
        "192.0.2.0/24",  // formerly relays to 6to4
        "192.88.99.0/24",  // once relays to 6to4
        "192.168.0.0/16",  // private
        "198.18.0.0/15",  // benchmarks
        "198.51.100.0/24",  // documentation
        "203.0.113.0/24",  // documentation
        "224.0.0.0/4",  // multicast
        "240.0.0.0/4",  // reserved, and broadcast
    ]

    private static let global6: AddressRange = "2000::/3"

    private static let special6: [AddressRange] = [
        "2001::/23",  // protocol assignments, including Teredo
        "2001:db8::/32",  // documentation
        "2002::/16",  // 6to4, which embeds an IPv4 address
        "3fff::/20",  // documentation
    ]

    /// NAT64 (RFC 6052): the last 32 bits are an IPv4 address.
    private static let translated: AddressRange = "64:ff9b::/96"
}

/// A range of addresses with a common prefix, written as `10.0.0.0/8`.
struct AddressRange: ExpressibleByStringLiteral {
    private let base: IPAddress
    private let length: Int

    init(stringLiteral text: String) {
        let parts = text.split(separator: "/")
        guard parts.count == 2, let base = IPAddress(String(parts[0])), let length = Int(parts[1]) else {
            preconditionFailure("`\(text)` is not an address, a slash and a number of bits")
        }
        self.base = base
        self.length = length
    }

    func contains(_ address: IPAddress) -> Bool {
        switch (base, address) {
        case (.v4(let base), .v4(let number)): (base ^ number) >> (32 - length) == 0
        case (.v6(let base), .v6(let number)): (base ^ number) >> (128 - length) == 0
        default: false
        }
    }
}
