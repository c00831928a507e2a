import AppleMessages
import AppleSimulator
import Crypto
import Expressions
import Foundation
import JSON

/// The account at Apple that these tests use.
enum Account {
    static let mspID = "3f2b7c1e-msp"
    static let secret = Data((0..<32).map { UInt8($0) })
    static let business = "5b1c0e7a-2d1f-4c55-9d0a-7a3f6f1f2f10"
    static let operatorToken = "operators-only"
    /// Tuesday, 1 December 2026, 9:00 UTC.
    static let now = Moment(seconds: 1_796_115_600)

    /// Returns `Bearer` and a token as Apple creates it, or one for another audience or secret.
    static func bearer(audience: String = mspID, secret: Data = secret, at moment: Moment = now) -> String {
        let header: JSONValue = ["alg": "HS256", "typ": "JWT"]
        let claims: JSONValue = ["aud": .string(audience), "iat": .int(moment.seconds)]
        let signed = base64URL(header.bytes) + "." + base64URL(claims.bytes)
        let signature = HMAC<SHA256>.authenticationCode(for: Data(signed.utf8), using: SymmetricKey(data: secret))
        return "Bearer \(signed).\(base64URL(Array(signature)))"
    }

    private static func base64URL(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
