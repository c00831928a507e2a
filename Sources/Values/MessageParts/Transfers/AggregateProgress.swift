/// How far several transfers have come together, each counted by its size.
///
/// More transfers may be added while others are under way. The fraction never goes back for that: what has been shown stays,
/// and the way that is left is shared by all that is left to do.
public struct AggregateProgress<Name: Hashable & Sendable>: Sendable {
    /// The transfers, in the order in which they were added.
    public private(set) var names: [Name] = []
    private var children: [Name: TransferProgress] = [:]
    /// What was shown when a transfer was last added, and how many bytes were missing then.
    private var shown = 0.0
    private var missing = 0

    public init() {}

    /// Of transfers that begin together.
    public init(_ transfers: some Sequence<(Name, TransferProgress)>) {
        for (name, progress) in transfers where children[name] == nil {
            names.append(name)
            children[name] = progress
        }
        missing = total
    }

    public var total: Int { children.values.reduce(0) { $0 + $1.total } }
    public var completed: Int { children.values.reduce(0) { $0 + $1.completed } }
    public var isFinished: Bool { children.values.allSatisfy(\.isFinished) }

    /// From 0 to 1; of no transfers, 0.
    public var fraction: Double {
        guard !names.isEmpty else { return 0 }
        guard !isFinished, missing > 0 else { return 1 }
        let done = Double(missing - (total - completed)) / Double(missing)
        return min(shown + (1 - shown) * max(done, 0), 1)
    }

    public subscript(_ name: Name) -> TransferProgress? { children[name] }

    /// Adds a transfer; of one that is known, notes how far it has come.
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

    /// Leaves out a transfer that does not go on.
    public mutating func remove(_ name: Name) {
        guard children[name] != nil else { return }
        shown = fraction
        names.removeAll { $0 == name }
        children[name] = nil
        missing = total - completed
    }

    /// Notes how much of a transfer has arrived; of one that is not known, nothing.
    public mutating func advance(_ name: Name, to completed: Int) {
        children[name]?.advance(to: completed)
    }
}
