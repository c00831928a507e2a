import Crypto
import Foundation
import JSON

/// The signing keys of an identity provider, and the tokens signed with them.
struct IdentityKeys: Sendable {
    private var key = P256.Signing.PrivateKey()

    /// The inherited id of an older key; `nil` for an id of its own.
    private var oldName: String?

    /// `kid`: derived from the key itself, so that no two keys ever have the same id, whenever and wherever they were
    /// created.
    private var name: String {
        oldName ?? "key-" + Self.base64URL(Data(SHA256.hash(data: key.publicKey.rawRepresentation)).prefix(12))
    }

    /// Replaces the key with a new one; the old one is no longer published.
    ///
    /// - Parameter keepingName: whether the new key has the old one's id, as with providers that name their keys by
    ///   their use.
    mutating func rotate(keepingName: Bool = false) {
        oldName = keepingName ? name : nil
        key = P256.Signing.PrivateKey()
    }

    /// The JSON Web Key Set (RFC 7517, section 5).
    var published: JSONValue {
        let point = key.publicKey.rawRepresentation
        return [
            "keys": [
                [
                    "kty": "EC", "use": "sig", "alg": "ES256", "crv": "P-256", "kid": .string(name),
                    "x": .string(Self.base64URL(point.prefix(32))), "y": .string(Self.base64URL(point.suffix(32))),
                ]
            ]
        ]
    }

    /// Returns a JWT with these claims, signed as the fault requires.
    func token(_ claims: JSONObject, _ fault: IdentityFault?) throws -> String {
        var header: JSONObject = ["alg": "ES256", "typ": "JWT", "kid": .string(name)]
        var key = self.key
        switch fault {
        case .unsigned: header["alg"] = "none"
        case .signedWithPublicKey: header["alg"] = "HS256"
        case .unknownKey:
            header["kid"] = "key-0"
            key = P256.Signing.PrivateKey()
        case .badSignature: key = P256.Signing.PrivateKey()
        default: break
        }
        let text = Self.base64URL(header) + "." + Self.base64URL(claims)
        let signature: Data =
            switch fault {
            case .unsigned: Data()
            case .signedWithPublicKey:
                Data(
                    HMAC<SHA256>.authenticationCode(
                        for: Data(text.utf8),
                        using: SymmetricKey(data: Data(self.key.publicKey.pemRepresentation.utf8))))
            default: try key.signature(for: Data(text.utf8)).rawRepresentation
            }
        return text + "." + Self.base64URL(signature)
    }

    private static func base64URL(_ object: JSONObject) -> String { base64URL(Data(JSONValue.object(object).bytes)) }

    static func base64URL(_ bytes: Data) -> String {
        bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
