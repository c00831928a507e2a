public import Expressions

/// Where customers sign in: simulated identity providers.
extension AppleSimulator {
    /// Makes an identity provider, in place of one of the same name, whose keys, codes and tokens stay valid.
    ///
    /// - Returns: its issuer, the address from which everything else can be discovered.
    @discardableResult
    public func createIdentityProvider(_ description: IdentityDescription) async throws -> String {
        try identities.create(description)
        return try await issuer(of: description.name)
    }

    /// Has an identity provider misbehave at the next occasion.
    ///
    /// - Parameter delay: for `slow`, on the simulator's clock.
    public func misbehave(
        _ fault: IdentityFault, at provider: String, delay: TimeLength = .zero
    ) throws(SimulatorRefusal) {
        try identity(provider).misbehave(fault, delay: delay)
    }

    /// Has an identity provider sign with a new key; the old one is not published any more.
    ///
    /// - Parameter keepingName: whether the new key bears the old one's name (`kid`).
    public func rotateKeys(of provider: String, keepingName: Bool = false) throws(SimulatorRefusal) {
        try identity(provider).rotateKeys(keepingName: keepingName)
    }

    /// Registers where a business's customers sign in.
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
