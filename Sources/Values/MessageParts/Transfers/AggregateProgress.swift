/// The combined progress of several transfers, weighted by size.
///
/// Transfers may be added while others are in progress. The fraction never decreases: what has been shown stays, and
/// the remaining fraction is divided among the remaining bytes.
public struct AggregateProgress<Name: Hashable & Sendable>: Sendable {
    /// The transfers, in the order in which they were added.
    public private(set) var names: [Name] = []
    private var children: [Name: TransferProgress] = [:]
    /// The fraction when a transfer was last added, and the number of remaining bytes at that time.
    private var shown = 0.0
    private var missing = 0

    /// No transfers yet.
    public init() {}

    /// Transfers that start together.
    public init(_ transfers: some Sequence<(Name, TransferProgress)>) {
        for (name, progress) in transfers where children[name] == nil {
            names.append(name)
            children[name] = progress
        }
        missing = total
    }

    /// The size of all transfers, in bytes.
    public var total: Int { children.values.reduce(0) { $0 + $1.total } }
    /// The number of bytes that have arrived.
    public var completed: Int { children.values.reduce(0) { $0 + $1.completed } }
    /// Whether all transfers are complete.
    public var isFinished: Bool { children.values.allSatisfy(\.isFinished) }

    /// The progress from 0 to 1; 0 without transfers.
    public var fraction: Double {
        guard !names.isEmpty else { return 0 }
        guard !isFinished, missing > 0 else { return 1 }
        let done = Double(missing - (total - completed)) / Double(missing)
        return min(shown + (1 - shown) * max(done, 0), 1)
    }

    /// The progress of one transfer; `nil` when it is not known.
    public subscript(_ name: Name) -> TransferProgress? { children[name] }

    /// Adds a transfer; updates the progress if it is already known.
    public mutating func add(_ name: Name, _ progress: TransferProgress) {
        guard children[name] == nil else { return advance(name, to: progress.completed) }
        guard !names.isEmpty else {
            self = AggregateProgress(CollectionOfOne((name, progress)))
            return
        }
        shown = fraction
        names.append(name)
        children[name] = progress
        missing = total - completed
    }

    /// Removes a transfer that does not continue.
    public mutating func remove(_ name: Name) {
        guard children[name] != nil else { return }
        shown = fraction
        names.removeAll { $0 == name }
        children[name] = nil
        missing = total - completed
    }

    /// Updates the progress of a transfer; an unknown one is ignored.
    public mutating func advance(_ name: Name, to completed: Int) {
        children[name]?.advance(to: completed)
    }
}
