import Synchronization

/// Counts and times operations whose names are known only at run time, such as the actions of a project.
///
/// Names beyond the first `most` are counted together as `other`, so that the page stays small.
public final class LabeledMetrics: Sendable {
    private struct State {
        var counts: [Key: Int] = [:]
        var times: [String: Histogram] = [:]
    }

    private struct Key: Hashable, Comparable {
        var name: String
        var outcome: String

        static func < (left: Key, right: Key) -> Bool { (left.name, left.outcome) < (right.name, right.outcome) }
    }

    private let state = Mutex(State())
    private let bounds: [Double]
    private let most: Int

    init(bounds: [Double], most: Int) {
        self.bounds = bounds
        self.most = most
    }

    /// Records the end of an operation that took `seconds`.
    public func record(_ name: String, outcome: String, seconds: Double) {
        let histogram = state.withLock { state in
            let name = state.times[name] != nil || state.times.count < most ? name : "other"
            let key = Key(name: name, outcome: outcome)
            let known = state.counts[key] != nil || state.counts.count < most * 8
            state.counts[known ? key : Key(name: name, outcome: "other"), default: 0] += 1
            let histogram = state.times[name] ?? Histogram(bounds: bounds)
            state.times[name] = histogram
            return histogram
        }
        histogram.record(seconds)
    }

    /// The number of operations that ended with this outcome.
    public func count(of name: String, outcome: String) -> Int {
        state.withLock { $0.counts[Key(name: name, outcome: outcome)] ?? 0 }
    }

    /// - Parameter label: the label for the names.
    func counts(_ label: String) -> [Sample] {
        state.withLock(\.counts).sorted { $0.key < $1.key }.map { key, count in
            Sample(labels: [(label, key.name), ("outcome", key.outcome)], value: Double(count))
        }
    }

    func times(_ label: String) -> [Sample] {
        state.withLock(\.times).sorted { $0.key < $1.key }.flatMap { name, histogram in
            histogram.samples(labels: [(label, name)])
        }
    }
}
