import Databases
import Synchronization

/// Lends the connections that write, in the order in which the works came. Whether a task is cancelled makes no difference: what
/// it has begun is written.
///
/// Each work has a transaction of its own. Several in one would lock the rows of several customers, each in its own order, and
/// so deadlock, which the server notices after a second; and one that is refused would undo the others. What they share, the
/// wait for the disk, is shared by the server among all commits of a moment. (PostgreSQL, Asynchronous Commit.)
final class WriterLine: Sendable {
    private typealias Waiting = CheckedContinuation<Result<PostgreSQLSession, SQLError>, Never>

    private struct State {
        var free: [PostgreSQLSession]
        /// Works that wait; those before `first` have been admitted.
        var waiting: [Waiting] = []
        var first = 0

        mutating func takeFirst() -> Waiting? {
            guard first < waiting.count else { return nil }
            first += 1
            defer {
                if first == waiting.count || first > 1_024 && first * 2 > waiting.count {
                    waiting.removeFirst(first)
                    first = 0
                }
            }
            return waiting[first - 1]
        }

        mutating func takeAll() -> ArraySlice<Waiting> {
            defer { (waiting, first) = ([], 0) }
            return waiting[first...]
        }
    }

    private let state: Mutex<State>

    /// - Parameter sessions: at least one.
    init(_ sessions: [PostgreSQLSession]) {
        precondition(!sessions.isEmpty, "an engine has a writer")
        state = Mutex(State(free: sessions))
    }

    /// Writes in a transaction, when a connection is free and all that came before has one.
    ///
    /// - Throws: what the work throws, or the error of the transaction. When the server cannot be reached, or all commits wait
    ///   for a standby, everything that waits fails as well: it would only wait for as long.
    func write(_ work: PostgreSQLSession.Work) async throws {
        let session = try await next().get()
        let (outcome, shared) = await session.write(work)
        giveBack(session, after: shared)
        try outcome.get()
    }

    private func next() async -> Result<PostgreSQLSession, SQLError> {
        await withCheckedContinuation { continuation in
            let free = state.withLock { state in
                let free = state.free.popLast()
                if free == nil { state.waiting.append(continuation) }
                return free
            }
            if let free { continuation.resume(returning: .success(free)) }
        }
    }

    private func giveBack(_ session: PostgreSQLSession, after failure: SQLError?) {
        let (admitted, refused) = state.withLock { state -> (Waiting?, ArraySlice<Waiting>) in
            let refused = failure == nil ? [] : state.takeAll()
            let admitted = state.takeFirst()
            if admitted == nil { state.free.append(session) }
            return (admitted, refused)
        }
        admitted?.resume(returning: .success(session))
        if let failure {
            for waiting in refused { waiting.resume(returning: .failure(failure)) }
        }
    }
}
