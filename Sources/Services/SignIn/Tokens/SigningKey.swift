import Channels
import Foundation
import JSON
import JWTKit

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
        case rsa(Insecure.RSA.PublicKey)
        case p256(ES256PublicKey)
        case p384(ES384PublicKey)
        case p521(ES512PublicKey)
        case ed25519(EdDSA.PublicKey)
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
            jwk["x"]?.string.flatMap { try? EdDSA.PublicKey(x: $0, curve: .ed25519) }.map { .ed25519($0) }
        default: nil
        }
    }

    /// At least 2048 bits (RFC 7518, section 3.3), and no more than is used in practice.
    private static func rsa(_ jwk: JSONValue) -> Insecure.RSA.PublicKey? {
        guard let modulus = jwk["n"]?.string, let exponent = jwk["e"]?.string,
            let bytes = Base64URL.bytes(modulus[...])?.drop(while: { $0 == 0 }), (256...1024).contains(bytes.count)
        else { return nil }
        return try? Insecure.RSA.PublicKey(modulus: modulus, exponent: exponent)
    }

    private static func curve(_ jwk: JSONValue) -> Material? {
        guard let x = jwk["x"]?.string, let y = jwk["y"]?.string else { return nil }
        return switch jwk["crv"]?.string {
        case "P-256": (try? ES256PublicKey(parameters: (x, y))).map { .p256($0) }
        case "P-384": (try? ES384PublicKey(parameters: (x, y))).map { .p384($0) }
        case "P-521": (try? ES512PublicKey(parameters: (x, y))).map { .p521($0) }
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

    /// Whether `token` is signed with this key.
    func hasSigned(_ token: String, with algorithm: Algorithm) async -> Bool {
        guard serves(algorithm) else { return false }
        // A collection of only this key, bound to this algorithm, whatever the token claims.
        let keys = JWTKeyCollection()
        switch material {
        case .rsa(let key): await Self.add(key, algorithm, to: keys)
        case .p256(let key): await keys.add(ecdsa: key)
        case .p384(let key): await keys.add(ecdsa: key)
        case .p521(let key): await keys.add(ecdsa: key)
        case .ed25519(let key): await keys.add(eddsa: key)
        }
        return (try? await keys.verify(token, as: AnyClaims.self)) != nil
    }

    private static func add(
        _ key: Insecure.RSA.PublicKey, _ algorithm: Algorithm, to keys: JWTKeyCollection
    ) async {
        switch algorithm {
        case .ps256: await keys.add(pss: key, digestAlgorithm: .sha256)
        case .ps384: await keys.add(pss: key, digestAlgorithm: .sha384)
        case .ps512: await keys.add(pss: key, digestAlgorithm: .sha512)
        case .rs384: await keys.add(rsa: key, digestAlgorithm: .sha384)
        case .rs512: await keys.add(rsa: key, digestAlgorithm: .sha512)
        default: await keys.add(rsa: key, digestAlgorithm: .sha256)
        }
    }
}

/// Accepts any claims: the library checks the signature only.
private struct AnyClaims: JWTPayload {
    func verify(using algorithm: some JWTAlgorithm) {}
}
