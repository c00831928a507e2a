public import Expressions
public import JSON

/// A merchant session as Apple issued it: for one payment, and until it expires.
public struct MerchantSession: Sendable, Hashable {
    /// The session's JSON, passed on unchanged.
    public let json: JSONValue
    /// When devices stop accepting it.
    public let expires: Moment

    /// The lifetime of sessions without an expiry: the shortest one that Apple's pages name.
    private static let usualLife = TimeLength.minutes(5)

    public init(json: JSONValue, expires: Moment) {
        self.json = json
        self.expires = expires
    }

    /// Creates a session with the expiry that it carries.
    ///
    /// Apple's table has seconds and strings, Apple's sample has milliseconds and numbers.
    init(json: JSONValue, receivedAt now: Moment) {
        let named = json["expiresAt"]
        let time = named?.int ?? named?.string.flatMap { Int($0) }
        self.init(json: json, expires: time.flatMap(Moment.init(epoch:)) ?? now + Self.usualLife)
    }
}

extension Moment {
    /// Reads seconds or milliseconds: within the next three thousand years, no time in seconds has as many digits as
    /// one in milliseconds.
    fileprivate init?(epoch time: Int) {
        guard time > 0, time < 100_000_000_000_000 else { return nil }
        self.init(milliseconds: time < 100_000_000_000 ? time * 1000 : time)
    }
}
