/// The progress of one transfer, in bytes. It never decreases, and never exceeds the total.
public struct TransferProgress: Sendable, Hashable {
    /// The size in bytes.
    public let total: Int
    /// The number of bytes that have arrived.
    public private(set) var completed: Int

    /// The progress of a transfer; `completed` is limited to the total.
    public init(total: Int, completed: Int = 0) {
        self.total = max(total, 0)
        self.completed = min(max(completed, 0), self.total)
    }

    /// The progress from 0 to 1; 1 for an empty transfer.
    public var fraction: Double { total == 0 ? 1 : Double(completed) / Double(total) }
    /// Whether all bytes have arrived.
    public var isFinished: Bool { completed == total }
    /// The number of bytes that have not arrived yet.
    public var remaining: Int { total - completed }

    /// Updates the number of bytes that have arrived. Late updates with a smaller number change nothing.
    ///
    /// - Returns: whether the number increased.
    @discardableResult
    public mutating func advance(to completed: Int) -> Bool {
        guard completed > self.completed, !isFinished else { return false }
        self.completed = min(completed, total)
        return true
    }
}
