import Synchronization

/// Everything that is measured, in the order in which it was registered.
///
/// Names, labels and their values are fixed when the program is written, so reading and writing need no lock that others
/// wait for, and the size of the page does not grow.
public final class MeasurementRegistry: Sendable {
    private let families = Mutex<[Family]>([])

    public init() {}

    /// A count of something that happens.
    public func counter(_ name: String, _ help: String) -> Counter {
        let counter = Counter()
        add(Family(name: name, help: help, kind: "counter") { [Sample(value: Double(counter.value))] })
        return counter
    }

    /// A count for each way in which something happens.
    ///
    /// - Parameter label: what the ways are called together, such as `outcome`.
    public func counters<Way: MeasuredWay>(_ name: String, _ help: String, by label: String) -> Counters<Way> {
        let counters = Counters<Way>()
        add(
            Family(name: name, help: help, kind: "counter") {
                Way.allCases.map { way in
                    Sample(labels: [(label, way.rawValue)], value: Double(counters.value(of: way)))
                }
            })
        return counters
    }

    /// Counts and times of something whose names are known only at run time.
    ///
    /// - Parameters:
    ///   - counts: name and help of the count for each name and outcome.
    ///   - times: name and help of the histogram for each name, in seconds.
    ///   - label: what the names are called together, such as `action`.
    ///   - most: how many names are counted separately.
    public func labeled(
        counts: (name: String, help: String), times: (name: String, help: String), by label: String,
        bounds: [Double], most: Int = 100
    ) -> LabeledMeasurements {
        let labeled = LabeledMeasurements(bounds: bounds, most: most)
        add(Family(name: counts.name, help: counts.help, kind: "counter") { labeled.counts(label) })
        add(Family(name: times.name, help: times.help, kind: "histogram") { labeled.times(label) })
        return labeled
    }

    /// How values are spread.
    ///
    /// - Parameter bounds: the upper bounds of the buckets, rising; one without a bound comes behind them.
    public func histogram(_ name: String, _ help: String, bounds: [Double]) -> Histogram {
        let histogram = Histogram(bounds: bounds)
        add(
            Family(name: name, help: help, kind: "histogram") { histogram.samples() })
        return histogram
    }

    /// Something that goes up and down, looked at when it is asked for.
    ///
    /// - Parameter value: `nil` when it cannot be had just now.
    public func gauge(_ name: String, _ help: String, _ value: @escaping @Sendable () async -> Double?) {
        add(Family(name: name, help: help, kind: "gauge") { await value().map { [Sample(value: $0)] } ?? [] })
    }

    /// Something that only goes up and is counted elsewhere.
    ///
    /// - Parameter value: `nil` when it cannot be had just now.
    public func total(_ name: String, _ help: String, _ value: @escaping @Sendable () async -> Double?) {
        add(Family(name: name, help: help, kind: "counter") { await value().map { [Sample(value: $0)] } ?? [] })
    }

    /// Facts about the program, as labels of a 1.
    public func facts(
        _ name: String, _ help: String, _ facts: @escaping @Sendable () -> [(name: String, value: String)]
    ) {
        add(
            Family(name: name, help: help, kind: "gauge") {
                [Sample(labels: facts().map { ($0.name, $0.value) }, value: 1)]
            })
    }

    private func add(_ family: Family) {
        families.withLock { families in
            precondition(!families.contains { $0.name == family.name }, "\(family.name) is measured already")
            families.append(family)
        }
    }

    /// All of it as Prometheus reads it: text format 0.0.4 (prometheus.io, Exposition formats).
    public var page: String {
        get async {
            var page = ""
            for family in families.withLock({ $0 }) { await family.write(to: &page) }
            return page
        }
    }
}
