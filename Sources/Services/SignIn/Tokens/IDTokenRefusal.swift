/// Why an ID token is not believed (OpenID Connect Core 1.0, section 3.1.3.7).
public enum IDTokenRefusal: Error, Equatable, CustomStringConvertible {
    /// Not three parts of base64url with JSON in them, or with a header that asks for what we do not understand.
    case malformed(String)
    /// The algorithm is not one that is allowed: no signature at all, or a shared secret.
    case algorithm(String)
    /// No key of the provider has this name, or none fits.
    case unknownKey
    case badSignature
    case issuer
    case audience
    /// `azp` names somebody else, or is missing where several are meant.
    case authorizedParty
    case expired
    case notYetValid
    case nonce
    /// It names nobody.
    case subject

    public var description: String {
        switch self {
        case .malformed(let reason): "it cannot be read: \(reason)"
        case .algorithm(let name): "it is signed with `\(name)`, which is not allowed"
        case .unknownKey: "it is signed with a key that the provider does not publish"
        case .badSignature: "its signature is wrong"
        case .issuer: "it comes from another issuer (`iss`)"
        case .audience: "it is meant for somebody else (`aud`)"
        case .authorizedParty: "it was issued to somebody else (`azp`)"
        case .expired: "it has expired (`exp`)"
        case .notYetValid: "it is not valid yet (`iat`, `nbf`)"
        case .nonce: "it answers another request (`nonce`)"
        case .subject: "it does not say who the customer is (`sub`)"
        }
    }
}
