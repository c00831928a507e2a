import Diagnostics
import FlowModel

/// Addresses of actions are complete, and on one of the declared hosts.
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
        guard let place = CalledAddress(text) else {
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
}

extension ActionHost {
    fileprivate func covers(_ port: Int) -> Bool { self.port == nil || self.port == port }
}
