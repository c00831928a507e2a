import Diagnostics

/// Addresses of sign-in providers, of Apple's gateway and of apps are complete and use TLS.
struct ServiceAddresses: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let services = analysis.project.services
        let called = services.providers.items.flatMap(\.addresses) + services.merchants.items.compactMap(\.gateway)
        return called.compactMap { diagnose($0, mayBePrivate: true) }
            + services.apps.items.compactMap(\.web).compactMap { diagnose($0, mayBePrivate: false) }
    }

    /// - Parameter mayBePrivate: whether only the server calls it, so that it may be in a private network.
    private func diagnose(_ address: Word, mayBePrivate: Bool) -> Diagnostic? {
        guard let place = CalledAddress(address.value) else {
            let whole =
                address.value.contains("://") ? "begin it with `https://`" : "did you mean `https://\(address.value)`?"
            return Diagnostic(
                .badAddress, "`\(address.value)` is not a whole address", at: address.span, label: "not an address",
                help: whole)
        }
        guard place.isPlain, !mayBePrivate || !place.isPrivate else { return nil }
        return Diagnostic(
            .badAddress, "`\(place.host)` is called without encryption", at: address.span, label: "not `https`",
            help: "begin it with `https://`")
    }
}
