import Channels
import Expressions
import Foundation
import JSON
import Testing
import WebTokens

@testable import SignIn

/// Every way in which an ID token may be forged, and the check that detects it.
@Suite struct IDTokenTests {
    private let forge: Forge
    private let keys: [SigningKey]

    init() throws {
        forge = try Forge()
        keys = try forge.keys
    }

    private func refusal(of token: String) throws -> IDTokenRefusal? {
        do throws(IDTokenRefusal) {
            let token = try IDToken(token)
            try token.check(
                IDToken.Expected(issuer: Forge.issuer, client: Forge.client, nonce: Forge.nonce, now: Forge.now))
            return token.refusal(by: keys)
        } catch {
            return error
        }
    }

    @Test(arguments: [
        ("RS256", "r"), ("RS384", "r"), ("RS512", "r"), ("PS256", "r"), ("PS384", "r"), ("PS512", "r"), ("ES256", "e"),
        ("ES384", "f"), ("ES512", "g"), ("EdDSA", "o"),
    ]) func `a true token is believed, whether it names its key or not`(algorithm: String, key: String) throws {
        #expect(try refusal(of: forge.token(algorithm, key: key)) == nil)
        #expect(try refusal(of: forge.token(algorithm, key: nil)) == nil)
        // Under the same key, the signature of something else.
        let parts = try forge.token(algorithm, key: key).split(separator: ".")
        let other = try forge.token(algorithm, key: key, Forge.claims(["sub": "customer-18"])).split(separator: ".")
        #expect(try refusal(of: "\(parts[0]).\(parts[1]).\(other[2])") == .badSignature)
    }

    @Test func `a signature of one algorithm is none of another, though the key is the same`() throws {
        let signed = try forge.token("RS256", key: "r").split(separator: ".")
        for algorithm in ["RS384", "RS512", "PS256", "PS384", "PS512"] {
            let header: JSONValue = ["alg": .string(algorithm), "kid": "r"]
            let token = "\(Base64URL.text(Data(header.bytes))).\(signed[1]).\(signed[2])"
            #expect(try refusal(of: token) == .badSignature)
        }
    }

    @Test func `a point that is not on its curve, or has coordinates of another length, is no key`() throws {
        for name in ["e", "f", "g"] {
            let key = try #require(try forge.keySet.first { $0["kid"]?.string == name }?.object)
            #expect(SigningKey(.object(key)) != nil)
            let x = try #require(Base64URL.bytes(key["x"]?.string?[...] ?? ""))
            for wrong in [Data(x.dropLast()), x + [0], Data(count: x.count), Data()] {
                var other = key
                other["x"] = .string(Base64URL.text(wrong))
                #expect(SigningKey(.object(other)) == nil)
            }
            var other = key
            other["crv"] = name == "e" ? "P-384" : "P-256"
            #expect(SigningKey(.object(other)) == nil)
        }
    }

    static let lies: [(String, JSONObject, IDTokenRefusal)] = [
        ("another issuer", ["iss": "https://id.example.org"], .issuer),
        ("no issuer", ["iss": .null], .issuer),
        ("another audience", ["aud": "bank-bot"], .audience),
        ("no audience", ["aud": .null], .audience),
        ("several audiences and no party", ["aud": ["shop-bot", "bank-bot"]], .authorizedParty),
        ("another party", ["azp": "bank-bot"], .authorizedParty),
        ("a party that is no text", ["azp": 1], .authorizedParty),
        ("expired", ["exp": .int(Forge.now.seconds - 121)], .expired),
        ("no end", ["exp": .null], .expired),
        ("an end that is no number", ["exp": "tomorrow"], .expired),
        ("made in the future", ["iat": .int(Forge.now.seconds + 121)], .notYetValid),
        ("no time", ["iat": .null], .notYetValid),
        ("not valid yet", ["nbf": .int(Forge.now.seconds + 121)], .notYetValid),
        ("another request", ["nonce": "n-other"], .nonce),
        ("no request", ["nonce": .null], .nonce),
        ("nobody", ["sub": ""], .subject),
    ]

