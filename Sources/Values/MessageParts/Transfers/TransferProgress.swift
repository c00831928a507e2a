/// How much of something has arrived, in bytes. It never goes back, and never past the end.
public struct TransferProgress: Sendable, Hashable {
    public let total: Int
    public private(set) var completed: Int

    public init(total: Int, completed: Int = 0) {
        self.total = max(total, 0)
        self.completed = min(max(completed, 0), self.total)
    }

    /// From 0 to 1; of what has no bytes, 1.
    public var fraction: Double { total == 0 ? 1 : Double(completed) / Double(total) }
    public var isFinished: Bool { completed == total }
    public var remaining: Int { total - completed }

    /// Notes how much has arrived. News that come late, and tell of less, change nothing.
    ///
    /// - Returns: whether it is more than before.
    @discardableResult
    public mutating func advance(to completed: Int) -> Bool {
        guard completed > self.completed, !isFinished else { return false }
        self.completed = min(completed, total)
        return true
    }
}
