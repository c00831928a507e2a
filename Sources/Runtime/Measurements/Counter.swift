import Synchronization

/// Counts something that happens. Counting is one atomic instruction, so it may stand where it is hot.
public final class Counter: Sendable {
    private let count = Atomic<Int>(0)

    init() {}

    public func add(_ more: Int = 1) { count.wrappingAdd(more, ordering: .relaxed) }

    /// How often it has happened since the start.
    public var value: Int { count.load(ordering: .relaxed) }
}

/// Counts something that happens in one of several ways, which are known when the program is written.
public struct Counters<Way: MeasuredWay>: Sendable {
    private let counters: [Way: Counter]

    init() {
        counters = Dictionary(uniqueKeysWithValues: Way.allCases.map { ($0, Counter()) })
    }

    public func add(_ more: Int = 1, to way: Way) { counters[way]?.add(more) }

    public func value(of way: Way) -> Int { counters[way]?.value ?? 0 }
}

/// The ways in which something happens: the values of a label. Nothing about a customer is ever one.
public protocol MeasuredWay: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}
