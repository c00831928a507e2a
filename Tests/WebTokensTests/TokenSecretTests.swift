import Crypto
import Foundation
import JSON
import Testing
import WebTokens

@Suite struct TokenSecretTests {
    private static let bytes = Data("a secret of more than thirty-two bytes".utf8)
    private static let secret = TokenSecret(bytes)

    /// The example of RFC 7515, appendix A.1, whose header has a line break.
    private static let header = "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9"
    private static let claims =
        "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
    private static let signature = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    private static let key =
        "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"

    @Test func `the example of the standard is verified, and with any other signature it is not`() throws {
        let secret = TokenSecret(try #require(Base64URL.bytes(Self.key[...])))
        let read = try #require(secret.claims(of: "\(Self.header).\(Self.claims).\(Self.signature)"))
        #expect(read["iss"] == "joe" && read["exp"] == 1_300_819_380)
        let bytes = try #require(Base64URL.bytes(Self.signature[...]))
        for place in bytes.indices {
            var other = bytes
            other[place] ^= 1
            #expect(secret.claims(of: "\(Self.header).\(Self.claims).\(Base64URL.text(other))") == nil)
        }
        for part in ["", Base64URL.text(bytes.dropLast()), Base64URL.text(bytes + [0])] {
            #expect(secret.claims(of: "\(Self.header).\(Self.claims).\(part)") == nil)
        }
        #expect(Self.secret.claims(of: "\(Self.header).\(Self.claims).\(Self.signature)") == nil)
    }

    @Test func `a token says what it was given`() throws {
        let claims: JSONObject = ["sub": "Änne \u{1F41F}", "exp": 1_800_000_000, "with": ["a", "b"]]
        let token = Self.secret.token(claims)
        #expect(Self.secret.claims(of: token) == claims)
        #expect(try WebToken(token).header == ["alg": "HS256", "typ": "JWT"])
    }

    /// Returns a token that is signed as it should be, whatever its header says.
    private func signed(_ header: String, _ claims: String = "{}") throws -> String {
        let text = Base64URL.text(Data(header.utf8)) + "." + Base64URL.text(Data(claims.utf8))
        let code = HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: SymmetricKey(data: Self.bytes))
        return text + "." + Base64URL.text(Data(code))
    }

    @Test(arguments: [
        #"{"alg":"none"}"#, #"{"alg":"HS512"}"#, #"{"alg":"hs256"}"#, #"{"alg":["HS256"]}"#, "{}",
        #"{"alg":"HS256","crit":["exp"]}"#, #"{"alg":"HS256","crit":[]}"#,
    ]) func `another algorithm and unknown extensions are refused, though the signature is right`(
        header: String
    ) throws {
        #expect(Self.secret.claims(of: try signed(#"{"alg":"HS256"}"#)) == [:])
        #expect(Self.secret.claims(of: try signed(header)) == nil)
    }

    @Test(arguments: [
        ("", WebToken.Fault.parts(1)), ("a.b", .parts(2)), ("e30.e30.e30.e30", .parts(4)), ("..", .header),
        ("e30.e30=.", .claims), ("W10.e30.", .header), ("e30.W10.", .claims), ("e30.bnVsbA.", .claims),
        ("e30.e30.=", .signature), ("é.é.é", .header), ("e30.e30.a", .signature),
    ]) func `what is no token says which part is wrong`(text: String, fault: WebToken.Fault) {
        #expect(throws: fault) { try WebToken(text) }
        #expect(Self.secret.claims(of: text) == nil)
    }
}
