public import JSON

/// The number of retries of each step of a flow since it last succeeded.
public struct Retries: Sendable, Hashable {
    private var counts: [String: Int] = [:]

    public init() {}

    /// Counts a retry of a step. Returns `false` when there have been that many.
    mutating func retry(_ step: String, upTo limit: Int) -> Bool {
        let count = counts[step, default: 0]
        if count < limit { counts[step] = count + 1 }
        return count < limit
    }

    /// Restarts the count.
    mutating func forget(_ step: String) { counts[step] = nil }

    /// Records that an edit has renamed a step.
    mutating func rename(_ old: String, to name: String) {
        if let count = counts.removeValue(forKey: old) { counts[name] = count }
    }
}

extension Retries: JSONRepresentable {
    public var json: JSONValue {
        .object(JSONObject(counts.sorted { $0.key < $1.key }.map { ($0.key, .int($0.value)) }))
    }

    /// The stored form; `nil` when there are none.
    var stored: JSONValue? { counts.isEmpty ? Optional.none : .some(json) }

    public init(json: JSONValue) {
        for (step, count) in json.object ?? [:] { counts[step] = count.int }
    }
}
