import Channels
import ConversationRuntime
import Crypto
import Expressions
import Foundation
import JSON
import WebTokens

@testable import AppleMessages
@testable import SignIn
@testable import WebChat

private let now = Moment(seconds: 1_796_115_600)
private let secret = Data((0..<32).map { UInt8($0) })
private let webhook = WebhookToken(mspID: "msp", secret: secret)
private let sessions = ChatTokens(secret: secret)
private let site = SiteSignature(secret: secret)

/// Tokens of all kinds, from any client. The first line is the kind of the rest: `webhook`, `session` and `site` are
/// used unchanged; `signed` has a header and claims on two lines, which are signed with the right secret before they
/// are parsed as all three; `identity` is a token of a provider, `keys` the keys of one, `answer` the response of its
/// token endpoint.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = bytes(start, count)[...]
    let end = input.firstIndex(of: 0x0A) ?? input.endIndex
    let rest = Array(input[end...].dropFirst())
    let text = String(decoding: rest, as: UTF8.self)
    switch String(decoding: input[..<end], as: UTF8.self) {
    case "webhook", "session", "site": unsigned(text)
    case "signed": signed(rest)
    case "identity": identity(text)
    case "keys": keys(rest)
    default: answer(rest)
    }
    return 0
}

/// An unsigned token is never accepted.
private func unsigned(_ text: String) {
    do throws(WebhookRefusal) {
        try webhook.check("Bearer " + text, now: now)
        preconditionFailure("a token that Apple has not signed is believed")
    } catch {
        require(error.status == 403 || error.status == 401, "a token is refused with \(error.status)")
    }
    require(sessions.session(text, now: now) == nil, "a session that we have not signed is believed")
    require(sessions.invitation(text, now: now) == nil, "an invitation that we have not signed is believed")
    do throws(ChatRefusal) {
        _ = try site.read(text, now: now)
        preconditionFailure("a customer whom nobody has signed is believed")
    } catch {
        require(!error.description.isEmpty, "a refusal gives no reason")
    }
}

/// A signed token is valid only for its own purpose, and until it expires.
private func signed(_ input: [UInt8]) {
    let parts = input.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return }
    let content = Base64URL.text(Data(parts[0])) + "." + Base64URL.text(Data(parts[1]))
    let code = HMAC<SHA256>.authenticationCode(for: Data(content.utf8), using: SymmetricKey(data: secret))
    let token = content + "." + Base64URL.text(Data(code))
    // The signer is trusted to write JSON, which other parsers read less strictly than ours.
    guard let claims = try? JSONValue(parsing: parts[1]) else { return }
    if (try? webhook.check("Bearer \(token)", now: now)) != nil {
        let audience = claims["aud"].map { $0.array ?? [$0] } ?? []
        require(audience.contains("msp"), "a token for somebody else is believed")
        require((try? webhook.check("Bearer \(token)", now: now + .hours(3))) == nil, "a token never ends")
    }
    if let session = sessions.session(token, now: now) {
        require(claims["kind"] == "session" && claims["aud"] == "usher-chat", "another token is taken for a session")
        require(session.exp > now, "a session is over")
        require(sessions.invitation(token, now: now) == nil, "a session is taken for an invitation")
    }
    if let signer = try? site.read(token, now: now) {
        require((1...200).contains(signer.subject.count) && signer.with.count <= 50, "somebody is endless")
        require((try? site.read(token, now: now + .hours(2))) == nil, "a signature never ends")
    }
}

private func identity(_ text: String) {
    do throws(IDTokenRefusal) {
        let token = try IDToken(text)
        require(token.refusal(by: []) == .unknownKey, "a token is believed without a key")
        try token.check(.init(issuer: "https://bank.example", client: "bot", nonce: "n", now: now))
        require(token.claims["iss"] == "https://bank.example" && token.claims["nonce"] == "n", "it is somebody else's")
    } catch {
        require(!error.description.isEmpty, "a refusal gives no reason")
    }
}

private func keys(_ input: [UInt8]) {
    guard let json = try? JSONValue(parsing: input) else { return }
    for jwk in json["keys"]?.array ?? [json] {
        guard let key = SigningKey(jwk) else { continue }
        let served = SigningKey.Algorithm.allCases.filter(key.serves)
        require(served.count <= 6, "a key serves for algorithms of different kinds")
        if let only = jwk["alg"]?.string {
            require(served.allSatisfy { $0.rawValue == only }, "a key is used as it may not be")
        }
    }
}

private func answer(_ input: [UInt8]) {
    guard let json = try? JSONValue(parsing: input), let tokens = try? TokenSet(json, at: now) else { return }
    require(tokens.access.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "a token that no header may hold")
    if let end = tokens.expiresAt { require(end >= now && end <= now + .days(366), "a token ends at no sensible time") }
}
