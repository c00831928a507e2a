public import Expressions

/// What a database had acknowledged to a server and does not hold any more: a standby that was behind has taken the place of the
/// primary.
public struct LostCommits: Sendable, Hashable, CustomStringConvertible {
    /// The number of customers' messages.
    public var messages: Int
    /// The number of transactions, also of those without a message.
    public var transactions: Int
    /// Whether there may have been more of both.
    public var isLeast: Bool
    /// When the first of the messages was acknowledged; without any, the first of the transactions.
    public var since: Moment
    /// When the last of the messages was acknowledged; without any, the last of the transactions.
    public var until: Moment

    public init(messages: Int, transactions: Int, isLeast: Bool = false, since: Moment, until: Moment) {
        self.messages = messages
        self.transactions = transactions
        self.isLeast = isLeast
        self.since = since
        self.until = until
    }

    /// Both together.
    public func joined(with other: LostCommits?) -> LostCommits {
        guard let other else { return self }
        // The times are those of messages, if there are any.
        let timed = [self, other].filter { $0.messages > 0 || messages + other.messages == 0 }
        return LostCommits(
            messages: messages + other.messages, transactions: transactions + other.transactions,
            isLeast: isLeast || other.isLeast, since: timed.map(\.since).min() ?? since,
            until: timed.map(\.until).max() ?? until)
    }

    public var description: String {
        "the database lacks \(isLeast ? "at least " : "")\(what) acknowledged by this server between "
            + "\(since.isoWithMilliseconds) and \(until.isoWithMilliseconds): the standby that became the primary was behind, or "
            + "the database server lost what it had confirmed"
    }

    private var what: String {
        if messages == 1 { return "1 message of a customer" }
        if messages > 1 { return "\(messages) messages of customers" }
        return "\(transactions) transaction\(transactions == 1 ? "" : "s") without a message of a customer"
    }

    /// What to do about it.
    public static let advice =
        "the disk of the former primary may still hold what is missing: examine it before you run `pg_rewind` or "
        + "`pg_basebackup` there, and let only standbys be promoted that a commit has waited for"
}
