public import Expressions

/// Figures of a store for operators' alerts. Each costs one index lookup.
public protocol FigureStore: Sendable {
    /// The number of stored dead letters.
    func deadLetterCount() async throws -> Int

    /// The number of conversations with people, and when the longest waiting of them was handed over.
    func handoverFigures() async throws -> HandoverFigures

    /// The number of notices that the agent desk has not accepted yet.
    func waitingDeskNotices() async throws -> Int

    /// The free disk space where the store is located, in bytes; `nil` when unknown.
    var freeDisk: Int? { get }

    /// When the last backup was completed; `nil` when there has been none.
    var lastBackup: Moment? { get }
}

public struct HandoverFigures: Sendable, Hashable {
    public var count: Int
    public var oldest: Moment?

    public init(count: Int, oldest: Moment?) {
        self.count = count
        self.oldest = oldest
    }
}
