import Foundation

extension String {
    /// Whether this host is the machine itself, regardless of name resolution: `localhost`, `::1`, or an IPv4 address
    /// of the loopback network (RFC 1122, section 3.2.1.3).
    package var isLoopbackHost: Bool {
        if lowercased() == "localhost" { return true }
        let isBracketed = contains(":") && hasPrefix("[") && hasSuffix("]")
        let address = contains("%") ? self : (isBracketed ? String(dropFirst().dropLast()) : self).address
        if address == "::1" { return true }
        let parts = address.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
