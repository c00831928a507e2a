import Crypto
import Foundation
import JSON

/// The signing keys of an identity provider, and the tokens that they make.
struct IdentityKeys: Sendable {
    private var key = P256.Signing.PrivateKey()

    /// The name of an older key that this one bears; `nil` for one of its own.
    private var oldName: String?

    /// `kid`: made from the key itself, so that no two keys ever have the same name, whenever and wherever they were made.
    private var name: String {
        oldName ?? "key-" + Self.base64URL(Data(SHA256.hash(data: key.publicKey.rawRepresentation)).prefix(12))
    }

    /// A new key in place of the old one, which is not published any more.
    ///
    /// - Parameter keepingName: whether it bears the old one's name, as with providers that name their keys by their use.
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

    /// A JWT of these claims, signed as a fault has it.
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
