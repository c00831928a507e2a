/// The faults of an identity provider, each of which occurs once.
public enum IdentityFault: String, Sendable, CaseIterable {
    // In the redirect back.
    case wrongState = "wrong-state"
    case noState = "no-state"
    /// It claims to be another issuer (RFC 9207).
    case otherIssuer = "other-issuer"
    case serverError = "server-error"
    case accessDenied = "access-denied"
    /// It returns the code of the previous sign-in.
    case oldCode = "old-code"

    // In the exchange of the code.
    case invalidGrant = "invalid-grant"
    case unavailable
    case slow
    case noIDToken = "no-id-token"
    case otherTokenType = "other-token-type"

    // In the ID token.
    case unsigned
    case signedWithPublicKey = "signed-with-public-key"
    case unknownKey = "unknown-key"
    case badSignature = "bad-signature"
    case wrongIssuer = "wrong-issuer"
    case wrongAudience = "wrong-audience"
    case wrongParty = "wrong-party"
    case expired
    case notYetValid = "not-yet-valid"
    case wrongNonce = "wrong-nonce"
    case noNonce = "no-nonce"
    /// It returns the ID token of the previous sign-in.
    case oldToken = "old-token"

    // Elsewhere.
    case keysUnavailable = "keys-unavailable"
    case otherUserinfo = "other-userinfo"

    /// Where it occurs.
    enum Place: Sendable { case redirect, token, keys, userinfo }

    var place: Place {
        switch self {
        case .wrongState, .noState, .otherIssuer, .serverError, .accessDenied, .oldCode: .redirect
        case .keysUnavailable: .keys
        case .otherUserinfo: .userinfo
        default: .token
        }
    }
}
