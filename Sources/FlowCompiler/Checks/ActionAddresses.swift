import Diagnostics
import FlowModel

/// Addresses of actions are whole, and lie on one of the hosts.
struct ActionAddresses: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let actions = analysis.project.actions
        let hosts = actions.hosts.compactMap { ActionHost($0.value) }
        return actions.actions.compactMap { action in
            guard let address = action.address, !address.source.string.isEmpty else { return nil }
            return diagnose(address, hosts, actions)
        }
    }

    private func diagnose(_ address: TextSyntax, _ hosts: [ActionHost], _ actions: ActionsSyntax) -> Diagnostic? {
        let text = address.source.string
        guard let place = Place(text) else {
            let whole = text.contains("://") ? "begin it with `https://`" : "did you mean `https://\(text)`?"
            return Diagnostic(
                .badAddress, "`\(text)` is not a whole address", at: address.span, label: "not an address",
                help: whole)
        }
        if place.isPlain, !place.isPrivate {
            return Diagnostic(
                .badAddress, "`\(place.host)` is called without encryption", at: address.span, label: "not `https`",
                help: "begin it with `https://`; only private addresses may be called without")
        }
        guard !actions.isDamaged, !hosts.contains(where: { $0.name == place.host && $0.covers(place.port) }) else {
            return nil
        }
        let isOtherPort = hosts.contains { $0.name == place.host }
        let host = isOtherPort ? "\(place.host):\(place.port)" : place.host
        return Diagnostic(
            .unknownHost, "`\(host)` is not in `hosts`", at: address.span, label: "this host may not be called",
            help: "add it to `hosts:` at the top of the file")
    }

    /// The host and port of an address; what comes behind may hold names.
    private struct Place {
        var host: String
        var port: Int
        /// `http`, not `https`.
        var isPlain: Bool

        /// Whether the host lies on this machine or in the house.
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
}

extension ActionHost {
    fileprivate func covers(_ port: Int) -> Bool { self.port == nil || self.port == port }
}
