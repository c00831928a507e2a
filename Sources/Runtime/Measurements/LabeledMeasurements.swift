import Synchronization

/// Counts and times something that has a name which is known only at run time, such as the actions of a project.
///
/// What comes beyond the first so many names is added up as `other`, so that the page stays small.
public final class LabeledMeasurements: Sendable {
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

    /// Notes that something has come to its end after so many seconds.
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

    /// How often something has come to an end in this way.
    public func count(of name: String, outcome: String) -> Int {
        state.withLock { $0.counts[Key(name: name, outcome: outcome)] ?? 0 }
    }

    /// - Parameter label: what the names are called together.
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
