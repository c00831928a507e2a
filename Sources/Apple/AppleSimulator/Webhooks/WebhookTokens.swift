import Expressions
import JSON
import Synchronization
import WebTokens

/// Creates the tokens by which businesses verify that a webhook is Apple's: JWTs signed with HS256, with the id of the
/// MSP as `aud` and the time in seconds as `iat`.
///
/// Source: developer.apple.com, "Authorizing Messages". Within one second an MSP's token stays the same.
final class WebhookTokens: Sendable {
    private struct Made {
        let claims: WebhookClaims
        let token: String
    }

    private let made = Mutex<[BusinessID: Made]>([:])
    private let world: World

    init(world: World) { self.world = world }

    func token(for business: Business, now: Moment) throws -> String {
        let claims = WebhookClaims(audience: business.mspID, isList: business.audience == .list, issuedAt: now.seconds)
        if let made = made.withLock({ $0[business.id] }), made.claims == claims { return made.token }
        guard let provider = world.provider(business.mspID) else {
            throw SimulatorRefusal.notFound("there is no business `\(business.id)` any more")
        }
        let token = provider.tokens.token(claims.json)
        made.withLock { $0[business.id] = Made(claims: claims, token: token) }
        return token
    }
}

private struct WebhookClaims: Equatable {
    let audience: String
    let isList: Bool
    let issuedAt: Int

    var json: JSONObject {
        let audience = JSONValue.string(audience)
        return ["aud": isList ? [audience] : audience, "iat": .int(issuedAt)]
    }
}
