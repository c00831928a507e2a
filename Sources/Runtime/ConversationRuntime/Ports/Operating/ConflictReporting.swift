public import Logging

/// An error of a store that may only mean that other work had precedence.
public protocol ConflictReporting: Error {
    /// Whether the same work may succeed at once when it is repeated.
    var isConflict: Bool { get }
}

extension Logger.Level {
    /// The level for work that has failed and is repeated: a conflict with other work is part of normal operation, also in
    /// larger numbers after a failover, and nothing has to be done about it.
    ///
    /// - Parameter error: why it has failed.
    public static func retry(after error: any Error) -> Logger.Level {
        (error as? any ConflictReporting)?.isConflict == true ? .notice : .error
    }
}
