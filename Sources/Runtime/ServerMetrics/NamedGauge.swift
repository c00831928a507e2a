import Synchronization

/// A gauge for each of a few names, made of a value that it shares with other gauges.
public struct NamedGauge<Value: Sendable>: Sendable {
    let name: String
    let help: String
    /// The label for the names, such as `queue`.
    let label: String
    /// The values by name, in the order in which they are shown.
    let values: @Sendable (Value) -> [(name: String, value: Double)]

    public init(
        _ name: String, _ help: String, by label: String,
        _ values: @escaping @Sendable (Value) -> [(name: String, value: Double)]
    ) {
        self.name = name
        self.help = help
        self.label = label
        self.values = values
    }
}

/// One reading of all metrics.
final class Scrape: Sendable {}

/// A value that several families show, read once for each scrape.
final class ScrapedReading<Value: Sendable>: Sendable {
    private let read: @Sendable () async -> Value?
    private let last = Mutex<(scrape: Scrape, value: Value?)?>(nil)

    init(_ read: @escaping @Sendable () async -> Value?) { self.read = read }

    func value(of scrape: Scrape) async -> Value? {
        if let last = last.withLock({ $0 }), last.scrape === scrape { return last.value }
        let value = await read()
        last.withLock { $0 = (scrape, value) }
        return value
    }
}
