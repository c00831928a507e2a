import Expressions

/// Addresses of the store that are good for one purpose and a short while, and that nobody can guess.
struct StoreAddresses<Purpose: Sendable>: Sendable {
    private struct Kept: Sendable {
        let purpose: Purpose
        let expires: Moment
    }

    private static var limit: Int { 4096 }
    private var kept: [String: Kept] = [:]

    /// The last part of a new address.
    mutating func add(_ purpose: Purpose, until expires: Moment, now: Moment) -> String {
        if kept.count >= Self.limit { kept = kept.filter { $0.value.expires > now } }
        if kept.count >= Self.limit, let oldest = kept.min(by: { $0.value.expires < $1.value.expires }) {
            kept[oldest.key] = nil
        }
        let token = Hexadecimal.text(FileKey().bytes)
        kept[token] = Kept(purpose: purpose, expires: expires)
        return token
    }

    /// What an address is for, while it is good.
    func purpose(of token: String, now: Moment) -> Purpose? {
        kept[token].flatMap { $0.expires > now ? $0.purpose : nil }
    }

    mutating func remove(_ token: String) { kept[token] = nil }

    mutating func removeAll() { kept = [:] }
}
