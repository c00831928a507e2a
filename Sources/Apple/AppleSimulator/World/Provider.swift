import JWTKit

/// A Messaging Service Provider: one secret for all the businesses for which it acts.
final class Provider: Sendable {
    let id: String
    let secret: [UInt8]
    let keys: JWTKeyCollection

    init(id: String, secret: [UInt8]) async {
        self.id = id
        self.secret = secret
        keys = await JWTKeyCollection().add(hmac: HMACKey(from: secret), digestAlgorithm: .sha256)
    }
}
