public import JSON

/// What a simulated identity provider should be like.
public struct IdentityDescription: Sendable {
    /// In its addresses.
    public var name: String
    /// The only client it knows; `nil` takes every client.
    public var client: Client?
    /// Who can sign in; `nil` lets everybody in whose password is not `wrong`.
    public var people: [Person]?
    /// What it tells of everybody, unless a person says otherwise.
    public var claims: JSONObject

    public init(_ name: String, client: Client? = nil, people: [Person]? = nil, claims: JSONObject = [:]) {
        self.name = name
        self.client = client
        self.people = people
        self.claims = claims
    }

    /// Who asks for sign-ins.
    public struct Client: Sendable {
        public var id: String
        /// `nil` for a client without a secret, which has to use PKCE.
        public var secret: String?
        /// The addresses that customers may be sent back to; `nil` allows any.
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
