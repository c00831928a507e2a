public import Expressions
import JSON

/// A provider's response to a code or a refresh token (RFC 6749, section 5.1). None of it may be logged.
public struct TokenSet: Sendable, Hashable {
    public var access: String
    public var refresh: String?
    /// When the access token expires; `nil` when the provider does not specify it.
    public var expiresAt: Moment?
    var id: String?

    private static let longest = 16_384

    init(_ json: JSONValue, at now: Moment) throws(SignInFailure) {
        guard let access = json["access_token"]?.string, !access.isEmpty, access.utf8.count <= Self.longest,
            access.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .badAnswer("there is no usable `access_token`") }
        // The only token type that we support (RFC 6750).
        guard let type = json["token_type"]?.string, type.lowercased() == "bearer" else {
            throw .badAnswer("`token_type` is not `Bearer`")
        }
        self.access = access
        refresh = json["refresh_token"]?.string.flatMap { $0.utf8.count <= Self.longest ? $0 : nil }
        id = json["id_token"]?.string
        let seconds = json["expires_in"].flatMap { $0.int ?? $0.string.flatMap { Int($0) } }
        expiresAt = seconds.map { now + .seconds(min(max($0, 0), 366 * 86_400)) }
    }

    public init(access: String, refresh: String?, expiresAt: Moment?) {
        self.access = access
        self.refresh = refresh
        self.expiresAt = expiresAt
    }
}
