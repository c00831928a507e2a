import Crypto
import Foundation
import Hummingbird
import Synchronization

/// The token that operators send as `Authorization: Bearer …`.
final class OperatorToken: Sendable {
    private let digest: Mutex<SHA256.Digest>

    init(_ token: String) { digest = Mutex(Self.digest(of: token)) }

    /// Replaces the token; the previous one is refused from then on.
    func use(_ token: String) { digest.withLock { $0 = Self.digest(of: token) } }

    private static func digest(of token: String) -> SHA256.Digest { SHA256.hash(data: Data(token.utf8)) }

    /// Returns the response that refuses a request; `nil` when the request has the token.
    ///
    /// The time of the comparison reveals nothing about the token: digests are compared, and in constant time.
    func refusal(of request: Request) -> Response? {
        let words = (request.headers[.authorization] ?? "").split(separator: " ", maxSplits: 1)
        let isBearer = words.count == 2 && words[0].lowercased() == "bearer"
        let shown = SHA256.hash(data: Data((isBearer ? String(words[1]) : "").utf8))
        if isBearer, shown == digest.withLock({ $0 }) { return nil }
        var response = Response.refusal(.unauthorized, "the bearer token of `admin.token` is required")
        response.headers[.wwwAuthenticate] = "Bearer"
        return response
    }
}
