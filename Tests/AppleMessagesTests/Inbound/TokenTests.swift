import Channels
import Expressions
import Foundation
import JSON
import MessageModel
import Testing

@testable import AppleMessages

@Suite struct TokenTests {
    private static let hour = TimeLength.hours(1)

    private static let goodTokens = [
        Token.good(), Token.good(for: [.string(Account.mspID)]), Token.good(for: ["another", .string(Account.mspID)]),
        Token.good(at: Account.now - hour), Token.good(at: Account.now + hour),
        Token(header: ["alg": "HS256", "kid": "a-key-of-apple"], claims: Token.good().claims),
        Token(claims: ["aud": .string(Account.mspID), "iat": .number(JSONNumber(1_796_115_600.25))]),
        Token(claims: ["aud": .string(Account.mspID), "iat": 1_796_115_600, "exp": 1_796_115_601]),
    ]

    @Test(arguments: goodTokens)
    func `Apple's tokens are taken`(_ token: Token) async {
        #expect(await refusal(of: token.bearer) == nil)
    }

    private static let offTime =
        "the token was made more than an hour from now, which is \(Account.now.iso) by the clock of this machine"

    private static let wrongTokens: [(Token, String)] = [
        (Token.good(at: Account.now - hour - .seconds(1)), offTime),
        (Token.good(at: Account.now + hour + .seconds(1)), offTime),
        (claiming(["iat": .number(JSONNumber(1e300))]), offTime),
        (claiming(["iat": .int(.min)]), offTime),
        (claiming(["iat": .int(1_796_115_600_000)]), offTime),
        (claiming(["iat": "2026-12-01T09:00:00Z"]), "the token has no time of issue (`iat`)"),
        (claiming(["iat": nil]), "the token has no time of issue (`iat`)"),
        (claiming(["exp": 1_796_115_600]), "the token has expired (`exp`)"),
        (Token.good(for: "another"), elsewhere),
        (Token.good(for: ["another"]), elsewhere),
        (Token.good(for: []), elsewhere),
        (Token.good(for: .string(Account.mspID + "x")), elsewhere),
        (Token.good(for: .string(Account.mspID.uppercased())), elsewhere),
        (Token(claims: ["iat": 1_796_115_600]), elsewhere),
        (Token(claims: ["aud": 7, "iat": 1_796_115_600]), elsewhere),
        (Token(claims: Token.good().claims, key: Data(repeating: 8, count: 32)), unsigned),
        (Token(claims: Token.good().claims, key: Data()), unsigned),
        (Token(claims: []), elsewhere), (Token(claims: "so"), elsewhere),
        (Token(header: ["alg": "none"], claims: Token.good().claims), wrongAlgorithm),
        (Token(header: ["alg": "None"], claims: Token.good().claims), wrongAlgorithm),
        (Token(header: ["alg": "HS384"], claims: Token.good().claims), wrongAlgorithm),
        (Token(header: ["alg": "hs256"], claims: Token.good().claims), wrongAlgorithm),
        (Token(header: ["alg": "RS256"], claims: Token.good().claims), wrongAlgorithm),
        (Token(header: ["alg": ["HS256"]], claims: Token.good().claims), wrongAlgorithm),
        (Token(header: [:], claims: Token.good().claims), wrongAlgorithm),
        (Token(header: [], claims: Token.good().claims), wrongAlgorithm),
    ]

    @Test(arguments: wrongTokens)
    func `no other token is`(_ token: Token, _ reason: String) async {
        #expect(await refusal(of: token.bearer) == .badToken(reason))
    }

    @Test(arguments: ["", "e30", "eyJhbGciOiJIUzI1NiJ", "eyJhbGciOiJub25lIn0"])
    func `a signed token has to say how, also after others have said it`(header: String) throws {
        let token = WebhookToken(mspID: Account.mspID, secret: Account.secret)
        let bad = "Bearer \(Token.good().text(withHeader: header))"
        for _ in 1...2 {
            #expect(throws: WebhookRefusal.badToken(Self.wrongAlgorithm)) { try token.check(bad, now: Account.now) }
            try token.check(Token.good().bearer, now: Account.now)
        }
    }