    @Test(arguments: lies)
    func `a token that claims something else is refused`(
        name: String, change: JSONObject, refusal wanted: IDTokenRefusal
    ) throws {
        #expect(try refusal(of: forge.token("RS256", key: "r", Forge.claims(change))) == wanted)
    }

    @Test func `what is almost too late or too early is taken, as clocks differ`() throws {
        for change: JSONObject in [
            ["exp": .int(Forge.now.seconds - 119)], ["iat": .int(Forge.now.seconds + 119)],
            ["aud": ["shop-bot", "bank-bot"], "azp": "shop-bot"], ["aud": ["shop-bot"]],
        ] {
            #expect(try refusal(of: forge.token("ES256", key: "e", Forge.claims(change))) == nil)
        }
    }

    @Test func `no signature, and a secret that everybody knows, are no signatures`() throws {
        #expect(try refusal(of: forge.token("none", key: "r")) == .algorithm("none"))
        #expect(try refusal(of: forge.token("HS256", key: "r")) == .algorithm("HS256"))
        #expect(try refusal(of: forge.token("HS256", key: nil)) == .algorithm("HS256"))
        let signed = try forge.token("RS256", key: "r")
        let cut = signed[...signed.lastIndex(of: ".")!]
        #expect(try refusal(of: String(cut)) == .badSignature)
    }

    @Test func `a signature of somebody else is wrong, and a key nobody published is unknown`() throws {
        let stranger = try Forge()
        #expect(try refusal(of: stranger.token("RS256", key: "r")) == .badSignature)
        #expect(try refusal(of: stranger.token("RS256", key: nil)) == .badSignature)
        #expect(try refusal(of: stranger.token("RS256", key: "new")) == .unknownKey)
        // A key is valid only for algorithms of its own kind.
        #expect(try refusal(of: forge.token("ES256", key: "r")) == .unknownKey)
    }

    @Test func `claims that were changed after signing are found out`() throws {
        let parts = try forge.token("RS256", key: "r").split(separator: ".").map(String.init)
        let others = try forge.token("RS256", key: "r", Forge.claims(["sub": "customer-18"])).split(separator: ".")
        #expect(try refusal(of: "\(parts[0]).\(others[1]).\(parts[2])") == .badSignature)
    }

    @Test(arguments: ["", "a.b", "a.b.c", "....", "e30.e30.", "é.é.é"])
    func `what is no token is refused as such`(text: String) throws {
        let refusal = try #require(try refusal(of: text))
        switch refusal {
        case .malformed, .algorithm: break
        default: Issue.record("\(refusal)")
        }
    }

    @Test func `a header that must be understood and is not makes the token useless`() throws {
        guard case .malformed? = try refusal(of: forge.token("RS256", key: "r", crit: true)) else {
            Issue.record("it was taken")
            return
        }
    }

    @Test func `keys for other uses, weak ones and unknown ones are not among the signing keys`() throws {
        let published = try forge.keySet
        var encryption = try #require(published[0].object)
        encryption["use"] = "enc"
        var weak = try #require(published[0].object)
        weak["n"] = .string(Base64URL.text(Data(repeating: 0xC5, count: 128)))
        for jwk in [.object(encryption), .object(weak), ["kty": "oct", "k": "c2VjcmV0"], [:], "key"] as [JSONValue] {
            #expect(SigningKey(jwk) == nil)
        }
    }

    @Test func `a key that names its algorithm is used with no other`() throws {
        var jwk = try #require(try forge.keySet[0].object)
        jwk["alg"] = "PS256"
        let key = try #require(SigningKey(.object(jwk)))
        let token = try IDToken(try forge.token("RS256", key: "r"))
        #expect(token.refusal(by: [key]) == .unknownKey)
    }
}
