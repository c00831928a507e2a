import Channels
import Expressions
import Foundation
import JSON
import Synchronization
import WebTokens

/// Creates the tokens that authenticate this server to Apple: JWTs signed with HS256, with the MSP id as `iss` and the
/// time in seconds as `iat` (developer.apple.com, Authorizing Messages).
///
/// A token is reused for five minutes, so that not every message costs a signature.
final class GatewayToken: Sendable {
    private struct Made {
        let token: String
        let at: Moment
        let generation: Int
    }

    private let made = Mutex<Made?>(nil)
    private let secrets: RotatingSecret
    private let mspID: String

    private static let life = TimeLength.minutes(5)

    init(mspID: String, secrets: RotatingSecret) {
        self.mspID = mspID
        self.secrets = secrets
    }

    convenience init(mspID: String, secret: Data) { self.init(mspID: mspID, secrets: RotatingSecret(secret)) }

    /// Returns a token that is valid at `now`.
    func token(at now: Moment) -> String {
        let generation = secrets.generation
        if let made = made.withLock({ $0 }), made.generation == generation, made.at <= now, now - made.at < Self.life {
            return made.token
        }
        let token = TokenSecret(secrets.current).token(["iss": .string(mspID), "iat": .int(now.seconds)])
        made.withLock { $0 = Made(token: token, at: now, generation: generation) }
        return token
    }
}
