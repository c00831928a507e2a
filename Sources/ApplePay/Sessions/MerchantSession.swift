public import Expressions
public import JSON

/// A merchant session as Apple gave it: for one payment, and until it expires.
public struct MerchantSession: Sendable, Hashable {
    /// Passed on unchanged.
    public let json: JSONValue
    /// When devices stop taking it.
    public let expires: Moment

    public init(json: JSONValue, expires: Moment) {
        self.json = json
        self.expires = expires
    }
}
