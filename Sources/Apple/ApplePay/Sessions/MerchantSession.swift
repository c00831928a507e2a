public import Expressions
public import JSON

/// A merchant session as Apple gave it: for one payment, and until it expires.
public struct MerchantSession: Sendable, Hashable {
    /// Passed on unchanged.
    public let json: JSONValue
    /// When devices stop taking it.
    public let expires: Moment

    /// How long sessions live that do not say it: the shortest life that Apple's pages name.
    private static let usualLife = TimeLength.minutes(5)

    public init(json: JSONValue, expires: Moment) {
        self.json = json
        self.expires = expires
    }

    /// The session with the end that it names itself.
    ///
    /// Apple's table says seconds and texts, Apple's sample has milliseconds and numbers.
    init(json: JSONValue, receivedAt now: Moment) {
        let named = json["expiresAt"]
        let time = named?.int ?? named?.string.flatMap { Int($0) }
        self.init(json: json, expires: time.flatMap(Moment.init(epoch:)) ?? now + Self.usualLife)
    }
}

extension Moment {
    /// Seconds, or milliseconds: no second of the next three thousand years has so many digits.
    fileprivate init?(epoch time: Int) {
        guard time > 0, time < 100_000_000_000_000 else { return nil }
        self.init(milliseconds: time < 100_000_000_000 ? time * 1000 : time)
    }
}
