import Channels
import Crypto
import CryptoExtras
import Expressions
import Foundation
import JSON
import WebTokens

@testable import SignIn

/// Creates ID tokens, valid and forged ones.
struct Forge: Sendable {
    static let issuer = "https://id.example.com"
    static let client = "shop-bot"
    static let nonce = "n-0S6_WzA2Mj"
    static let now = Moment(iso: "2026-12-01T09:00:00Z")!

    let rsa: _RSA.Signing.PrivateKey
    let p256 = P256.Signing.PrivateKey()
    let p384 = P384.Signing.PrivateKey()
    let p521 = P521.Signing.PrivateKey()
    let ed = Curve25519.Signing.PrivateKey()

    init() throws { rsa = try _RSA.Signing.PrivateKey(keySize: .bits2048) }

    /// The key set that the provider publishes.
    var keySet: [JSONValue] {
        get throws {
            let parts = try rsa.publicKey.getKeyPrimitives()
            return [
                [
                    "kty": "RSA", "kid": "r", "use": "sig", "n": .string(Base64URL.text(parts.modulus)),
                    "e": .string(Base64URL.text(parts.publicExponent)),
                ],
                Self.curve("e", "P-256", p256.publicKey.rawRepresentation),
                Self.curve("f", "P-384", p384.publicKey.rawRepresentation),
                Self.curve("g", "P-521", p521.publicKey.rawRepresentation),
                [
                    "kty": "OKP", "kid": "o", "crv": "Ed25519",
                    "x": .string(Base64URL.text(ed.publicKey.rawRepresentation)),
                ],
            ]
        }
    }

    private static func curve(_ name: String, _ curve: String, _ point: Data) -> JSONValue {
        let half = point.count / 2
        return [
            "kty": "EC", "kid": .string(name), "crv": .string(curve), "x": .string(Base64URL.text(point.prefix(half))),
            "y": .string(Base64URL.text(point.suffix(half))),
        ]
    }

    var keys: [SigningKey] { get throws { try keySet.compactMap { SigningKey($0) } } }

    /// Returns valid claims with `changes` applied; `null` removes a claim.
    static func claims(_ changes: JSONObject = [:]) -> JSONObject {
        var claims: JSONObject = [
            "iss": .string(issuer), "aud": .string(client), "sub": "customer-17", "nonce": .string(nonce),
            "iat": .int(now.seconds), "exp": .int(now.seconds + 300),
        ]
        for (name, value) in changes { claims[name] = value.isNull ? nil : value }
        return claims
    }

    func token(_ algorithm: String, key: String?, _ claims: JSONObject = claims(), crit: Bool = false) throws -> String
    {
        var header: JSONObject = ["alg": .string(algorithm), "typ": "JWT"]
        header.set("kid", key.map { .string($0) })
        if crit { header["crit"] = ["exp"] }
        let text =
            Base64URL.text(Data(JSONValue.object(header).bytes)) + "."
            + Base64URL.text(Data(JSONValue.object(claims).bytes))
        return text + "." + Base64URL.text(try signature(Data(text.utf8), algorithm))
    }

    private func signature(_ text: Data, _ algorithm: String) throws -> Data {
        switch algorithm {
        case "RS256": try rsa.signature(for: SHA256.hash(data: text), padding: .insecurePKCS1v1_5).rawRepresentation
        case "RS384": try rsa.signature(for: SHA384.hash(data: text), padding: .insecurePKCS1v1_5).rawRepresentation
        case "RS512": try rsa.signature(for: SHA512.hash(data: text), padding: .insecurePKCS1v1_5).rawRepresentation
        case "PS256": try rsa.signature(for: SHA256.hash(data: text), padding: .PSS).rawRepresentation
        case "PS384": try rsa.signature(for: SHA384.hash(data: text), padding: .PSS).rawRepresentation
        case "PS512": try rsa.signature(for: SHA512.hash(data: text), padding: .PSS).rawRepresentation
        case "ES256": try p256.signature(for: SHA256.hash(data: text)).rawRepresentation
        case "ES384": try p384.signature(for: SHA384.hash(data: text)).rawRepresentation
        case "ES512": try p521.signature(for: SHA512.hash(data: text)).rawRepresentation
        case "EdDSA": try ed.signature(for: text)
        // A shared secret that is not secret: the public key.
        case "HS256":
            Data(
                HMAC<SHA256>.authenticationCode(
                    for: text, using: SymmetricKey(data: Data(rsa.publicKey.pemRepresentation.utf8))))
        default: Data()
        }
    }
}
