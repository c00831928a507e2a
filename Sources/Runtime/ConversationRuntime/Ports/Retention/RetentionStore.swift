public import Channels
public import Expressions

/// A store that deletes old data in small batches.
///
/// For a customer whose bubbles were deleted it keeps a mark of the fact, so that a late tap on one can be
/// distinguished from a forged one.
public protocol RetentionStore: Sendable {
    /// Deletes finished conversations in which nothing has happened since `moment`, as `forgetSessions` does.
    /// Conversations with a pending reminder are kept until it is due.
    func forgetFinishedSessions(quietSince moment: Moment, limit: Int) async throws -> [ConversationKey]

    /// Deletes events before `moment`, except those of conversations that are not over. In a conversation that started
    /// over, what came before its last end counts as over.
    ///
    /// - Parameter place: where the last call stopped; `nil` starts with the oldest.
    /// - Returns: where to continue; `nil` when no events that old are left.
    func forgetHistory(before moment: Moment, after place: Int64?, limit: Int) async throws -> Int64?

    /// Deletes dead letters from before `moment`. Returns the number deleted.
    func forgetDeadLetters(before moment: Moment, limit: Int) async throws -> Int

    /// Deletes bubbles sent before `moment`. Returns the number deleted.
    func forgetBubbles(before moment: Moment, limit: Int) async throws -> Int

    /// Ensures that no file still contains deleted data. It never blocks other work: while another process is reading
    /// the old data, it is left for the next call.
    func overwriteForgotten() async throws
}

/// Retention periods.
public struct RetentionRules: Sendable, Hashable {
    /// Of finished conversations; `nil` keeps them as long as the bot keeps any quiet conversation.
    public var history: TimeLength?
    public var deadLetters = TimeLength.days(30)
    /// Of the origins of bubbles, which are needed to understand taps on them.
    public var bubbles = TimeLength.days(30)
    /// Of the entries of the audit log.
    public var audit = TimeLength.days(365)

    public init() {}
}
