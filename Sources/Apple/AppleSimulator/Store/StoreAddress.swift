import Expressions

/// Unguessable addresses of the store, each valid for one purpose and for a limited time.
struct StoreAddresses<Purpose: Sendable>: Sendable {
    private struct Kept: Sendable {
        let purpose: Purpose
        let expires: Moment
    }

    private static var limit: Int { 4096 }
    private var kept: [String: Kept] = [:]

    /// Returns the last component of a new address.
    mutating func add(_ purpose: Purpose, until expires: Moment, now: Moment) -> String {
        if kept.count >= Self.limit { kept = kept.filter { $0.value.expires > now } }
        if kept.count >= Self.limit, let oldest = kept.min(by: { $0.value.expires < $1.value.expires }) {
            kept[oldest.key] = nil
        }
        let token = Hexadecimal.text(FileKey().bytes)
        kept[token] = Kept(purpose: purpose, expires: expires)
        return token
    }

    /// Returns the purpose of an address, while it is valid.
    func purpose(of token: String, now: Moment) -> Purpose? {
        kept[token].flatMap { $0.expires > now ? $0.purpose : nil }
    }

    mutating func remove(_ token: String) { kept[token] = nil }

    mutating func removeAll() { kept = [:] }
}
