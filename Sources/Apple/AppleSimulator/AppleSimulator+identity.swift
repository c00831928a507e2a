public import Expressions

/// Simulated identity providers, at which customers sign in.
extension AppleSimulator {
    /// Creates an identity provider. It replaces one of the same name, whose keys, codes and tokens stay valid.
    ///
    /// - Returns: its issuer, the address from which all other endpoints can be discovered.
    @discardableResult
    public func createIdentityProvider(_ description: IdentityDescription) async throws -> String {
        try identities.create(description)
        return try await issuer(of: description.name)
    }

    /// Makes an identity provider misbehave at the next opportunity.
    ///
    /// - Parameter delay: the delay for `slow`, on the simulator's clock.
    public func misbehave(
        _ fault: IdentityFault, at provider: String, delay: TimeLength = .zero
    ) throws(SimulatorRefusal) {
        try identity(provider).misbehave(fault, delay: delay)
    }

    /// Makes an identity provider sign with a new key; the old one is no longer published.
    ///
    /// - Parameter keepingName: whether the new key has the old one's id (`kid`).
    public func rotateKeys(of provider: String, keepingName: Bool = false) throws(SimulatorRefusal) {
        try identity(provider).rotateKeys(keepingName: keepingName)
    }

    /// Registers the identity provider of a business's customers.
    public func register(signIn: Business.SignIn?, for id: BusinessID) async throws(SimulatorRefusal) {
        guard var business = world.business(id) else { throw .notFound("there is no business `\(id)`") }
        business.signIn = signIn
        try await register(business)
    }

    func issuer(of provider: String) async throws -> String { try await baseURL + IdentityResponder.path + provider }

    private func identity(_ name: String) throws(SimulatorRefusal) -> IdentityProvider {
        guard let provider = identities[name] else { throw .notFound("there is no identity provider `\(name)`") }
        return provider
    }
}
