import Expressions
import JWTKit
import Synchronization

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

    func token(for business: Business, now: Moment) async throws -> String {
        let claims = WebhookClaims(audience: business.mspID, isList: business.audience == .list, issuedAt: now.seconds)
        if let made = made.withLock({ $0[business.id] }), made.claims == claims { return made.token }
        guard let provider = world.provider(business.mspID) else {
            throw SimulatorRefusal.notFound("there is no business `\(business.id)` any more")
        }
        let token = try await provider.keys.sign(claims)
        made.withLock { $0[business.id] = Made(claims: claims, token: token) }
        return token
    }
}

private struct WebhookClaims: JWTPayload, Equatable {
    var audience: String
    var isList: Bool
    var issuedAt: Int

    private enum Key: String, CodingKey {
        case aud, iat
    }

    init(audience: String, isList: Bool, issuedAt: Int) {
        self.audience = audience
        self.isList = isList
        self.issuedAt = issuedAt
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let list = try? values.decode([String].self, forKey: .aud)
        audience = try list?.first ?? values.decode(String.self, forKey: .aud)
        isList = list != nil
        issuedAt = try values.decode(Int.self, forKey: .iat)
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        if isList { try values.encode([audience], forKey: .aud) } else { try values.encode(audience, forKey: .aud) }
        try values.encode(issuedAt, forKey: .iat)
    }

    func verify(using algorithm: some JWTAlgorithm) {}
}
