public import JSON

/// The description of a simulated identity provider.
public struct IdentityDescription: Sendable {
    /// The name used in its addresses.
    public var name: String
    /// The only client that it knows; `nil` accepts every client.
    public var client: Client?
    /// The users who can sign in; `nil` accepts every user whose password is not `wrong`.
    public var people: [Person]?
    /// The claims about every user, unless overridden for a user.
    public var claims: JSONObject

    public init(_ name: String, client: Client? = nil, people: [Person]? = nil, claims: JSONObject = [:]) {
        self.name = name
        self.client = client
        self.people = people
        self.claims = claims
    }

    /// The client that requests sign-ins.
    public struct Client: Sendable {
        public var id: String
        /// `nil` for a client without a secret, which must use PKCE.
        public var secret: String?
        /// The allowed redirect addresses; `nil` allows any.
        public var redirects: [String]?

        public init(id: String, secret: String? = nil, redirects: [String]? = nil) {
            self.id = id
            self.secret = secret
            self.redirects = redirects
        }
    }

    public struct Person: Sendable {
        public var user: String
        public var password: String
        public var claims: JSONObject

        public init(user: String, password: String, claims: JSONObject = [:]) {
            self.user = user
            self.password = password
            self.claims = claims
        }
    }
}
