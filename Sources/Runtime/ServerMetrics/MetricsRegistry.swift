import Synchronization

/// The registry of all metrics, in the order of their registration.
///
/// Names, labels and label values are fixed at compile time, except with `labeled`, whose number of names is limited.
/// The size of the page is therefore bounded, and elsewhere neither counting nor reading blocks on a lock.
public final class MetricsRegistry: Sendable {
    private struct State {
        var families: [Family] = []
        var parts: [Part] = []
    }

    /// A registry that is shown on the page of this one.
    private struct Part {
        let label: (name: String, value: String)
        let registry: MetricsRegistry
    }

    private let state = Mutex(State())

    public init() {}

    /// Creates a registry whose samples have another label on the page of this one, such as those of one of several
    /// bots. Its own page is without the label.
    ///
    /// - Parameters:
    ///   - label: the name of the label; no family of the part has a label of that name.
    ///   - value: the value, which no other part has.
    public func part(_ label: String, _ value: String) -> MetricsRegistry {
        let part = MetricsRegistry()
        state.withLock { state in
            precondition(
                !state.parts.contains { $0.label == (label, value) }, "\(label) \(value) has a registry already")
            state.parts.append(Part(label: (label, value), registry: part))
        }
        return part
    }

    /// Registers a counter.
    public func counter(_ name: String, _ help: String) -> Counter {
        let counter = Counter()
        add(Family(name: name, help: help, kind: "counter") { _ in [Sample(value: Double(counter.value))] })
        return counter
    }

    /// Registers a counter for each value of a label.
    ///
    /// - Parameter label: the name of the label, such as `outcome`.
    public func counters<Way: MetricLabel>(_ name: String, _ help: String, by label: String) -> Counters<Way> {
        let counters = Counters<Way>()
        add(
            Family(name: name, help: help, kind: "counter") { _ in
                Way.allCases.map { way in
                    Sample(labels: [(label, way.rawValue)], value: Double(counters.value(of: way)))
                }
            })
        return counters
    }

    /// Registers counts and durations of operations whose names are known only at run time.
    ///
    /// - Parameters:
    ///   - counts: name and help of the count for each name and outcome.
    ///   - times: name and help of the histogram for each name, in seconds.
    ///   - label: the label for the names, such as `action`.
    ///   - most: the number of names counted separately.
    public func labeled(
        counts: (name: String, help: String), times: (name: String, help: String), by label: String,
        bounds: [Double], most: Int = 100
    ) -> LabeledMetrics {
        let labeled = LabeledMetrics(bounds: bounds, most: most)
        add(Family(name: counts.name, help: counts.help, kind: "counter") { _ in labeled.counts(label) })
        add(Family(name: times.name, help: times.help, kind: "histogram") { _ in labeled.times(label) })
        return labeled
    }

    /// Registers a histogram.
    ///
    /// - Parameter bounds: the upper bounds of the buckets, ascending; a bucket without a bound follows them.
    public func histogram(_ name: String, _ help: String, bounds: [Double]) -> Histogram {
        let histogram = Histogram(bounds: bounds)
        add(
            Family(name: name, help: help, kind: "histogram") { _ in histogram.samples() })
        return histogram
    }

    /// Registers a gauge, which is read on each scrape.
    ///
    /// - Parameter value: returns `nil` when the value is not available at present.
    public func gauge(_ name: String, _ help: String, _ value: @escaping @Sendable () async -> Double?) {
        add(Family(name: name, help: help, kind: "gauge") { _ in await value().map { [Sample(value: $0)] } ?? [] })
    }

    /// Registers gauges for a few names that are known only at run time, all from one value, which is read once on each
    /// scrape.
    ///
    /// - Parameters:
    ///   - most: the number of names that each of them shows.
    ///   - read: returns `nil` when the value is not available at present.
    public func gauges<Value: Sendable>(
        _ gauges: [NamedGauge<Value>], most: Int = 100, from read: @escaping @Sendable () async -> Value?
    ) {
        let reading = ScrapedReading(read)
        for gauge in gauges {
            add(
                Family(name: gauge.name, help: gauge.help, kind: "gauge") { scrape in
                    guard let value = await reading.value(of: scrape) else { return [] }
                    return gauge.values(value).prefix(most).map {
                        Sample(labels: [(gauge.label, $0.name)], value: $0.value)
                    }
                })
        }
    }

    /// Registers a counter whose value is maintained elsewhere.
    ///
    /// - Parameter value: returns `nil` when the value is not available at present.
    public func total(_ name: String, _ help: String, _ value: @escaping @Sendable () async -> Double?) {
        add(Family(name: name, help: help, kind: "counter") { _ in await value().map { [Sample(value: $0)] } ?? [] })
    }

    /// Registers facts about the program, as the labels of a metric with value 1.
    public func facts(
        _ name: String, _ help: String, _ facts: @escaping @Sendable () -> [(name: String, value: String)]
    ) {
        add(
            Family(name: name, help: help, kind: "gauge") { _ in
                [Sample(labels: facts().map { ($0.name, $0.value) }, value: 1)]
            })
    }

    private func add(_ family: Family) {
        state.withLock { state in
            precondition(!state.families.contains { $0.name == family.name }, "\(family.name) is measured already")
            state.families.append(family)
        }
    }

    /// The names of all metrics, also of those that have no value at present.
    public var names: [String] { joined.map(\.name) }

    /// All metrics in the Prometheus text format 0.0.4 (prometheus.io, Exposition formats).
    public var page: String {
        get async {
            var page = ""
            let scrape = Scrape()
            for family in joined { await family.write(to: &page, of: scrape) }
            return page
        }
    }

    /// The families of this registry and those of its parts. A family is on the page once, with the samples of all parts
    /// together (prometheus.io, Exposition formats, Grouping and sorting).
    private var joined: [Family] {
        let (families, parts) = state.withLock { ($0.families, $0.parts) }
        return parts.reduce(into: families) { joined, part in
            for family in part.registry.joined.map({ $0.labeled(part.label) }) {
                if let index = joined.firstIndex(where: { $0.name == family.name }) {
                    joined[index] = joined[index].followed(by: family)
                } else {
                    joined.append(family)
                }
            }
        }
    }
}
