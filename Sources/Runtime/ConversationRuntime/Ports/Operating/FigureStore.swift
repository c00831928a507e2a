public import Expressions

/// What a store knows of its own state, for operators' alarms. Each answer costs a look at an index.
public protocol FigureStore: Sendable {
    /// How many dead letters are kept.
    func deadLetterCount() async throws -> Int

    /// How many conversations are with people, and since when the one that waits longest has been as it is.
    func handoverFigures() async throws -> HandoverFigures

    /// How many calls of an action are to be made, or to be made again.
    func waitingCalls(of action: String) async throws -> Int

    /// Bytes that are free where the store lies; `nil` when that is not known.
    var freeDisk: Int? { get }

    /// When the last backup was finished; `nil` when none ever was.
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
