/// What an identity provider can be made to do wrong, once.
public enum IdentityFault: String, Sendable, CaseIterable {
    // When the customer is sent back.
    case wrongState = "wrong-state"
    case noState = "no-state"
    /// It says that it is somebody else (RFC 9207).
    case otherIssuer = "other-issuer"
    case serverError = "server-error"
    case accessDenied = "access-denied"
    /// The code of the sign-in before comes again.
    case oldCode = "old-code"

    // When the code is exchanged.
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
    /// The ID token of the sign-in before comes again.
    case oldToken = "old-token"

    // Elsewhere.
    case keysUnavailable = "keys-unavailable"
    case otherUserinfo = "other-userinfo"

    /// Where it strikes.
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
