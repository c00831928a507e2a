import Crypto
import Expressions
import Foundation
import JSON
import Testing

/// Builds JWTs by hand, valid and invalid ones.
struct Token {
    var header: JSONValue = ["alg": "HS256", "typ": "JWT"]
    var claims: JSONValue
    var key = Account.secret

    /// A valid token in Apple's form.
    static func good(at moment: Moment = Account.now, for audience: JSONValue = .string(Account.mspID)) -> Token {
        Token(claims: ["aud": audience, "iat": .int(moment.seconds)])
    }

    /// `Bearer` and the token, signed with HMAC and SHA-256 whatever the header says.
    var bearer: String { "Bearer \(text)" }

    var text: String { text(withHeader: Self.base64URL(header.bytes)) }

    /// The token with this text in place of its encoded header.
    func text(withHeader header: String) -> String {
        let signed = header + "." + Self.base64URL(claims.bytes)
        let signature = HMAC<SHA256>.authenticationCode(for: Data(signed.utf8), using: SymmetricKey(data: key))
        return signed + "." + Self.base64URL(Array(signature))
    }

    static func base64URL(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}

/// The account at Apple that these tests use.
enum Account {
    static let mspID = "3f2b7c1e-msp"
    static let secret = Data(repeating: 7, count: 32)
    static let business = "5b1c0e7a-2d1f-4c55-9d0a-7a3f6f1f2f10"
    static let customer = "urn:mbid:AQAAY/2Xb+Kq8Zf5vQ0nH1s7uR4=="
    static let otherCustomer = "urn:mbid:AQAAZ9tN+Lw3mB/0eYxC6pD2jG8=="
    /// 1 December 2026, 9:00 UTC.
    static let now = Moment(seconds: 1_796_115_600)
}

extension Token: CustomTestStringConvertible {
    var testDescription: String { "\(header.text).\(claims.text)" }
}