    private static let notTokens: [(String, String)] = [
        ("Bearer garbage", wrongAlgorithm), ("Bearer a.b.c", wrongAlgorithm), ("Bearer ..", wrongAlgorithm),
        ("Bearer \(Token.good().text).x", wrongAlgorithm), ("Bearer \(unsignedToken)", unsigned),
        ("Bearer \(unsignedToken)AAAA", unsigned), ("Bearer \(Token.good().text) ", unsigned),
        ("Bearer " + String(repeating: "x", count: 9_000), "the token is too long"),
        (
            "Bearer \(Token(claims: ["aud": .string(String(repeating: "x", count: 9_000))]).text)",
            "the token is too long"
        ),
    ]

    @Test(arguments: notTokens)
    func `what is not a token is refused`(_ header: String, _ reason: String) async {
        #expect(await refusal(of: header) == .badToken(reason))
    }

    @Test(arguments: [nil, "", "Bearer", "Bearer ", "Basic dXNoZXI6dXNoZXI=", Token.good().text])
    func `without a bearer token there is none`(_ header: String?) async {
        #expect(await refusal(of: header) == .noToken)
    }

    @Test func `the word before the token may be written as one likes`() async {
        #expect(await refusal(of: "bearer \(Token.good().text)") == nil)
    }

    @Test func `a token that was good grows old`() async throws {
        let webhook = AppleWebhook(settings: .test)
        var post = Post.text("hello")
        for (minutes, isGood) in [(0, true), (59, true), (60, true), (61, false), (0, true)] {
            post.now = Account.now + .minutes(minutes)
            let arrival = try? await post.arrival(at: webhook)
            #expect((arrival != nil) == isGood, "after \(minutes) minutes")
        }
    }

    @Test func `a token signed with a former secret is taken, until that secret is dropped while the server runs`()
        async throws
    {
        let next = Data(repeating: 8, count: 32)
        let settings = AppleSettings(
            gateway: "http://127.0.0.1:9", mspID: Account.mspID, secret: next, formerSecrets: [Account.secret])
        let webhook = AppleWebhook(settings: settings)
        var new = Post.text("hello")
        new.authorization = Token(claims: Token.good().claims, key: next).bearer
        for post in [Post.text("hello"), new, Post.text("hello")] { _ = try await post.arrival(at: webhook) }
        settings.secrets.use(RotatingSecret(next))
        await #expect(throws: WebhookRefusal.badToken("the token is not signed with our secret")) {
            try await Post.text("hello").arrival(at: webhook)
        }
        _ = try await new.arrival(at: webhook)
    }

    @Test func `what we send is signed with the new secret as soon as there is one`() async throws {
        let secrets = RotatingSecret(Account.secret)
        let token = GatewayToken(mspID: Account.mspID, secrets: secrets)
        let first = token.token(at: Account.now)
        #expect(token.token(at: Account.now) == first)
        secrets.use(RotatingSecret(Data(repeating: 8, count: 32), former: [Account.secret]))
        #expect(token.token(at: Account.now) != first)
    }

    @Test func `many tokens are known at a time`() async throws {
        let webhook = AppleWebhook(settings: .test)
        for _ in 1...2 {
            for second in 0..<300 {
                var post = Post.text("hello")
                post.authorization = Token.good(at: Account.now - .seconds(second)).bearer
                let content = try await post.arrival(at: webhook).content
                #expect(content == .heard(.text("hello")))
            }
        }
    }

    @Test func `the body is not asked for before the token is good`() async {
        var post = Post(Array("not even JSON".utf8))
        post.authorization = Token.good(for: "another").bearer
        #expect(await post.refusal() == .badToken(Self.elsewhere))
    }

    @Test func `where tokens are not checked, none is needed`() async {
        var settings = AppleSettings.test
        settings.verifiesWebhooks = false
        var post = Post.text("hello")
        post.authorization = nil
        #expect(await post.refusal(with: settings) == nil)
    }

    private static let elsewhere = "the token has another audience (`aud`)"
    private static let unsigned = "the token is not signed with our secret"
    private static let wrongAlgorithm = "the token is not a JWT with HS256"
    /// The header and the claims of a valid token, without its signature.
    private static let unsignedToken = Token.good().text.split(separator: ".").dropLast().joined(separator: ".") + "."

    private static func claiming(_ claims: JSONObject) -> Token {
        var all: JSONObject = ["aud": .string(Account.mspID), "iat": 1_796_115_600]
        for (key, value) in claims { all[key] = value }
        return Token(claims: .object(all))
    }

    private func refusal(of authorization: String?) async -> WebhookRefusal? {
        var post = Post.text("hello")
        post.authorization = authorization
        return await post.refusal()
    }
}
