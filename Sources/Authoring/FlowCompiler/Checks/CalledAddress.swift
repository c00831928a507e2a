/// The host and port of an address; the rest may contain names.
struct CalledAddress {
    var host: String
    var port: Int
    /// Whether the scheme is `http`, not `https`.
    var isPlain: Bool

    /// Whether the host is this machine or in a private network.
    var isPrivate: Bool {
        let parts = host.split(separator: ".")
        if parts.count == 1 || host.hasSuffix(".local") || host.hasSuffix(".internal") { return true }
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == 4 else { return false }
        return numbers[0] == 127 || numbers[0] == 10 || numbers[0] == 192 && numbers[1] == 168
            || numbers[0] == 172 && (16...31).contains(numbers[1])
    }

    init?(_ address: String) {
        guard let scheme = ["https://", "http://"].first(where: address.hasPrefix) else { return nil }
        let rest = address.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let host = parts.first, !host.isEmpty,
            !host.contains(where: { "{}@ ".contains($0) })
        else { return nil }
        self.host = host.lowercased()
        isPlain = scheme == "http://"
        guard parts.count == 2 else {
            port = scheme == "https://" ? 443 : 80
            return
        }
        guard let number = Int(parts[1]) else { return nil }
        port = number
    }
}
