import Crypto
import CryptoExtras
import Foundation
import JSON
import WebTokens

/// A public key with which a provider signs: one member of its JSON Web Key Set (RFC 7517).
///
/// A key is used only for algorithms of its own type, so that a public key can never be mistaken for a shared secret.
struct SigningKey: Sendable {
    /// The permitted signature algorithms (RFC 7518, section 3.1; RFC 8037, section 3.1). `none` and shared secrets are
    /// not among them.
    enum Algorithm: String, Sendable, CaseIterable {
        case rs256 = "RS256"
        case rs384 = "RS384"
        case rs512 = "RS512"
        case ps256 = "PS256"
        case ps384 = "PS384"
        case ps512 = "PS512"
        case es256 = "ES256"
        case es384 = "ES384"
        case es512 = "ES512"
        case edDSA = "EdDSA"
    }

    private enum Material: Sendable {
        case rsa(_RSA.Signing.PublicKey)
        case p256(P256.Signing.PublicKey)
        case p384(P384.Signing.PublicKey)
        case p521(P521.Signing.PublicKey)
        case ed25519(Curve25519.Signing.PublicKey)
    }

    /// `kid`; `nil` when the provider does not name the key.
    let name: String?
    /// `alg`: the only algorithm it is used with; `nil` when not specified.
    private let only: Algorithm?
    private let material: Material

    /// A key for signatures of a supported type; `nil` for any other, because sets may contain keys for other uses.
    init?(_ jwk: JSONValue) {
        if let use = jwk["use"]?.string, use != "sig" { return nil }
        if let uses = jwk["key_ops"]?.array, !uses.contains("verify") { return nil }
        name = jwk["kid"]?.string
        if let word = jwk["alg"]?.string {
            guard let algorithm = Algorithm(rawValue: word) else { return nil }
            only = algorithm
        } else {
            only = nil
        }
        guard let material = Self.material(jwk) else { return nil }
        self.material = material
    }

    private static func material(_ jwk: JSONValue) -> Material? {
        switch jwk["kty"]?.string {
        case "RSA": rsa(jwk).map { .rsa($0) }
        case "EC": curve(jwk)
        case "OKP" where jwk["crv"]?.string == "Ed25519":
            bytes(jwk["x"]).flatMap { try? .ed25519(Curve25519.Signing.PublicKey(rawRepresentation: $0)) }
        default: nil
        }
    }

    private static func bytes(_ member: JSONValue?) -> Data? {
        member?.string.flatMap { Base64URL.bytes($0[...]) }
    }

    /// At least 2048 bits (RFC 7518, section 3.3), and no more than is used in practice.
    private static func rsa(_ jwk: JSONValue) -> _RSA.Signing.PublicKey? {
        guard let modulus = bytes(jwk["n"]), let exponent = bytes(jwk["e"]),
            (256...1024).contains(modulus.drop { $0 == 0 }.count)
        else { return nil }
        return try? _RSA.Signing.PublicKey(n: modulus, e: exponent)
    }

    /// Each coordinate has the length of the curve (RFC 7518, section 6.2.1.2).
    private static func curve(_ jwk: JSONValue) -> Material? {
        guard let x = bytes(jwk["x"]), let y = bytes(jwk["y"]), x.count == y.count else { return nil }
        let point = x + y
        return switch jwk["crv"]?.string {
        case "P-256": try? .p256(P256.Signing.PublicKey(rawRepresentation: point))
        case "P-384": try? .p384(P384.Signing.PublicKey(rawRepresentation: point))
        case "P-521": try? .p521(P521.Signing.PublicKey(rawRepresentation: point))
        default: nil
        }
    }

    /// Whether tokens of this algorithm can be checked with it.
    func serves(_ algorithm: Algorithm) -> Bool {
        if let only, only != algorithm { return false }
        return switch (material, algorithm) {
        case (.rsa, .rs256), (.rsa, .rs384), (.rsa, .rs512), (.rsa, .ps256), (.rsa, .ps384), (.rsa, .ps512): true
        case (.p256, .es256), (.p384, .es384), (.p521, .es512), (.ed25519, .edDSA): true
        default: false
        }
    }

    /// Whether `token` is signed with this key and this algorithm, whatever the token itself claims.
    func hasSigned(_ token: WebToken, with algorithm: Algorithm) -> Bool {
        guard serves(algorithm) else { return false }
        return switch material {
        case .rsa(let key): Self.isSigned(token, key, algorithm)
        case .p256(let key):
            (try? P256.Signing.ECDSASignature(rawRepresentation: token.signature))
                .map { key.isValidSignature($0, for: SHA256.hash(data: token.signed)) } ?? false
        case .p384(let key):
            (try? P384.Signing.ECDSASignature(rawRepresentation: token.signature))
                .map { key.isValidSignature($0, for: SHA384.hash(data: token.signed)) } ?? false
        case .p521(let key):
            (try? P521.Signing.ECDSASignature(rawRepresentation: token.signature))
                .map { key.isValidSignature($0, for: SHA512.hash(data: token.signed)) } ?? false
        case .ed25519(let key): key.isValidSignature(token.signature, for: token.signed)
        }
    }

    private static func isSigned(_ token: WebToken, _ key: _RSA.Signing.PublicKey, _ algorithm: Algorithm) -> Bool {
        let signature = _RSA.Signing.RSASignature(rawRepresentation: token.signature)
        let isProbabilistic = [.ps256, .ps384, .ps512].contains(algorithm)
        let padding: _RSA.Signing.Padding = isProbabilistic ? .PSS : .insecurePKCS1v1_5
        return switch algorithm {
        case .rs384, .ps384: key.isValidSignature(signature, for: SHA384.hash(data: token.signed), padding: padding)
        case .rs512, .ps512: key.isValidSignature(signature, for: SHA512.hash(data: token.signed), padding: padding)
        default: key.isValidSignature(signature, for: SHA256.hash(data: token.signed), padding: padding)
        }
    }
}
