/// Why an ID token is rejected (OpenID Connect Core 1.0, section 3.1.3.7).
public enum IDTokenRefusal: Error, Equatable, CustomStringConvertible {
    /// Not three parts of base64url with JSON in them, or with a header that requires an unsupported extension.
    case malformed(String)
    /// The algorithm is not allowed: no signature at all, or a shared secret.
    case algorithm(String)
    /// The provider has no key with this name, or none that matches.
    case unknownKey
    case badSignature
    case issuer
    case audience
    /// `azp` names another party, or is missing although there are several audiences.
    case authorizedParty
    case expired
    case notYetValid
    case nonce
    /// It names no customer.
    case subject

    public var description: String {
        switch self {
        case .malformed(let reason): "it cannot be read: \(reason)"
        case .algorithm(let name): "it is signed with `\(name)`, which is not allowed"
        case .unknownKey: "it is signed with a key that the provider does not publish"
        case .badSignature: "its signature is wrong"
        case .issuer: "it comes from another issuer (`iss`)"
        case .audience: "it was issued for another audience (`aud`)"
        case .authorizedParty: "it was issued to another client (`azp`)"
        case .expired: "it has expired (`exp`)"
        case .notYetValid: "it is not valid yet (`iat`, `nbf`)"
        case .nonce: "it answers another request (`nonce`)"
        case .subject: "it does not identify the customer (`sub`)"
        }
    }
}
