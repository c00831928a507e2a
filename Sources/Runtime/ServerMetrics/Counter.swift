import Synchronization

/// A counter. Incrementing is one atomic instruction, so it is suitable for hot code.
public final class Counter: Sendable {
    private let count = Atomic<Int>(0)

    init() {}

    public func add(_ more: Int = 1) { count.wrappingAdd(more, ordering: .relaxed) }

    /// The count since the start.
    public var value: Int { count.load(ordering: .relaxed) }
}

/// Counts events by a label whose values are known at compile time.
public struct Counters<Way: MetricLabel>: Sendable {
    private let counters: [Way: Counter]

    init() {
        counters = Dictionary(uniqueKeysWithValues: Way.allCases.map { ($0, Counter()) })
    }

    public func add(_ more: Int = 1, to way: Way) { counters[way]?.add(more) }

    public func value(of way: Way) -> Int { counters[way]?.value ?? 0 }
}

/// The values of a label. They never contain anything about a customer.
public protocol MetricLabel: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}
