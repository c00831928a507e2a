public import ConversationRuntime
import JSON

/// The identity provider at which operators sign in.
public struct OperatorProvider: Sendable, Hashable {
    /// The issuer, below which its discovery document is.
    public var issuer: String
    /// The client id that the provider has assigned to this server.
    public var client: String
    /// `nil` for a client without one.
    public var secret: String?
    /// The claim that is the name of the account.
    public var nameClaim = "email"
    /// The claim that gives the role; `nil` when accounts have their own.
    public var roleClaim: String?
    /// The roles by the values of that claim; the first that fits counts.
    public var roles: [Mapping] = []

    /// One value of the claim, and the role that it gives.
    public struct Mapping: Sendable, Hashable {
        public var value: String
        public var role: Role

        public init(_ value: String, _ role: Role) {
            self.value = value
            self.role = role
        }
    }

    public init(issuer: String, client: String, secret: String? = nil) {
        self.issuer = issuer
        self.client = client
        self.secret = secret
    }
}

extension OperatorProvider {
    /// The claims that decide on a sign-in; what the ID token lacks of them is asked for at userinfo.
    var neededClaims: [String] {
        [nameClaim, nameClaim == "email" ? "email_verified" : nil, roleClaim].compactMap(\.self)
    }

    /// Whether the claim of the name is the person's own: anyone can enter any e-mail address, therefore the provider has
    /// to say that it has verified the address (OpenID Connect Core, section 5.1). Some send the text `true`.
    func trustsName(in claims: JSONObject) -> Bool {
        nameClaim != "email" || claims["email_verified"] == true || claims["email_verified"] == "true"
    }
}
