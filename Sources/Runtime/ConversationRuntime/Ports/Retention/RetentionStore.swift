public import Channels
public import Expressions

/// A store that forgets what is old, a little at a time.
///
/// Of a customer whose bubbles were forgotten it remembers just that, so that a late tap on one is told from a made-up one.
public protocol RetentionStore: Sendable {
    /// Forgets conversations that are over, and in which nothing has happened since `moment`, as `forgetSessions` does. Who is
    /// to be reminded of something is remembered until then.
    func forgetFinishedSessions(quietSince moment: Moment, limit: Int) async throws -> [ConversationKey]

    /// Forgets events before `moment`, except those of conversations that are not over. What came before the last end of one
    /// that began anew is over.
    ///
    /// - Parameter place: where the last call stopped; `nil` begins with the oldest.
    /// - Returns: where to go on; `nil` when nothing that old is left.
    func forgetHistory(before moment: Moment, after place: Int64?, limit: Int) async throws -> Int64?

    /// Forgets dead letters from before `moment`. Returns how many.
    func forgetDeadLetters(before moment: Moment, limit: Int) async throws -> Int

    /// Forgets bubbles that were sent before `moment`. Returns how many.
    func forgetBubbles(before moment: Moment, limit: Int) async throws -> Int

    /// Sees to it that no file holds what was forgotten any more. Nobody waits for it: while somebody reads what was, it is left
    /// for the next time.
    func overwriteForgotten() async throws
}

/// How long things are kept.
public struct RetentionRules: Sendable, Hashable {
    /// Conversations that are over; `nil` keeps them as long as the bot keeps any that is quiet.
    public var history: TimeLength?
    public var deadLetters = TimeLength.days(30)
    /// Where bubbles came from, so that taps on them are understood.
    public var bubbles = TimeLength.days(30)

    public init() {}
}
