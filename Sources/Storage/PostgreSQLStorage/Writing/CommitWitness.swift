import ConversationRuntime
import Expressions
import Synchronization

/// Remembers the newest acknowledged commits of a process, so that it notices when a server does not hold them: a standby that
/// was behind has been promoted.
///
/// Every transaction of a session writes its number into the session's row of `commits`, and the numbers grow. A row with a
/// smaller number than one that was acknowledged therefore means that commits are missing, on whichever server it is found, and
/// no retention deletes it meanwhile. A process that starts remembers nothing, so a restored database is compared with nothing.
final class CommitWitness: Sendable {
    /// A transaction whose commit was acknowledged.
    struct Commit: Sendable, Hashable {
        var number: Int64
        /// The number of customers' messages that it stored.
        var messages: Int
        /// The timeline of the server.
        var timeline: Int64?
        /// For operators.
        var at: Moment
        /// For the age.
        var instant: ContinuousClock.Instant
    }

    private struct Session {
        /// The newest commits, in order.
        var commits: [Commit] = []
        /// The newest number that is no longer among them.
        var forgotten: Int64 = 0

        mutating func append(_ commit: Commit) {
            commits.append(commit)
            guard commits.count > 2 * CommitWitness.most else { return }
            forgotten = commits[CommitWitness.most - 1].number
            commits.removeFirst(CommitWitness.most)
        }

        /// What is missing when the row has this number.
        func lost(after number: Int64) -> LostCommits? {
            let missing = commits.filter { $0.number > number }
            // The times are those of messages, if there are any.
            let messages = missing.filter { $0.messages > 0 }
            let timed = messages.isEmpty ? missing : messages
            guard let first = timed.first, let last = timed.last else { return nil }
            return LostCommits(
                messages: messages.reduce(0) { $0 + $1.messages }, transactions: missing.count,
                isLeast: forgotten > number, since: first.at, until: last.at)
        }
    }

    private struct State {
        var sessions: [String: Session] = [:]
        var lost: LostCommits?
    }

    private let state = Mutex(State())

    /// The number of commits of a session that are remembered at least.
    static let most = 2_048

    /// Servers that start delete the rows of sessions that have written nothing for a day. What is older than half a day is
    /// therefore not looked for.
    private static let longest = Duration.seconds(43_200)

    /// All that has been found missing so far; `nil` when nothing is.
    var lost: LostCommits? { state.withLock(\.lost) }

    /// Remembers a commit that was acknowledged.
    func note(_ commit: Commit, of session: String) {
        state.withLock { $0.sessions[session, default: Session()].append(commit) }
    }

    /// The sessions whose rows are to be compared, with their newest commits.
    func newest(at now: ContinuousClock.Instant = .now) -> [String: Commit] {
        state.withLock { state in
            state.sessions.compactMapValues(\.commits.last).filter { $0.value.instant.duration(to: now) < Self.longest }
        }
    }

    /// Compares what was acknowledged with the rows of a server. What is missing is counted once.
    ///
    /// - Parameters:
    ///   - asked: the newest commits before the rows were read.
    ///   - found: the numbers in the rows.
    ///   - timeline: that of the server.
    func compare(_ asked: [String: Commit], with found: [String: Int64], on timeline: Int64) {
        state.withLock { state in
            for (session, commit) in asked where state.sessions[session]?.commits.last == commit {
                // A row that is missing on the same timeline was deleted.
                let isPromoted = timeline > (commit.timeline ?? timeline)
                let number = found[session] ?? (isPromoted ? 0 : commit.number)
                guard let lost = state.sessions[session]?.lost(after: number) else { continue }
                state.lost = lost.joined(with: state.lost)
                state.sessions[session] = nil
            }
        }
    }
}
